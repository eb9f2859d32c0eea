import type { Insights } from '@app/contracts/insights'
import { useState } from 'react'
import { counted } from '#lib/words'
import { FigureCard } from './figure-card'
import { fillingFigure, type GroupKey, groupNames } from './filling-figure'
import type { Period } from './insights.api'
import { ShareBars } from './share-bars'

type Props = { groups: NonNullable<Insights['groups']>; period: Period }

/** Filled seats and absences, by one property of the lessons. */
export function Filling({ groups, period }: Props) {
  const [by, setBy] = useState<GroupKey>('kind')
  const { columns, rows, series, bars } = fillingFigure(by, groups[by], period)
  const marks = (of: 'present' | 'absent' | 'excused') => groups.place.reduce((sum, group) => sum + group[of], 0)
  const present = marks('present')
  const absent = marks('absent')
  const excused = marks('excused')
  const marked = present + absent + excused
  const title = `Seats taken, by ${groupNames[by].toLowerCase()}`
  return (
    <FigureCard isWide id="filling" title="What fills up" columns={columns} rows={rows}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <fieldset className="flex flex-wrap gap-1.5">
          <legend className="sr-only">Group by</legend>
          {(Object.keys(groupNames) as GroupKey[]).map((key) => (
            <button
              key={key}
              type="button"
              aria-pressed={by === key}
              onClick={() => setBy(key)}
              className="min-h-9 rounded-full border border-edge bg-card px-3.5 text-sm hover:border-forest aria-pressed:border-primary aria-pressed:bg-primary aria-pressed:text-on-primary"
            >
              {groupNames[key]}
            </button>
          ))}
        </fieldset>
        <ShareBars title={title} series={series} bars={bars} />
        <p>
          {marked === 0 ? (
            <span className="text-muted">No attendance was taken in this period.</span>
          ) : (
            <>
              <strong>{counted(absent, 'no-show')}</strong> of {counted(marked, 'mark')} (
              {Math.round((absent / marked) * 100)}%), {excused} excused. The table has them for each group.
            </>
          )}
        </p>
      </div>
    </FigureCard>
  )
}
