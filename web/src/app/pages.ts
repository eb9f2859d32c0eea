import { isStaffPath, paths } from '#lib/paths'
import { chunk } from '#ui/chunk'
import { loadStaffPage } from './staff-pages'

export const pages = {
  home: chunk(() => import('#features/home/home').then((file) => file.ShippedHome)),
  login: chunk(() => import('#features/sign-in/login-page').then((file) => file.LoginPage)),
  callback: chunk(() => import('#features/sign-in/callback-page').then((file) => file.CallbackPage)),
  sessions: chunk(() => import('./account-page').then((file) => file.AccountPage)),
  dashboard: chunk(() => import('./dashboard-page').then((file) => file.DashboardPage)),
  handedOver: chunk(() => import('#features/waivers/handed-over-page').then((file) => file.HandedOverPage)),
  sessionDialog: chunk(() => import('#features/sign-in/session-dialog').then((file) => file.SessionDialog)),
}

/** Loads the guarded page of the address, while the guard asks for permission. */
export const loadGuardedPage = (): Promise<unknown> =>
  location.pathname === paths.sessions
    ? pages.sessions.prepare()
    : Promise.all([pages.dashboard.prepare(), loadStaffPage(location.pathname)])

/** After it the page says that it is loading. */
const maxBlankMs = 3_000

/**
 * Loads the chunk of a page before the first render; a guarded page loads its own. A chunk that fails to load is reported by
 * the boundary that renders it.
 */
export async function preparePage(path: string) {
  if (path.startsWith(paths.admin)) return
  const page = !isStaffPath(path) ? pages.home : path.startsWith(paths.login) ? pages.login : pages.callback
  const loaded = page.prepare().catch(() => {})
  await Promise.race([loaded, new Promise((late) => setTimeout(late, maxBlankMs))])
}
