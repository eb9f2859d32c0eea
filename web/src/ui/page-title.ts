import { useEffect } from 'react'

/** Sets the document title. */
export function usePageTitle(title: string) {
  useEffect(() => {
    document.title = title
  }, [title])
}
