import { createContext, type ReactNode, useContext } from 'react'

export type PartName = 'header' | 'services' | 'lessons' | 'contact'

/** True while the home page is prerendered: each part is left empty, to be filled and hydrated as a root of its own. */
export const PartsApart = createContext(false)

/** A part of the home page that becomes interactive on its own (`app/wake-parts.ts`). In the development server it is an ordinary child. */
export function Part({ name, children }: { name: PartName; children: ReactNode }) {
  return useContext(PartsApart) ? <div data-part={name} className="contents" /> : children
}
