import { paths } from '#lib/paths'
import { chunk } from '#ui/chunk'

/** The staff pages beside the tables, each a chunk of its own. */
export const staffPages = {
  [paths.inquirySettings]: chunk(
    () => import('#features/inquiries/settings/settings-page'),
    (module) => module.SettingsPage,
  ),
  [paths.today]: chunk(
    () => import('./today'),
    (module) => module.Today,
  ),
  [paths.calendar]: chunk(
    () => import('./calendar'),
    (module) => module.Calendar,
  ),
  [paths.insights]: chunk(
    () => import('#features/insights/insights-page'),
    (module) => module.InsightsPage,
  ),
  [paths.roster]: chunk(
    () => import('#features/roster/roster-page'),
    (module) => module.RosterPage,
  ),
  [paths.shape]: chunk(
    () => import('./shape'),
    (module) => module.Shape,
  ),
  [paths.trash]: chunk(
    () => import('./trash'),
    (module) => module.Trash,
  ),
  [paths.activity]: chunk(
    () => import('./activity'),
    (module) => module.Activity,
  ),
  [paths.people]: chunk(
    () => import('./people'),
    (module) => module.People,
  ),
}

const pages = new Map(Object.entries(staffPages))

/** Loads the chunk of a staff page; the tables are part of the dashboard's own chunk. */
export const loadStaffPage = async (path: string): Promise<unknown> => pages.get(path)?.prepare()
