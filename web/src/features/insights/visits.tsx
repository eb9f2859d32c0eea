import type { Insights } from '@app/contracts/insights'
import { counted } from '#lib/words'
import { BarChart } from './bar-chart'
import { FigureCard } from './figure-card'
import type { Period } from './insights.api'
import { bySite, hostName, visitFigure } from './visit-figure'

type Props = { visits: NonNullable<Insights['visits']>; period: Period }

const maxSites = 8

/** How often the website was looked at, which sites led to it, and what came of it. */
export function Visits({ visits, period }: Props) {
  const { columns, rows, series, bars } = visitFigure(visits, period)
  const sites = bySite(visits)
  const views = sites.reduce((all, site) => all + site.views, 0)
  const inquiries = sites.reduce((all, site) => all + site.inquiries, 0)
  const most = Math.max(1, ...sites.map((site) => site.views))
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
          <ol className="grid gap-1">
            {sites.slice(0, maxSites).map(({ host, ...site }) => (
              <li key={host} className="relative grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 rounded-lg px-2 py-1.5">
                <span
                  aria-hidden="true"
                  className="absolute inset-y-0 left-0 rounded-lg bg-sunken"
                  style={{ width: `${(site.views / most) * 100}%` }}
                />
                <bdi className="relative min-w-0 truncate font-semibold" title={hostName(host)}>
                  {hostName(host)}
                </bdi>
                <span className="relative tabular-nums">
                  {counted(site.views, 'view')}
                  {site.inquiries > 0 && <>, {counted(site.inquiries, 'inquiry', 'inquiries')}</>}
                </span>
              </li>
            ))}
          </ol>
          {sites.length > maxSites && (
            <p className="text-muted">The table has {counted(sites.length - maxSites, 'more site')}.</p>
          )}
          <p className="text-muted text-sm">
            Counted without cookies and addresses. Visitors who do not want to be counted, programs and signed-in staff
            are left out.
          </p>
        </div>
      </div>
    </FigureCard>
  )
}
