import { useRef, useSyncExternalStore } from 'react'

/** A phone, upright. */
export const phone = '(max-width: 39.99rem)'

const match = (query: string) => (typeof matchMedia === 'function' ? matchMedia(query) : undefined)

/**
 * True if a media query matches; `fallback` where the browser cannot say. While the page is printed, it keeps its value: a sheet of
 * paper is wider than a phone, and a layout that changes then would remove what is being printed.
 */
export function useMedia(query: string, fallback = true): boolean {
  const onScreen = useRef<boolean>(undefined)
  return useSyncExternalStore(
    (changed) => {
      const list = match(query)
      list?.addEventListener('change', changed)
      return () => list?.removeEventListener('change', changed)
    },
    () => {
      if (onScreen.current === undefined || !match('print')?.matches)
        onScreen.current = match(query)?.matches ?? fallback
      return onScreen.current
    },
  )
}
