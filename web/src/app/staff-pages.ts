import { type ComponentType, lazy } from 'react'
import { paths } from '#lib/paths'

const page = (load: () => Promise<ComponentType>) => ({ load, Page: lazy(async () => ({ default: await load() })) })

/** The staff pages beside the tables, each a chunk of its own. */
export const staffPages = {
  [paths.inquirySettings]: page(async () => (await import('#features/inquiries/settings/settings-page')).SettingsPage),
  [paths.today]: page(async () => (await import('./today')).Today),
  [paths.calendar]: page(async () => (await import('./calendar')).Calendar),
  [paths.insights]: page(async () => (await import('#features/insights/insights-page')).InsightsPage),
  [paths.roster]: page(async () => (await import('#features/roster/roster-page')).RosterPage),
  [paths.shape]: page(async () => (await import('./shape')).Shape),
  [paths.trash]: page(async () => (await import('./trash')).Trash),
  [paths.activity]: page(async () => (await import('./activity')).Activity),
  [paths.people]: page(async () => (await import('./people')).People),
}

const loaders = new Map(Object.entries(staffPages).map(([path, { load }]) => [path, load]))

/** Loads the chunk of a staff page; the tables are part of the dashboard's own chunk. */
export const loadStaffPage = async (path: string): Promise<unknown> => loaders.get(path)?.()
