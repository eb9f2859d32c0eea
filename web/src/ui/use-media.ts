import { useSyncExternalStore } from 'react'

const match = (query: string) => (typeof matchMedia === 'function' ? matchMedia(query) : undefined)

/** Whether a media query matches; `fallback` where the browser cannot say. */
export const useMedia = (query: string, fallback = true) =>
  useSyncExternalStore(
    (changed) => {
      const list = match(query)
      list?.addEventListener('change', changed)
      return () => list?.removeEventListener('change', changed)
    },
    () => match(query)?.matches ?? fallback,
  )
