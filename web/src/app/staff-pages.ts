import { lazy } from 'react'
import { paths } from '#lib/paths'

const loadToday = () => import('./today')

export const TodayPage = lazy(async () => ({ default: (await loadToday()).Today }))

const loaders: Readonly<Record<string, () => Promise<unknown>>> = {
  [paths.today]: loadToday,
}

/** Loads the chunk of a staff page; the tables are part of the dashboard's own chunk. */
export const loadStaffPage = async (path: string): Promise<unknown> => loaders[path]?.()
