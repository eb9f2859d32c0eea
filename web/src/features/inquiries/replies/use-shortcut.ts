import type { ReplyDrafts } from '@app/contracts/replies'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { allDraftsQuery } from '../inquiries.queries'

type Template = ReplyDrafts[number]
/** Where a shortcut is typed, from its `;` on. */
type Typed = { from: number; to: number; word: string }

const atEnd = /(?:^|\s);([\p{L}\p{N}-]{0,30})$/u
const maxOffered = 6

function shortcutAt(text: string, caret: number): Typed | undefined {
  const word = atEnd.exec(text.slice(0, caret))?.[1]
  return word === undefined ? undefined : { from: caret - word.length - 1, to: caret, word: word.toLowerCase() }
}

/** The templates that a word means: by shortcut first, then by a word of the title. */
function meant(templates: readonly Template[], word: string): Template[] {
  const byShortcut = templates.filter(({ shortcut }) => shortcut?.toLowerCase().startsWith(word))
  const byTitle = templates.filter(({ title }) =>
    title
      .toLowerCase()
      .split(/\s+/)
      .some((one) => one.startsWith(word)),
  )
  const exact = byShortcut.filter(({ shortcut }) => shortcut?.toLowerCase() === word)
  return [...new Set([...exact, ...byShortcut, ...byTitle])].slice(0, maxOffered)
}

/** Offers templates while `;` and a shortcut are typed, of every service. `onText` receives the text with the chosen one. */
export function useShortcut(id: string, onText: (text: string, template: Template) => void) {
  const [typed, setTyped] = useState<Typed>()
  const { data = [] } = useQuery({ ...allDraftsQuery(id), enabled: typed !== undefined })
  const offered = typed ? meant(data, typed.word) : []

  /** Puts the template in the place of the shortcut, and the caret after it. */
  function insert(template: Template, field: HTMLTextAreaElement) {
    if (!typed) return
    const { from, to } = typed
    setTyped(undefined)
    onText(field.value.slice(0, from) + template.text + field.value.slice(to), template)
    const caret = from + template.text.length
    requestAnimationFrame(() => {
      field.focus()
      field.setSelectionRange(caret, caret)
    })
  }
  return {
    offered,
    onInput: (text: string, caret: number) => setTyped(shortcutAt(text, caret)),
    close: () => setTyped(undefined),
    insert,
  }
}

export type ShortcutState = ReturnType<typeof useShortcut>
