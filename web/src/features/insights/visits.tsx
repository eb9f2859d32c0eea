import type { Insights } from '@app/contracts/insights'
import { directHost, otherHosts, type VisitedPage } from '@app/contracts/visits'
import { shortDay } from '#lib/school-time'
import { counted } from '#lib/words'
import { BarChart } from './bar-chart'
import { FigureCard, type Ranked, RankedList } from './figure-card'
import type { Figure } from './figures'
import { daysBefore, type Period } from './insights.api'

type VisitCounts = NonNullable<Insights['visits']>
/** A longer period is shown by week. */
const maxDays = 31

const pageNames: Readonly<Record<VisitedPage, string>> = {
  '/': 'Home page',
  '/privacy': 'Privacy policy',
  '/terms': 'Terms',
  other: 'Address that does not exist',
}

function hostName(host: string): string {
  if (host === directHost) return 'Direct or not known'
  return host === otherHosts ? 'Other sites' : host
}

const weekday = (day: string) => (new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7
const mondayOf = (day: string) => daysBefore(day, weekday(day))

/** Views and inquiries by the site that led to them, whichever page they began with. */
export function bySite({ sources }: VisitCounts): { host: string; views: number; inquiries: number }[] {
  const sites = new Map<string, { host: string; views: number; inquiries: number }>()
  for (const { host, views, inquiries } of sources) {
    const known = sites.get(host) ?? { host, views: 0, inquiries: 0 }
    sites.set(host, { host, views: known.views + views, inquiries: known.inquiries + inquiries })
  }
  return [...sites.values()].sort((a, b) => b.views - a.views || b.inquiries - a.inquiries)
}

/** Page views by day or week, and in the table by site and page. */
export function visitFigure({ byDay, sources }: VisitCounts, { from, to }: Period): Figure {
  const isByWeek = daysBefore(to, maxDays) > from
  const startOf = isByWeek ? mondayOf : (day: string) => day
  const steps: string[] = []
  for (let day = startOf(from); day <= to; day = daysBefore(day, isByWeek ? -7 : -1)) steps.push(day)
  return {
    series: [{ name: 'Page views', tone: 'blue' }],
    bars: steps.map((step) => {
      const found = byDay.filter(({ day }) => startOf(day) === step)
      const views = found.reduce((all, each) => all + each.views, 0)
      const inquiries = found.reduce((all, each) => all + each.inquiries, 0)
      return {
        label: shortDay(step).replace(/^\w+, /, ''),
        caption: String(views),
        values: [views],
        text: `${isByWeek ? 'Week of ' : ''}${shortDay(step)}: ${counted(views, 'page view')}, ${counted(inquiries, 'inquiry', 'inquiries')}`,
      }
    }),
    columns: ['Came from', 'Page', 'Page views', 'Inquiries'],
    rows: sources.map(({ host, page, views, inquiries }) => ({
      cells: [hostName(host), pageNames[page], views, inquiries],
    })),
  }
}

type Props = { visits: NonNullable<Insights['visits']>; period: Period }

const maxSites = 8

function rankedSite({ host, views, inquiries }: ReturnType<typeof bySite>[number]): Ranked {
  const came = inquiries > 0 ? `, ${counted(inquiries, 'inquiry', 'inquiries')}` : ''
  return { name: hostName(host), amount: views, text: counted(views, 'view') + came }
}

/** Views of the website, the sites that led to it, and the inquiries that followed. */
export function Visits({ visits, period }: Props) {
  const { columns, rows, series, bars } = visitFigure(visits, period)
  const sites = bySite(visits)
  const views = sites.reduce((all, site) => all + site.views, 0)
  const inquiries = sites.reduce((all, site) => all + site.inquiries, 0)
  return (
    <FigureCard isWide id="visits" title="Where visitors come from" columns={columns} rows={rows}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-2 lg:gap-8">
        <div className="grid content-start gap-3">
          <p>
            <strong>{counted(views, 'page view')}</strong>, {counted(inquiries, 'inquiry', 'inquiries')} in their visits
          </p>
          <BarChart title="Page views" series={series} bars={bars} />
        </div>
        <div className="grid content-start gap-3">
          <RankedList items={sites.slice(0, maxSites).map(rankedSite)} />
          {sites.length > maxSites && (
            <p className="text-muted">The table has {counted(sites.length - maxSites, 'more site')}.</p>
          )}
          <p className="text-muted text-sm">
            Counted without cookies and addresses; bots and staff excluded, and visitors who do not want to be counted.
          </p>
        </div>
      </div>
    </FigureCard>
  )
}
