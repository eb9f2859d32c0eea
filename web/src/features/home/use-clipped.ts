import { type RefObject, useLayoutEffect, useState } from 'react'

/** Whether the first text of a list is clipped; measured again when the texts or the window size change. */
export function useClipped(list: RefObject<HTMLElement | null>, texts: string): boolean {
  const [clipped, setClipped] = useState(false)
  useLayoutEffect(() => {
    function measure() {
      const text = list.current?.querySelector('p')
      if (texts && text) setClipped(text.scrollHeight > text.clientHeight + 1)
    }
    measure()
    addEventListener('resize', measure)
    return () => removeEventListener('resize', measure)
  }, [list, texts])
  return clipped
}
