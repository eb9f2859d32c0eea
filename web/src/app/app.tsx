import { lazy } from 'react'
import { Route, Switch } from 'wouter'
import { HomePage } from '../features/home/home-page'
import { ChunkBoundary } from './chunk-boundary'
import { Guard } from './guard'
import { useHashNavigation } from './hash-navigation'
import { paths } from './paths'

const LoginPage = lazy(async () => ({ default: (await import('../features/sign-in/login-page')).LoginPage }))
const CallbackPage = lazy(async () => ({ default: (await import('../features/sign-in/callback-page')).CallbackPage }))
const loadDashboard = () => import('../features/tables/dashboard-page')
const DashboardPage = lazy(async () => ({ default: (await loadDashboard()).DashboardPage }))

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
      <Route path={`${paths.admin}/*?`}>
        <Guard prepare={loadDashboard}>
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
