import type { PageTexts } from '@app/contracts/website/page-texts'
import { createContext, useContext } from 'react'

/** The texts of the frame, which the renderer of the page provides. */
export const ShownPage = createContext<PageTexts | null>(null)

export function usePage(): PageTexts {
  const page = useContext(ShownPage)
  if (!page) throw new Error('The page is rendered without its texts')
  return page
}
