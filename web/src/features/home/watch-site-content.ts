import { seconds } from '@app/contracts/durations'
import type { getDefaultStore } from 'jotai/vanilla'
import { endsAtom, refreshSiteAtom } from './site-content.atoms'

/** For browsers without `requestIdleCallback`. */
const idleFallbackMs = 300

/** Runs when the browser is idle, after two seconds at the latest. */
export const whenIdle = (run: () => void) =>
  'requestIdleCallback' in window
    ? void requestIdleCallback(run, { timeout: seconds(2) })
    : void setTimeout(run, idleFallbackMs)

/** Together with the service's short cache a change appears within a minute. */
const pollInterval = seconds(50)
const endMargin = seconds(6)

/** Delay until the next poll: earlier when an announcement ends before that, shortly after its end. */
const wait = (ends: readonly number[], now: number) =>
  Math.min(pollInterval, ...ends.filter((end) => end > now).map((end) => end - now + endMargin))

type Store = ReturnType<typeof getDefaultStore>

/** Polls the published content while the page is visible; starts when the browser is idle. Returns how to end it. */
export function watchSiteContent(store: Store): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let busy = false
  let stopped = false

  async function poll() {
    clearTimeout(timer)
    if (busy || stopped || document.hidden || navigator.onLine === false) return
    busy = true
    await store.set(refreshSiteAtom)
    busy = false
    if (!stopped && !document.hidden) timer = setTimeout(poll, wait(store.get(endsAtom), Date.now()))
  }

  whenIdle(poll)
  document.addEventListener('visibilitychange', poll)
  addEventListener('online', poll)
  return () => {
    stopped = true
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', poll)
    removeEventListener('online', poll)
  }
}
