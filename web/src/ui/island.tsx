import { createContext, type ReactNode, useContext } from 'react'

export type IslandName = 'header' | 'services' | 'lessons' | 'contact'

/** True while the home page is prerendered: each island is left empty, to be filled and hydrated as a root of its own. */
export const IslandsApart = createContext(false)

/** A part of the home page that is hydrated on its own (`features/home/hydrate-home.ts`). In the development server it is an ordinary child. */
export function Island({ name, children }: { name: IslandName; children: ReactNode }) {
  return useContext(IslandsApart) ? <div data-island={name} className="contents" /> : children
}
