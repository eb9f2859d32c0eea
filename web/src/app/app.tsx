import { Route, Switch } from 'wouter'
import { HomePage } from '../features/home/home-page'
import { ChunkBoundary } from './chunk-boundary'
import { Guard } from './guard'
import { useHashNavigation } from './hash-navigation'
import { CallbackPage, DashboardPage, LoginPage, loadDashboard, SessionsPage } from './pages'
import { paths } from './paths'

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
        <HomePage />
      </Route>
    </Switch>
  )
}
