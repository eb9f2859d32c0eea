import { atom } from 'jotai'

/** Whether the next session lasts the day; undefined until asked, so that a renewed session stays as it was. */
export const keepAtom = atom<boolean | undefined>(undefined)
