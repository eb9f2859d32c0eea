import { type ComponentType, lazy } from 'react'
import { paths } from '#lib/paths'
import { reloadingImport } from '#lib/reloading-import'

function page<Module>(importFile: () => Promise<Module>, pageOf: (module: Module) => ComponentType) {
  const load = reloadingImport(importFile)
  return { load, Page: lazy(async () => ({ default: pageOf(await load()) })) }
}

/** The staff pages beside the tables, each a chunk of its own. */
export const staffPages = {
  [paths.inquirySettings]: page(
    () => import('#features/inquiries/settings/settings-page'),
    (module) => module.SettingsPage,
  ),
  [paths.today]: page(
    () => import('./today'),
    (module) => module.Today,
  ),
  [paths.calendar]: page(
    () => import('./calendar'),
    (module) => module.Calendar,
  ),
  [paths.insights]: page(
    () => import('#features/insights/insights-page'),
    (module) => module.InsightsPage,
  ),
  [paths.roster]: page(
    () => import('#features/roster/roster-page'),
    (module) => module.RosterPage,
  ),
  [paths.shape]: page(
    () => import('./shape'),
    (module) => module.Shape,
  ),
  [paths.trash]: page(
    () => import('./trash'),
    (module) => module.Trash,
  ),
  [paths.activity]: page(
    () => import('./activity'),
    (module) => module.Activity,
  ),
  [paths.people]: page(
    () => import('./people'),
    (module) => module.People,
  ),
}

const loaders = new Map(Object.entries(staffPages).map(([path, { load }]) => [path, load]))

/** Loads the chunk of a staff page; the tables are part of the dashboard's own chunk. */
export const loadStaffPage = async (path: string): Promise<unknown> => loaders.get(path)?.()
