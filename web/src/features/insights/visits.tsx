import type { Insights } from '@app/contracts/insights'
import { counted } from '#lib/words'
import { BarChart } from './bar-chart'
import { FigureCard } from './figure-card'
import type { Period } from './insights.api'
import { type Ranked, RankedList } from './ranked-list'
import { bySite, hostName, visitFigure } from './visit-figure'

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
