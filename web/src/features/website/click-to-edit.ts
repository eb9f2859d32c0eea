import { textsOf } from '@app/contracts/website/changes'
import type { WebsiteContent } from '@app/contracts/website/content'
import { fillIn, type Prices } from '@app/contracts/website/placeholders'
import { factsOn } from '@app/contracts/website/school-facts'
import { schoolDay } from '@app/school-time/school-day'
import { useAtom, useSetAtom, useStore } from 'jotai'
import { useEffect } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { listPath } from '#lib/list-address'
import { askedFieldAtom, contentAtom, draftAtom, fieldId } from './website.atoms'

/** Where a part of the page is edited: a field of the editor by its path, or the records of a table. */
type EditorPlace = { tab: 'facts' | 'texts' | 'pictures'; path: string } | { table: string }
type Shown = { content: WebsiteContent; prices: Prices; today: string }

const plain = (text: string | null) => (text ?? '').replace(/\s+/g, ' ').trim()

/** The part of the texts that a section shows, by its id or the id of its title. */
const partOf: Readonly<Record<string, string>> = {
  top: 'hero',
  services: 'services',
  about: 'about',
  contact: 'contact',
  footer: 'footer',
  'final-call-title': 'call',
}
const placeOfSection: Readonly<Record<string, EditorPlace>> = {
  top: { tab: 'texts', path: 'texts.hero.headline' },
  services: { tab: 'texts', path: 'texts.services.title' },
  about: { tab: 'texts', path: 'texts.about.title' },
  'final-call-title': { tab: 'texts', path: 'texts.call.title' },
  contact: { tab: 'texts', path: 'texts.contact.title' },
  footer: { tab: 'texts', path: 'texts.footer.where' },
  faq: { tab: 'texts', path: 'faq.title' },
  testimonials: { tab: 'texts', path: 'testimonials.title' },
  gallery: { tab: 'pictures', path: 'gallery.title' },
  instructors: { table: 'instructors' },
  'next-lessons': { table: 'lessons' },
}
const placeOfPicture: Readonly<Record<string, EditorPlace>> = {
  top: { tab: 'pictures', path: 'pictures.hero' },
  about: { tab: 'pictures', path: 'pictures.about' },
  gallery: { tab: 'pictures', path: 'gallery.title' },
}

/** Texts that visitors read, with the path of the field of each. A text that is the same twice has two. */
function readTexts({ content, prices, today }: Shown): [text: string, place: EditorPlace][] {
  const facts = factsOn(content.facts, today)
  const fill = (text: string) => fillIn(text, facts, prices)
  const paragraphs = (path: string, text: string) =>
    [text, ...text.split(/\n\s*\n/)].map((each): [string, EditorPlace] => [fill(each), { tab: 'texts', path }])
  const fact = (path: string, text: string): [string, EditorPlace] => [text, { tab: 'facts', path: `facts.${path}` }]
  return [
    ...textsOf(content).flatMap(([path, text]) => paragraphs(path, text)),
    ...content.testimonials.items.flatMap(({ text, author }, at) => [
      ...paragraphs(`testimonials.items.${at}.text`, text),
      ...paragraphs(`testimonials.items.${at}.author`, author),
    ]),
    ...(['name', 'tagline', 'phone', 'phoneNote', 'email', 'level'] as const).map((name) => fact(name, facts[name])),
    ...['{hours}', '{days}', '{times}'].map((text) => fact('hours.opens', fill(text))),
    ...facts.places.flatMap(({ town, place, directions }, at) => [
      fact(`places.${at}.town`, town),
      fact(`places.${at}.place`, place),
      fact(`places.${at}.directions`, directions),
    ]),
    ...Object.entries(facts.statistics).map(([name, { value }]) => fact(`statistics.${name}.value`, value)),
  ]
}

/**
 * Where what was clicked on the page is edited, and the element that shows it. It is found by what it says, so that the page carries
 * nothing for its editor: the smallest text around the click, else the picture, else the section.
 */
export function editorPlaceOf(target: Element, shown: Shown): { place: EditorPlace; element: Element } | undefined {
  const section = target.closest('section, footer')
  const name =
    section?.localName === 'footer' ? 'footer' : section?.id || section?.getAttribute('aria-labelledby') || ''
  const texts = readTexts(shown)
  for (let element: Element | null = target; element && element !== section; element = element.parentElement) {
    const text = plain(element.textContent)
    const found = text === '' ? [] : texts.filter(([each]) => plain(each) === text).map(([, place]) => place)
    const own = found.find((place) => 'path' in place && place.path.startsWith(`texts.${partOf[name]}.`))
    const place = own ?? found[0]
    if (place) return { place, element }
  }
  const picture = target.closest('picture, img, svg')
  if (picture && !section && target.closest('header'))
    return { place: { tab: 'pictures', path: 'logo' }, element: picture }
  if (picture && placeOfPicture[name]) return { place: placeOfPicture[name], element: picture }
  const card = name === 'services' ? target.closest('li') : null
  if (card) return { place: { table: 'service_cards' }, element: card }
  return section && placeOfSection[name] ? { place: placeOfSection[name], element: section } : undefined
}

type Styled = Element & ElementCSSInlineStyle

/**
 * Lets a click on the page of the preview open the field that says what was clicked. No program runs in that page: the listeners
 * are of this one. Links lead nowhere, apart from those within the page.
 */
export function useClickToEdit(): (page: Document) => void {
  const store = useStore()
  const [, setSearch] = useSearchParams()
  const [, navigate] = useLocation()
  const ask = useSetAtom(askedFieldAtom)

  function find(target: EventTarget | null) {
    const content = store.get(contentAtom)
    const draft = store.get(draftAtom)
    return content && draft
      ? editorPlaceOf(target as Element, { content, prices: draft.prices, today: schoolDay() })
      : undefined
  }
  function open(place: EditorPlace): void {
    if ('table' in place) navigate(listPath({ table: place.table }))
    else {
      setSearch({ show: place.tab }, { replace: true })
      ask(place.path)
    }
  }

  return (page) => {
    let marked: Styled | undefined
    const mark = (element: Element | undefined) => {
      if (marked) Object.assign(marked.style, { outline: '', outlineOffset: '', cursor: '' })
      marked = element as Styled | undefined
      if (marked) Object.assign(marked.style, { outline: '2px dashed', outlineOffset: '2px', cursor: 'pointer' })
    }
    page.addEventListener('mouseover', ({ target }) => mark(find(target)?.element))
    page.addEventListener('mouseleave', () => mark(undefined))
    page.addEventListener('click', (event) => {
      const found = find(event.target)
      const link = (event.target as Element).closest('a')
      if (found || (link && !link.getAttribute('href')?.startsWith('#'))) event.preventDefault()
      if (found) open(found.place)
    })
  }
}

/** Goes to the field that was asked for, once its tab shows it. */
export function useAskedField(tab: string): void {
  const [asked, setAsked] = useAtom(askedFieldAtom)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the field is there once its tab is shown.
  useEffect(() => {
    const field = asked === undefined ? null : document.getElementById(fieldId(asked))
    if (!field) return
    for (let part = field.closest('details'); part; part = part.parentElement?.closest('details') ?? null)
      part.open = true
    field.scrollIntoView({ block: 'center' })
    field.focus({ preventScroll: true })
    setAsked(undefined)
  }, [asked, tab, setAsked])
}
