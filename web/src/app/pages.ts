import { lazy } from 'react'
import { isStaffPath, paths } from '#lib/paths'
import { loadStaffPage } from './staff-pages'

const loadLogin = () => import('#features/sign-in/login-page')
const loadCallback = () => import('#features/sign-in/callback-page')
const loadSessions = () => import('./sessions-page')
export const loadDashboard = () => import('./dashboard-page')
export const loadSessionDialog = () => import('#features/sign-in/session-dialog')

export const LoginPage = lazy(async () => ({ default: (await loadLogin()).LoginPage }))
export const CallbackPage = lazy(async () => ({ default: (await loadCallback()).CallbackPage }))
export const SessionsPage = lazy(async () => ({ default: (await loadSessions()).SessionsPage }))
export const SessionDialog = lazy(async () => ({ default: (await loadSessionDialog()).SessionDialog }))
export const DashboardPage = lazy(async () => ({ default: (await loadDashboard()).DashboardPage }))

/**
 * Loads the chunk of a staff page before the first render: React keeps a Suspense fallback for at least 300 ms once it
 * is shown. A chunk that fails to load is reported by the boundary that renders it.
 */
export async function preparePage(path: string) {
  if (!isStaffPath(path)) return
  await loaderOf(path)().catch(() => {})
}

function loaderOf(path: string): () => Promise<unknown> {
  if (path === paths.sessions) return loadSessions
  if (path.startsWith(paths.admin)) return () => Promise.all([loadDashboard(), loadStaffPage(path)])
  return path.startsWith(paths.login) ? loadLogin : loadCallback
}
