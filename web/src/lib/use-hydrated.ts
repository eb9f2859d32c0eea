import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False in the prerendered page, true after hydration. */
export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
