import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False in the prerendered page, true once the page can act. */
export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
