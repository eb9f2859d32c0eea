import { useEffect } from 'react'
import { Route, Switch, useLocation } from 'wouter'
import { isStaffPath, paths } from '#lib/paths'
import { showTheme } from '#lib/theme'
import { ChunkBoundary } from '#ui/chunk-boundary'
import { Guard } from './guard'
import { useHashNavigation } from './hash-navigation'
import { Home } from './home'
import { CallbackPage, DashboardPage, LoginPage, loadDashboard, SessionsPage } from './pages'

/** The routes. An unknown path shows the home page. */
export function App() {
  useHashNavigation()
  const isStaff = isStaffPath(useLocation()[0])
  useEffect(() => showTheme(isStaff), [isStaff])
  return (
    <Switch>
      <Route path={paths.login}>
        <ChunkBoundary>
          <LoginPage />
        </ChunkBoundary>
      </Route>
      <Route path={paths.callback}>
        <ChunkBoundary>
          <CallbackPage />
        </ChunkBoundary>
      </Route>
      <Route path={paths.sessions}>
        <Guard key="sessions" need="user">
          <ChunkBoundary>
            <SessionsPage />
          </ChunkBoundary>
        </Guard>
      </Route>
      <Route path={`${paths.admin}/*?`}>
        <Guard key="dashboard" prepare={loadDashboard}>
          <ChunkBoundary>
            <DashboardPage />
          </ChunkBoundary>
        </Guard>
      </Route>
      <Route>
        <Home />
      </Route>
    </Switch>
  )
}
