import { askEarly } from '#lib/early-answers'
import { paths } from '#lib/paths'
import { firstSort, inTabOrder, printSort, type Sort } from '#lib/sort'
import { startsWithToday } from '#lib/start-page'
import { staffFiles } from './staff-files'

/** Written out, since the calls' descriptions would come with the first file. */
export const early = {
  user: '/api/users/me',
  status: '/api/admin/status',
  tables: '/api/admin/schemas',
  today: '/api/today',
  /** The address of a list as `pageQuery` prints it, before anything is narrowed. */
  list: (table: string, schema: Parameters<typeof firstSort>[0] = {}) =>
    `/api/tables/${encodeURIComponent(table)}?page=1&limit=50&sort=${encodeURIComponent(printSort(firstSort(schema)))}`,
}

/** Parameters that leave the list as it is. */
const besideList = ['table', 'record', 'mode']

function loadFiles(path: string) {
  if (path === paths.sessions) return
  import('./dashboard-page').catch(() => {})
  if (Object.hasOwn(staffFiles, path)) staffFiles[path]?.().catch(() => {})
}

/** The table of the address as its page will show it, if nothing narrows its list. */
function tableOf<Table extends { name: string }>(search: URLSearchParams, schemas: readonly Table[]) {
  if ([...search.keys()].some((key) => !besideList.includes(key))) return undefined
  return schemas.find(({ name }) => name === search.get('table')) ?? inTabOrder(schemas)[0]
}

/** Requests what the page shows first: the day, or the list of the address. */
async function askForData(path: string) {
  if (path === paths.today) await askEarly(early.today)
  if (path !== paths.admin) return
  const schemas = await askEarly(early.tables)
  const tables: { name: string; first_sort?: Sort }[] = schemas?.ok ? await schemas.json() : []
  const table = tableOf(new URLSearchParams(location.search), tables)
  if (table) await askEarly(early.list(table.name, table))
}

/**
 * Starts the requests of a staff page while its program loads. Visitors who are not signed in make only the call
 * that finds this out.
 */
export async function start() {
  const opensToday = location.pathname === paths.admin && location.search === '' && startsWithToday()
  const path = opensToday ? paths.today : location.pathname
  const asking = askEarly(early.user)
  loadFiles(path)
  const user = await asking
  if (!user?.ok || path === paths.sessions) return
  const { role } = await user.json()
  await Promise.all([askEarly(early.status), role !== 'user' && askForData(path)])
}
