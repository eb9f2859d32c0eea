import { atom } from 'jotai'

/** The panel that a key or its button opened: the palette, or the list of keys. */
export const keysAtom = atom<'palette' | 'list' | null>(null)
