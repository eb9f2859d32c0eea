import { seconds } from '@app/contracts/durations'
import { useStore } from 'jotai'
import { useEffect } from 'react'
import { endsAtom, refreshSiteAtom } from './site-content.atoms'

/** With the few seconds that the service answers from memory, what changes is here within a minute. */
const pause = seconds(50)
const settled = seconds(6)
/** Where a browser does not tell when it has nothing to do. */
const soon = 300

const whenIdle = (run: () => void) =>
  'requestIdleCallback' in window ? void requestIdleCallback(run, { timeout: seconds(2) }) : void setTimeout(run, soon)

/** Until the next look: sooner when something ends meanwhile, a little after its end, so that the service knows it. */
const wait = (ends: readonly number[], now: number) =>
  Math.min(pause, ...ends.filter((end) => end > now).map((end) => end - now + settled))

/** Keeps what staff publish up to date for as long as somebody looks; begins when the page has nothing else to do. */
export function useSiteContent() {
  const store = useStore()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let busy = false
    let gone = false

    async function look() {
      clearTimeout(timer)
      if (busy || gone || document.hidden || navigator.onLine === false) return
      busy = true
      await store.set(refreshSiteAtom)
      busy = false
      if (!gone && !document.hidden) timer = setTimeout(look, wait(store.get(endsAtom), Date.now()))
    }

    whenIdle(look)
    document.addEventListener('visibilitychange', look)
    addEventListener('online', look)
    return () => {
      gone = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
      removeEventListener('online', look)
    }
  }, [store])
}
