import { seconds } from '@app/contracts/durations'
import { reportView } from '#lib/visit'

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
    reportView()
  }
  function follow() {
    if (!document.hidden) timer ??= setTimeout(count, settleMs)
    else if (timer) count()
  }
  document.addEventListener('visibilitychange', follow)
  if (document.readyState === 'complete') follow()
  else addEventListener('load', follow)
}
