import { schoolDay } from '@app/school-time/school-day'
import { useAtom, useSetAtom, useStore } from 'jotai'
import { useEffect } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { listPath } from '#lib/list-address'
import { type EditorPlace, editorPlaceOf } from './editor-place'
import { askedFieldAtom, contentAtom, draftAtom, fieldId } from './website.atoms'

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
