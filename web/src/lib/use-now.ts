import { seconds } from '@app/contracts/durations'
import { useSyncExternalStore } from 'react'

const every = seconds(20)

let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

function tick() {
  now = Date.now()
  for (const listener of listeners) listener()
}

function listen(listener: () => void) {
  if (listeners.size === 0) {
    now = Date.now()
    timer = setInterval(tick, every)
    // Browsers throttle timers of background pages.
    document.addEventListener('visibilitychange', tick)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    document.removeEventListener('visibilitychange', tick)
  }
}

/** The current time for displays with minute precision; one timer serves all components. */
export const useNow = () => useSyncExternalStore(listen, () => now)
