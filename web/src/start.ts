import { enableForms, noteAction, noteQuestion } from '#features/home/islands/early-action'
import { loadFailure } from '#lib/load-failure'
import { reloadingImport } from '#lib/reloading-import'
import { countView } from '#lib/visit'
import './features/home/home.css'

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

/** Without the program there is no React to show it. */
function showLoadFailure() {
  const heading = Object.assign(document.createElement('h1'), { textContent: loadFailure.title, className: 'text-3xl' })
  const text = Object.assign(document.createElement('p'), { textContent: loadFailure.text })
  const button = Object.assign(document.createElement('button'), { type: 'button', textContent: loadFailure.action })
  button.className = 'min-h-11 px-4 underline'
  button.addEventListener('click', () => location.reload())
  const page = Object.assign(document.createElement('main'), {
    className: 'page-width grid min-h-svh content-center justify-items-center gap-4 py-10 text-center',
  })
  page.append(heading, text, button)
  document.getElementById('root')?.replaceChildren(page)
}

const hydrateHome = reloadingImport(() => import('#features/home/hydrate-home'))
const beginStaffPage = reloadingImport(() => import('#app/staff-start'))
const startProgram = reloadingImport(() => import('./main'))

// Staff pages and the development server start with an empty root.
const prerendered = document.getElementById('root')?.firstElementChild
if (prerendered) {
  countView()
  // A legal page has nothing to hydrate.
  if (document.querySelector('[data-island]')) {
    addEventListener('click', noteAction)
    addEventListener('click', noteQuestion)
    addEventListener('submit', noteAction)
    enableForms()
    // Without its program the prerendered page can be read, and its links work.
    afterFirstPaint(() => hydrateHome().catch(() => {}))
  }
} else {
  startProgram().catch(showLoadFailure)
  // The program makes up for everything that fails here.
  if (location.pathname.startsWith('/admin'))
    beginStaffPage()
      .then(({ start }) => start())
      .catch(() => {})
}
