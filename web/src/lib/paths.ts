/** Every address of the site is made here. */
export const paths = {
  home: '/',
  login: '/login',
  callback: '/auth/callback',
  admin: '/admin',
  sessions: '/admin/sessions',
  /** Served by the API, no page of this app. */
  reference: '/api/docs',
} as const

/** The login page that leads back to `returnUrl` afterwards. */
export const loginPath = (returnUrl: string) => `${paths.login}?returnUrl=${encodeURIComponent(returnUrl)}`

/** Whether a path belongs to the staff pages, which are never prerendered. */
export const isStaffPath = (path: string) =>
  [paths.login, paths.callback, paths.admin].some((known) => path === known || path.startsWith(`${known}/`))
