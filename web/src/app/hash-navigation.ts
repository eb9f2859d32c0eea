import { useEffect, useRef } from 'react'
import { useLocationProperty, usePathname } from 'wouter/use-browser-location'
import { paths } from '#lib/paths'

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

/** After a navigation, scrolls to the section that the hash names, otherwise to the top of the home page. */
export function useHashNavigation() {
  const path = usePathname({ ssrPath: paths.home })
  const hash = useLocationProperty(
    () => location.hash,
    () => '',
  )
  const started = useRef(false)

  useEffect(() => {
    const first = !started.current
    started.current = true
    if (hash) {
      const timer = setTimeout(showSection, settleDelay, sectionOf(hash))
      return () => clearTimeout(timer)
    }
    // The browser restores the position of a reloaded page by itself.
    if (path === paths.home && !first) window.scrollTo({ top: 0, behavior: 'instant' })
  }, [path, hash])
}
