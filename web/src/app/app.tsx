import { useEffect, useRef } from 'react'
import { Route, Switch, useLocation } from 'wouter'
import { useLocationProperty, usePathname } from 'wouter/use-browser-location'
import { useHandOver } from '#features/waivers/hand-over'
import { isStaffPath, paths } from '#lib/paths'
import { showPlace } from '#lib/show-place'
import { showTheme } from '#lib/theme'
import { WholePage } from '#ui/chunk'
import { Guard, QueryCache } from './guard'
import { loadGuardedPage, pages } from './pages'

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

/** The routes. An unknown path shows the home page. */
export function App() {
  useHashNavigation()
  const [path] = useLocation()
  const isStaff = isStaffPath(path)
  const isHandedOver = useHandOver() !== undefined
  useEffect(() => showTheme(isStaff), [isStaff])
  // Before anything of staff is rendered. The page of the callback is that of a sign-in's own window.
  if (isHandedOver && path !== paths.callback)
    return (
      <QueryCache key="handed-over">
        <WholePage of={pages.handedOver} />
      </QueryCache>
    )
  return (
    <Switch>
      <Route path={paths.login}>
        <QueryCache>
          <WholePage of={pages.login} />
        </QueryCache>
      </Route>
      <Route path={paths.callback}>
        <WholePage of={pages.callback} />
      </Route>
      <Route path={paths.sessions}>
        <Guard key="sessions" need="user" prepare={loadGuardedPage}>
          <WholePage of={pages.sessions} />
        </Guard>
      </Route>
      <Route path={`${paths.admin}/*?`}>
        <Guard key="dashboard" prepare={loadGuardedPage}>
          <WholePage of={pages.dashboard} />
        </Guard>
      </Route>
      <Route>
        <WholePage of={pages.home} />
      </Route>
    </Switch>
  )
}
