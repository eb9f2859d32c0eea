/** What some addresses name: records by their ids, and a day with lessons. */
type Ids = { student: string; lesson: string; inquiry: string; day: string }

/** So many are opened by day, one for each way to lay out a page; what the others are made of, journeys and tests of screens show. */
export const pagesByDay = 8

/** The addresses of every screen: which ones there are, the router says (tests/rules/pages.test.ts). */
export const pages: readonly (string | ((ids: Ids) => string))[] = [
  '/',
  '/login',
  '/admin/today',
  '/admin/inbox',
  '/admin/calendar?view=week',
  '/admin/insights',
  // One list has a whole page of rows, that of students; more of the same say nothing.
  '/admin?table=lessons&limit=20',
  ({ lesson }) => `/admin?table=lessons&limit=20&record=${lesson}`,
  '/auth/callback',
  '/admin?table=students',
  '/admin/calendar',
  '/admin/calendar?view=agenda',
  '/admin?table=contact_submissions&limit=20',
  '/admin/people',
  '/admin/setup',
  '/admin/website',
  '/admin/inquiry-settings',
  '/admin/service-accounts',
  '/admin/webhooks',
  '/admin/incoming',
  '/admin/email',
  '/admin/waiver',
  '/admin/person-file',
  '/admin/shape?table=students',
  '/admin/trash?table=students',
  '/admin/activity',
  '/admin/work',
  '/admin/sessions',
  ({ day }) => `/admin/roster?date=${day}`,
  // Opened by their addresses: the record loads together with its list.
  ({ student }) => `/admin?table=students&limit=20&record=${student}`,
  ({ inquiry }) => `/admin?table=contact_submissions&limit=20&record=${inquiry}`,
]
