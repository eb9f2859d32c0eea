import { textsOf } from '@app/contracts/website/changes'
import type { WebsiteContent } from '@app/contracts/website/content'
import { fillIn, type Prices } from '@app/contracts/website/placeholders'
import { factsOn } from '@app/contracts/website/seasons'

/** Where a part of the page is edited: a field of the editor by its path, or the records of a table. */
export type EditorPlace = { tab: 'facts' | 'texts' | 'pictures'; path: string } | { table: string }
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
