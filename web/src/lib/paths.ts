export const paths = {
  home: '/',
  inbox: '/admin/inbox',
  inquirySettings: '/admin/inquiry-settings',
  login: '/login',
  callback: '/auth/callback',
  admin: '/admin',
  /** The tables, for users whose dashboard starts elsewhere. */
  tables: '/admin?table',
  today: '/admin/today',
  roster: '/admin/roster',
  calendar: '/admin/calendar',
  insights: '/admin/insights',
  people: '/admin/people',
  /** The first steps of a new school. */
  setup: '/admin/setup',
  /** The editor of the public page. */
  website: '/admin/website',
  serviceAccounts: '/admin/service-accounts',
  webhooks: '/admin/webhooks',
  /** Hooks and calendars that bookings come from. */
  incoming: '/admin/incoming',
  /** True if mail arrives. */
  email: '/admin/email',
  /** The text that students sign. */
  waiver: '/admin/waiver',
  /** Everything about one address. */
  personFile: '/admin/person-file',
  /** Tables and fields. */
  schemaEditor: '/admin/shape',
  trash: '/admin/trash',
  activity: '/admin/activity',
  /** Jobs. */
  work: '/admin/work',
  sessions: '/admin/sessions',
} as const

/** The deleted records of a table. */
export const trashPath = (table: string) => `${paths.trash}?table=${encodeURIComponent(table)}`

type InboxAddress = { view?: string; q?: string; open?: string | undefined; page?: number }

export function inboxPath({ view = 'waiting', q, open, page = 1 }: InboxAddress): string {
  const query = new URLSearchParams({
    ...(view !== 'waiting' && { view }),
    ...(q && { q }),
    ...(page > 1 && { page: String(page) }),
    ...(open && { open }),
  }).toString()
  return query ? `${paths.inbox}?${query}` : paths.inbox
}

export const newServiceAccountPath = `${paths.serviceAccounts}?new=yes`

/** The editor of a table's fields, which begins with a new field and returns to the page before. */
export const addFieldParameter = 'add'
export const addFieldPath = (table: string) =>
  `${paths.schemaEditor}?table=${encodeURIComponent(table)}&${addFieldParameter}=field`

/** Everything about one address, for admins. */
export const personFilePath = (email: string) => `${paths.personFile}?email=${encodeURIComponent(email)}`

/** The login page, which returns to `returnUrl` after signing in. */
export const loginPath = (returnUrl: string) => `${paths.login}?returnUrl=${encodeURIComponent(returnUrl)}`

/** True if a path belongs to the staff pages, which are never prerendered. */
export const isStaffPath = (path: string) =>
  [paths.login, paths.callback, paths.admin].some((known) => path === known || path.startsWith(`${known}/`))
