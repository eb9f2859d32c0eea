import type { Insights } from '@app/contracts/insights'
import { Link } from 'wouter'
import { listPath } from '#lib/list-address'
import { dayAtSchool, schoolTime, shortDay } from '#lib/school-time'
import { counted, factsText } from '#lib/words'
import { FigureCard } from './figure-card'

const when = (startsAt: string) => `${shortDay(dayAtSchool(startsAt))}, ${schoolTime(startsAt)}`
const pathOf = (id: string) => listPath({ table: 'lessons', record: id })

/** The lessons of the next four weeks that somebody can still join. */
export function FreeSeats({ lessons }: { lessons: NonNullable<Insights['freeSeats']> }) {
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
