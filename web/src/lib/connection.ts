import { AppError } from '@app/contracts/errors'
import { useSyncExternalStore } from 'react'

/** True if the last call did not reach the server. The browser's own `onLine` is true on any network, however weak. */
let isLost = false
const listeners = new Set<() => void>()

/** A call that got no answer in time, or no answer at all. The cause counts too: some errors are worded for people. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof AppError &&
  (error.code === 'offline' || error.code === 'timed_out' || (error.cause !== undefined && isUnreachable(error.cause)))

/** Notes how a call ended; without an error, or with an answer that is an error, the server was reached. */
export function noteOutcome(error?: unknown) {
  const next = isUnreachable(error)
  if (next === isLost) return
  isLost = next
  for (const listen of listeners) listen()
}

const subscribe = (listen: () => void) => {
  listeners.add(listen)
  return () => listeners.delete(listen)
}

const subscribeToNetwork = (listen: () => void) => {
  for (const type of ['online', 'offline']) addEventListener(type, listen)
  return () => {
    for (const type of ['online', 'offline']) removeEventListener(type, listen)
  }
}

/** True while the browser has no network at all. */
export const useHasNoNetwork = () => useSyncExternalStore(subscribeToNetwork, () => !navigator.onLine)

/** True if the page works without a connection at the moment. */
export const useIsOffline = () => useSyncExternalStore(subscribe, () => isLost)
