import { act } from '@testing-library/react'
import { vi } from 'vitest'

/** Stubs media queries with `matches`. Returns what happens when the device is turned: all of them are asked again. */
export function stubMedia(matches: (media: string) => boolean) {
  const listeners = new Set<() => void>()
  vi.stubGlobal('matchMedia', (media: string) => ({
    media,
    get matches() {
      return matches(media)
    },
    addEventListener: (_: string, changed: () => void) => listeners.add(changed),
    removeEventListener: (_: string, changed: () => void) => listeners.delete(changed),
  }))
  return () =>
    act(() => {
      for (const changed of listeners) changed()
    })
}
