import { Route, Switch } from 'wouter'
import { paths } from '#lib/paths'
import { ChunkBoundary } from '#ui/chunk-boundary'
import { Guard } from './guard'
import { useHashNavigation } from './hash-navigation'
import { Home } from './home'
import { CallbackPage, DashboardPage, LoginPage, loadDashboard, SessionsPage } from './pages'

/** The routes. An unknown path shows the home page. */
export function App() {
  useHashNavigation()
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
