import { lazy } from 'react'
import { paths } from '#lib/paths'

const loadPeople = () => import('./people')
const loadInquirySettings = () => import('#features/inquiries/settings/settings-page')
const loadToday = () => import('./today')
const loadCalendar = () => import('./calendar')
const loadInsights = () => import('#features/insights/insights-page')
const loadShape = () => import('./shape')
const loadTrash = () => import('./trash')
const loadActivity = () => import('./activity')
const loadRoster = () => import('#features/roster/roster-page')

export const ActivityPage = lazy(async () => ({ default: (await loadActivity()).Activity }))
export const TrashPage = lazy(async () => ({ default: (await loadTrash()).Trash }))
export const CalendarPage = lazy(async () => ({ default: (await loadCalendar()).Calendar }))
export const InsightsPage = lazy(async () => ({ default: (await loadInsights()).InsightsPage }))
export const RosterPage = lazy(async () => ({ default: (await loadRoster()).RosterPage }))
export const PeoplePage = lazy(async () => ({ default: (await loadPeople()).People }))
export const InquirySettingsPage = lazy(async () => ({ default: (await loadInquirySettings()).SettingsPage }))
export const ShapePage = lazy(async () => ({ default: (await loadShape()).Shape }))
export const TodayPage = lazy(async () => ({ default: (await loadToday()).Today }))

const loaders: Readonly<Record<string, () => Promise<unknown>>> = {
  [paths.people]: loadPeople,
  [paths.shape]: loadShape,
  [paths.trash]: loadTrash,
  [paths.activity]: loadActivity,
  [paths.today]: loadToday,
  [paths.inquirySettings]: loadInquirySettings,
  [paths.roster]: loadRoster,
  [paths.insights]: loadInsights,
  [paths.calendar]: loadCalendar,
}

/** Loads the chunk of a staff page; the tables are part of the dashboard's own chunk. */
export const loadStaffPage = async (path: string): Promise<unknown> => loaders[path]?.()
