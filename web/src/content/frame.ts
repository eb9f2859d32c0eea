import type { PageTexts } from '@app/contracts/website/page-texts'
import { createContext, useContext } from 'react'

/** Texts of the page's frame, which is never hydrated. */

export const bowParts = ['tip and nock', 'limb', 'grip', 'string', 'fistmele: a fist with the thumb up'] as const

export const labels = {
  map: 'Map',
  instructors: 'Instructors',
  home: 'Back to the website',
  quickLinks: 'Quick links',
  top: 'Back to Top',
  floating: 'Scroll to top',
  elsewhere: 'Find us elsewhere',
} as const

/** The texts of the frame, which the renderer of the page provides. */
export const ShownPage = createContext<PageTexts | null>(null)

export function usePage(): PageTexts {
  const page = useContext(ShownPage)
  if (!page) throw new Error('The page is rendered without its texts')
  return page
}
