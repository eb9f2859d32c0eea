import { type RefObject, useLayoutEffect, useState } from 'react'

/** Whether the first text of a list is cut short in the room that it has; looked at anew when the texts or the window change. */
export function useClipped(list: RefObject<HTMLElement | null>, texts: string): boolean {
  const [clipped, setClipped] = useState(false)
  useLayoutEffect(() => {
    function look() {
      const text = list.current?.querySelector('p')
      if (texts && text) setClipped(text.scrollHeight > text.clientHeight + 1)
    }
    look()
    addEventListener('resize', look)
    return () => removeEventListener('resize', look)
  }, [list, texts])
  return clipped
}
