import { useEffect, useRef } from 'react'
import { useLocationProperty, usePathname } from 'wouter/use-browser-location'
import { paths } from '#lib/paths'
import { showPlace } from '#lib/show-place'

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
    return showPlace({ path, hash, first })
  }, [path, hash])
}
