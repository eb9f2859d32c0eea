import { lazy } from 'react'
import { isStaffPath, paths } from './paths'

const loadLogin = () => import('../features/sign-in/login-page')
const loadCallback = () => import('../features/sign-in/callback-page')
export const loadDashboard = () => import('../features/tables/dashboard-page')

export const LoginPage = lazy(async () => ({ default: (await loadLogin()).LoginPage }))
export const CallbackPage = lazy(async () => ({ default: (await loadCallback()).CallbackPage }))
export const DashboardPage = lazy(async () => ({ default: (await loadDashboard()).DashboardPage }))

/**
 * Fetches the chunk of a staff page before the page is first drawn: React keeps the word that something is loading for
 * at least 300 ms once it was drawn. A chunk that does not come is reported by whoever draws it.
 */
export async function preparePage(path: string) {
  if (!isStaffPath(path)) return
  const load = path.startsWith(paths.login) ? loadLogin : path.startsWith(paths.admin) ? loadDashboard : loadCallback
  await load().catch(() => {})
}
