import { notePress } from '#app/early-press'
import './app/home.css'

/** Fallback for browsers that do not report paint timing. */
const paintTimeoutMs = 2_000

/** Hydration starts after the first paint, so that its scripts do not compete with the prerendered page. */
function afterFirstPaint(start: () => void) {
  let started = false
  const once = () => {
    if (!started) start()
    started = true
  }
  if (PerformanceObserver.supportedEntryTypes.includes('paint'))
    new PerformanceObserver(once).observe({ type: 'paint', buffered: true })
  setTimeout(once, paintTimeoutMs)
}

// Staff pages and the development server start with an empty root.
const prerendered = document.getElementById('root')?.firstElementChild
if (prerendered) {
  addEventListener('click', notePress)
  afterFirstPaint(() => import('./wake-home'))
} else import('./main')
