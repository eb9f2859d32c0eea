import { minutes } from '@app/contracts/durations'
import type { Insights } from '@app/contracts/insights'
import { directHost, otherHosts, type VisitedPage } from '@app/contracts/visits'
import { addDays } from '@app/table-schema/conditions'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'wouter'
import { listPath } from '#lib/list-address'
import { dayAtSchool, schoolTime, shortDay } from '#lib/school-time'
import { spanText } from '#lib/span-text'
import { counted, factsText } from '#lib/words'
import { LoadError, Loading } from '#ui/load-state'
import { usePageTitle } from '#ui/page-title'
import { BarChart } from './bar-chart'
import {
  axisDay,
  type Figure,
  FigureCard,
  heardFromFigure,
  inquiryFigure,
  insightsQuery,
  levelFigure,
  type Period,
  periodFrom,
  presets,
  type Ranked,
  RankedList,
  seatFigure,
} from './figures'
import { Filling } from './filling'

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
const mondayOf = (day: string) => addDays(day, -weekday(day))

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
  const isByWeek = addDays(to, -maxDays) > from
  const startOf = isByWeek ? mondayOf : (day: string) => day
  const steps: string[] = []
  for (let day = startOf(from); day <= to; day = addDays(day, isByWeek ? 7 : 1)) steps.push(day)
  return {
    series: [{ name: 'Page views', tone: 'blue' }],
    bars: steps.map((step) => {
      const found = byDay.filter(({ day }) => startOf(day) === step)
      const views = found.reduce((all, each) => all + each.views, 0)
      const inquiries = found.reduce((all, each) => all + each.inquiries, 0)
      return {
        label: axisDay(step),
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

type VisitsProps = { visits: NonNullable<Insights['visits']>; period: Period }

const maxSites = 8

function rankedSite({ host, views, inquiries }: ReturnType<typeof bySite>[number]): Ranked {
  const came = inquiries > 0 ? `, ${counted(inquiries, 'inquiry', 'inquiries')}` : ''
  return { name: hostName(host), amount: views, text: counted(views, 'view') + came }
}

/** Views of the website, the sites that led to it, and the inquiries that followed. */
function Visits({ visits, period }: VisitsProps) {
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

const when = (startsAt: string) => `${shortDay(dayAtSchool(startsAt))}, ${schoolTime(startsAt)}`
const pathOf = (id: string) => listPath({ table: 'lessons', record: id })

/** The lessons of the next four weeks that somebody can still join. */
function FreeSeats({ lessons }: { lessons: NonNullable<Insights['freeSeats']> }) {
  const all = lessons.reduce((sum, { seats, taken }) => sum + seats - taken, 0)
  return (
    <FigureCard
      id="free-seats"
      title="Free seats, next four weeks"
      empty="No free seats in the next four weeks."
      columns={['Start', 'Lesson', 'Place', 'Seats', 'Free']}
      rows={lessons.map(({ id, startsAt, title, placeName, seats, taken }) => ({
        cells: [when(startsAt), title, placeName, seats, seats - taken],
        href: pathOf(id),
      }))}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
        <p>
          <strong>{counted(all, 'seat')}</strong> in {counted(lessons.length, 'lesson')}
        </p>
        <ul className="max-h-72 overflow-y-auto">
          {lessons.map(({ id, startsAt, title, placeName, seats, taken }) => (
            <li key={id}>
              <Link
                href={pathOf(id)}
                className="grid min-h-11 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 rounded-lg px-2 py-1 hover:bg-sunken"
              >
                <span className="min-w-0 [overflow-wrap:anywhere]">
                  <span className="font-semibold">{title}</span>{' '}
                  <span className="text-muted">{factsText([when(startsAt), placeName])}</span>
                </span>
                <span className="tabular-nums">{seats - taken} free</span>
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </FigureCard>
  )
}

/** Figures of the school over a chosen time. */
export function InsightsPage() {
  usePageTitle('Insights')
  const [search, setSearch] = useSearchParams()
  const period = periodFrom(search, Date.now())
  const { data, error, refetch, isFetching } = useQuery(insightsQuery(period))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6" aria-busy={isFetching}>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h2 className="text-2xl">Insights</h2>
        <PeriodChoice period={period} onChange={(next) => setSearch({ ...next })} />
      </div>
      {error && (
        <LoadError error={error} fallback="Failed to load the figures" isOutdated={!!data} onRetry={() => refetch()} />
      )}
      {!data && !error && <Loading>Counting...</Loading>}
      {data && <Figures {...data} />}
    </div>
  )
}

function Figures({ from, to, inquiries, visits, seats, groups, freeSeats, levels }: Insights) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-2">
      {inquiries && <ReplyTimes {...inquiries} />}
      {inquiries && (
        <Card
          id="inquiries-by-week"
          title="Inquiries a week, by interest"
          figure={inquiryFigure(inquiries)}
          isWide={!freeSeats}
        />
      )}
      {freeSeats && <FreeSeats lessons={freeSeats} />}
      {inquiries && inquiries.heardFrom.length > 0 && <HeardFrom {...heardFromFigure(inquiries, { from, to })} />}
      {visits && <Visits visits={visits} period={{ from, to }} />}
      {groups && <Filling groups={groups} period={{ from, to }} />}
      {seats && <Card id="seats-by-day" title="Seats taken, by lesson day and place" figure={seatFigure(seats)} />}
      {levels && <Card id="students-by-level" title="Students by level" figure={levelFigure(levels)} />}
    </div>
  )
}

type CardProps = { id: string; title: string; figure: Figure; isWide?: boolean }

const Card = ({ id, title, figure: { columns, rows, series, bars }, isWide = false }: CardProps) => (
  <FigureCard id={id} title={title} columns={columns} rows={rows} isWide={isWide}>
    <BarChart title={title} series={series} bars={bars} />
  </FigureCard>
)

const HeardFrom = ({ columns, rows, answers }: ReturnType<typeof heardFromFigure>) => (
  <FigureCard id="heard-from" title="How visitors heard about us" columns={columns} rows={rows} isWide>
    {answers.length > 0 ? <RankedList items={answers} /> : <p className="text-muted">No answers in this period.</p>}
  </FigureCard>
)

function ReplyTimes({
  total,
  answered,
  settled,
  answeredWithin24h,
  medianMinutes,
}: NonNullable<Insights['inquiries']>) {
  const figures = [
    { name: 'Inquiries', value: String(total) },
    { name: 'Answered', value: String(answered) },
    {
      name: 'Answered within 24 hours',
      value: settled > 0 ? `${Math.round((answeredWithin24h / settled) * 100)}%` : 'none due yet',
    },
    { name: 'Median time to answer', value: medianMinutes === null ? 'none yet' : spanText(minutes(medianMinutes)) },
  ]
  return (
    <dl className="grid grid-cols-2 content-start gap-3 lg:col-span-2 lg:grid-cols-4">
      {figures.map(({ name, value }) => (
        <div key={name} className="flex flex-col-reverse justify-end gap-1 rounded-2xl border border-line bg-card p-4">
          <dt className="text-muted">{name}</dt>
          <dd className={`font-bold font-display ${/\d/.test(value) ? 'text-3xl' : 'text-muted text-xl'}`}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

type Props = { period: Period; onChange: (period: Period) => void }

const control = 'min-h-11 rounded-control border-2 border-edge bg-card px-3'

/** A preset or two days of one's own. */
const PeriodChoice = ({ period, onChange }: Props) => (
  <fieldset className="flex flex-wrap items-end gap-3">
    <legend className="sr-only">Period</legend>
    <div className="flex flex-wrap gap-2">
      {presets(Date.now()).map(({ label, from, to }) => (
        <button
          key={label}
          type="button"
          aria-pressed={from === period.from && to === period.to}
          onClick={() => onChange({ from, to })}
          className="min-h-11 rounded-full border-2 border-edge bg-card px-4 font-display font-semibold text-sm hover:border-forest aria-pressed:border-primary aria-pressed:bg-primary aria-pressed:text-on-primary"
        >
          {label}
        </button>
      ))}
    </div>
    {(['from', 'to'] as const).map((end) => (
      <label key={end} className="grid gap-0.5 text-sm">
        {end === 'from' ? 'From' : 'To'}
        <input
          type="date"
          className={control}
          value={period[end]}
          max={end === 'from' ? period.to : undefined}
          min={end === 'to' ? period.from : undefined}
          onChange={({ target }) => target.value && onChange({ ...period, [end]: target.value })}
        />
      </label>
    ))}
  </fieldset>
)
