import './app/styles.css'

/** Should a browser not tell when it has painted. */
const patience = 2_000

/** The home page arrives complete: it is painted first, and the program that brings it to life does not compete. */
function afterFirstPaint(start: () => void) {
  let started = false
  const once = () => {
    if (!started) start()
    started = true
  }
  if (PerformanceObserver.supportedEntryTypes.includes('paint'))
    new PerformanceObserver(once).observe({ type: 'paint', buffered: true })
  setTimeout(once, patience)
}

// The shell of the staff pages and the development server start empty.
const prerendered = document.getElementById('root')?.firstElementChild
if (prerendered) afterFirstPaint(() => import('./hydrate-home'))
else import('./main')
