import { atom } from 'jotai'

/** What was opened by a key, or by its button: the palette, or the list of keys. */
export const keysAtom = atom<'palette' | 'list' | null>(null)
