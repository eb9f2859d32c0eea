import { seconds } from '@app/contracts/durations'
import { visitPath } from '@app/contracts/visit-path'
import type { Visit } from '@app/contracts/visits'

/** In the storage of this tab, until it is closed. */
const storedAs = 'visit'
const pages: readonly string[] = ['/', '/privacy', '/terms'] satisfies Visit['page'][]

/** Do Not Track, Global Privacy Control. */
const objects = () =>
  navigator.doNotTrack === '1' ||
  (navigator as Navigator & { globalPrivacyControl?: boolean }).globalPrivacyControl === true

const hostOf = (address: string) => (/^https?:/.test(address) ? new URL(address).hostname : '')

const shownPage = () => (pages.includes(location.pathname) ? location.pathname : 'other') as Visit['page']

/**
 * With what page this visit began, and which site led to it: kept in this tab, so that it is still known when the visitor has
 * read on. `undefined` for who does not want to be counted, and where the browser does not tell.
 */
export function visitOrigin(): Visit | undefined {
  try {
    if (objects()) return undefined
    const host = hostOf(document.referrer)
    const isOwn = host === '' || host === location.hostname
    const here: Visit = { page: shownPage(), host: isOwn ? '' : host }
    try {
      const known = isOwn && sessionStorage.getItem(storedAs)
      if (known) return JSON.parse(known)
      sessionStorage.setItem(storedAs, JSON.stringify(here))
    } catch {
      // The browser keeps nothing for this site.
    }
    return here
  } catch {
    // Nothing that a visitor does may fail by it.
    return undefined
  }
}

/** Files that make the page readable and usable come first. */
const settleMs = seconds(3)

/**
 * Counts this page view once: when the page has been in sight for a moment after it has loaded, or when the visitor leaves before. A
 * page that the browser only prepares is not in sight.
 */
export function countView(): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  function count() {
    document.removeEventListener('visibilitychange', follow)
    clearTimeout(timer)
    const origin = visitOrigin()
    const view = JSON.stringify({ ...origin, page: shownPage() })
    // The response is of no use, so nothing waits for it.
    if (origin) navigator.sendBeacon?.(visitPath, new Blob([view], { type: 'application/json' }))
  }
  function follow() {
    if (!document.hidden) timer ??= setTimeout(count, settleMs)
    else if (timer) count()
  }
  document.addEventListener('visibilitychange', follow)
  if (document.readyState === 'complete') follow()
  else addEventListener('load', follow)
}
