import { days, seconds } from '@app/contracts/durations'
import { AppError } from '@app/contracts/errors'
import type { Insights } from '@app/contracts/insights'
import { websiteRight } from '@app/contracts/policy'
import {
  directHost,
  hostKeys,
  otherHosts,
  pageKeys,
  type StoredVisits,
  type VisitedPage,
  type VisitKind,
} from '@app/contracts/visits'
import { startOfDay } from '@app/school-time/school-day'
import { mayUse, type User } from '@app/session'
import type { Collection } from 'mongodb'
import type { TableSchemaStore } from '../tables/table-schema-store'
import type { InsightStore } from './insight-store'

const maxTimeMS = seconds(5)
/** Hosts that are told apart. A year of made-up ones is counted together. */
const maxShown = 100

type Figures = NonNullable<Insights['visits']>
type Source = Figures['sources'][number]

const pages = Object.entries(pageKeys) as [VisitedPage, string][]
const kinds: readonly VisitKind[] = ['views', 'inquiries']

function hostAt(hosts: readonly string[], key: string): string {
  if (key === hostKeys.direct) return directHost
  const place = hosts.findIndex((_, at) => hostKeys.named(at) === key)
  return hosts[place] ?? otherHosts
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)

/** The most frequent hosts, the others together. */
function shownHosts(sources: readonly Source[]): ReadonlySet<string> {
  const views = new Map<string, number>()
  for (const { host, ...each } of sources) views.set(host, (views.get(host) ?? 0) + each.views + each.inquiries)
  const byViews = [...views].sort(([, a], [, b]) => b - a).map(([host]) => host)
  return new Set(byViews.slice(0, maxShown))
}

/** Page views of the days from one to another, and the inquiries that their visits led to. */
export const visitFigures =
  (visits: () => Collection<StoredVisits>) =>
  async (from: string, to: string): Promise<Figures> => {
    const stored = await visits()
      .find({ _id: { $gte: from, $lte: to } }, { sort: { _id: 1 }, maxTimeMS })
      .toArray()
    const total = (day: StoredVisits, kind: VisitKind) =>
      sum(pages.flatMap(([, key]) => Object.values(day[kind]?.[key] ?? {})))
    const found = stored.flatMap((day) =>
      kinds.flatMap((kind) =>
        pages.flatMap(([page, pageKey]) =>
          Object.entries(day[kind]?.[pageKey] ?? {}).map(([key, count]) => ({
            page,
            host: hostAt(day.hosts, key),
            views: 0,
            inquiries: 0,
            [kind]: count,
          })),
        ),
      ),
    )
    const shown = shownHosts(found)
    const sources = new Map<string, Source>()
    for (const { page, host: named, views, inquiries } of found) {
      const host = shown.has(named) ? named : otherHosts
      const known = sources.get(`${page} ${host}`) ?? { page, host, views: 0, inquiries: 0 }
      known.views += views
      known.inquiries += inquiries
      sources.set(`${page} ${host}`, known)
    }
    return {
      byDay: stored.map((day) => ({
        day: day._id,
        views: total(day, 'views'),
        inquiries: total(day, 'inquiries'),
      })),
      sources: [...sources.values()].sort(
        (a, b) => b.views - a.views || b.inquiries - a.inquiries || a.host.localeCompare(b.host),
      ),
    }
  }

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
