import { readRoster } from '@app/contracts/today'
import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { useSearchParams } from 'wouter'
import { useSchool } from '#content/use-school'
import { queryOf } from '#lib/queries'
import { longDay } from '#lib/school-time'
import { Button } from '#ui/button'
import { LoadError, Loading } from '#ui/load-state'
import { usePageTitle } from '#ui/page-title'
import { RosterSheet } from './roster-sheet'
import './roster.css'

const isDate = /^\d{4}-\d{2}-\d{2}$/

/** The print sheet of a day, or of one of its lessons: `?date=2026-11-28&lesson=...`. */
export function RosterPage() {
  const [search] = useSearchParams()
  const date = search.get('date') ?? ''
  const valid = isDate.test(date) && !Number.isNaN(Date.parse(date))
  usePageTitle(valid ? `Roster ${date}` : 'Roster')
  const { data, error, refetch } = useQuery({
    ...rosterQuery(date, search.get('lesson') ?? undefined),
    enabled: valid,
  })
  const school = useSchool()
  if (!valid) return <p>This roster has no day. Open it from Today or from the calendar.</p>
  const failure = error && (
    <div className="print:hidden">
      <LoadError error={error} fallback="Failed to load the roster" isOutdated={!!data} onRetry={() => refetch()} />
    </div>
  )
  if (!data) return failure ?? <Loading>Loading the roster...</Loading>
  return (
    <div className="roster grid grid-cols-[minmax(0,1fr)] gap-6">
      {failure}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          {/* On paper nothing else says whose lessons they are. */}
          <p className="hidden print:block">{school?.name}</p>
          <h2 className="text-2xl">Roster: {longDay(date)}</h2>
        </div>
        <Button className="print:hidden" disabled={data.lessons.length === 0} onClick={() => print()}>
          <Printer className="size-5" />
          Print
        </Button>
      </div>
      {data.lessons.length === 0 && <p>No lessons on this day.</p>}
      {data.lessons.map((lesson) => (
        <RosterSheet key={lesson.id} lesson={lesson} />
      ))}
    </div>
  )
}

const rosterQuery = (date: string, lesson?: string) => queryOf(readRoster, { query: { date, lesson } })
