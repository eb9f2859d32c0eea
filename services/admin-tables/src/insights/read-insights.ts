import { days } from '@app/contracts/durations'
import { AppError } from '@app/contracts/errors'
import type { Insights } from '@app/contracts/insights'
import { websiteRight } from '@app/contracts/website/right'
import { startOfDay } from '@app/school-time/school-day'
import { mayUse, type User } from '@app/session'
import type { TableSchemaStore } from '../tables/table-schema-store'
import type { InsightStore } from './insight-store'
import type { visitFigures } from './visit-figures'

type Deps = {
  tables: Pick<TableSchemaStore, 'find'>
  insights: InsightStore
  visits: ReturnType<typeof visitFigures>
  now?: () => number
}

const maxPeriod = days(2 * 366)

/** Figures of a period of school days, as far as the user may see the tables. */
export const readInsights =
  ({ tables, insights, visits, now = Date.now }: Deps) =>
  async (user: User, from: string, to: string): Promise<Insights> => {
    const length = Date.parse(to) - Date.parse(from)
    if (length < 0) throw new AppError('invalid_request', 'The period ends before it begins.')
    if (length > maxPeriod) throw new AppError('invalid_request', 'The period may be two years at most.')
    const period = { from: startOfDay(from), to: startOfDay(to, 1) }
    const may = (table: string) => mayUse(user, table, 'view')
    const lessons = may('lessons') ? await tables.find('lessons') : undefined
    const [inquiries, views, seats, byGroup, freeSeats, levels] = await Promise.all([
      may('contact_submissions') ? insights.inquiries(period, await tables.find('contact_submissions')) : null,
      may(websiteRight) ? visits(from, to) : null,
      may('lessons') ? insights.seats(period, lessons) : null,
      may('lessons') ? insights.groups(period, lessons) : null,
      may('lessons') ? insights.freeSeats(now(), lessons) : null,
      may('students') ? insights.levels(period, await tables.find('students')) : null,
    ])
    return { from, to, inquiries, visits: views, seats, groups: byGroup, freeSeats, levels }
  }
