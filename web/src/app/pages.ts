import { lazy } from 'react'
import { isStaffPath, paths } from '#lib/paths'
import { reloadingImport } from '#lib/reloading-import'
import { loadStaffPage } from './staff-pages'

const loadLogin = reloadingImport(() => import('#features/sign-in/login-page'))
const loadCallback = reloadingImport(() => import('#features/sign-in/callback-page'))
const loadSessions = reloadingImport(() => import('./sessions-page'))
export const loadDashboard = reloadingImport(() => import('./dashboard-page'))
export const loadSessionDialog = reloadingImport(() => import('#features/sign-in/session-dialog'))

export const LoginPage = lazy(async () => ({ default: (await loadLogin()).LoginPage }))
export const CallbackPage = lazy(async () => ({ default: (await loadCallback()).CallbackPage }))
export const SessionsPage = lazy(async () => ({ default: (await loadSessions()).SessionsPage }))
export const SessionDialog = lazy(async () => ({ default: (await loadSessionDialog()).SessionDialog }))
export const DashboardPage = lazy(async () => ({ default: (await loadDashboard()).DashboardPage }))

/** After it the page says that it is loading. */
const maxBlankMs = 3_000

/**
 * Loads the chunk of a staff page before the first render: React keeps a Suspense fallback for at least 300 ms once it
 * is shown. A chunk that fails to load is reported by the boundary that renders it.
 */
export async function preparePage(path: string) {
  if (!isStaffPath(path)) return
  const loaded = loaderOf(path)().catch(() => {})
  await Promise.race([loaded, new Promise((late) => setTimeout(late, maxBlankMs))])
}

function loaderOf(path: string): () => Promise<unknown> {
  if (path === paths.sessions) return loadSessions
  if (path.startsWith(paths.admin)) return () => Promise.all([loadDashboard(), loadStaffPage(path)])
  return path.startsWith(paths.login) ? loadLogin : loadCallback
}
