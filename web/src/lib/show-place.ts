import { paths } from './paths'

const settleDelay = 100

const scrollBehavior = (): ScrollBehavior =>
  matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth'

/** The id in the hash, which may not be decodable. */
function sectionOf(hash: string) {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return hash.slice(1)
  }
}

function showSection(id: string) {
  const section = document.getElementById(id)
  section?.scrollIntoView({ behavior: scrollBehavior() })
  section?.focus({ preventScroll: true })
}

type Place = { path: string; hash: string; first: boolean }

/** Scrolls to the section that the hash names, otherwise to the top of the home page; returns how to cancel it. */
export function showPlace({ path, hash, first }: Place): (() => void) | undefined {
  if (hash) {
    const timer = setTimeout(showSection, settleDelay, sectionOf(hash))
    return () => clearTimeout(timer)
  }
  // The browser restores the position of a reloaded page on its own.
  if (path === paths.home && !first) window.scrollTo({ top: 0, behavior: 'instant' })
  return undefined
}

/** Does so now and at every change of the hash, on a page without a router. */
export function followHash(): void {
  const show = (first: boolean) => showPlace({ path: location.pathname, hash: location.hash, first })
  let cancel = show(true)
  addEventListener('hashchange', () => {
    cancel?.()
    cancel = show(false)
  })
}
