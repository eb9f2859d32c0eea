import { atom } from 'jotai'

/** True if the next session lasts the day; undefined until asked, so that a renewed session stays as it was. */
export const keepAtom = atom<boolean | undefined>(undefined)
