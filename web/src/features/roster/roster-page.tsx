import './roster.css'
import { type RosterLesson, type RosterStudent, readRoster } from '@app/contracts/today'
import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { useSearchParams } from 'wouter'
import { useSchool } from '#content/use-school'
import { queryOf } from '#lib/queries'
import { longDay, schoolTime } from '#lib/school-time'
import { capital, factsText } from '#lib/words'
import { Button } from '#ui/button'
import { LoadError, Loading } from '#ui/load-state'
import { usePageTitle } from '#ui/page-title'
import { PhoneText } from '#ui/phone'

const Contact = ({ guardian, phone }: RosterStudent) => (
  <>
    {guardian}
    {guardian && phone && ', '}
    {phone && <PhoneText phone={phone} />}
  </>
)

/** `Missing`, `Signed, expires Dec 4`. A badge about the waiver adds why, unless it contradicts what is known. */
function waiverText({ badges, waiverSigned }: RosterStudent): string {
  const told = badges.find(({ about, tone }) => about === 'waiver' && (tone === 'red') !== waiverSigned)
  const text = told?.label.replace(/^Waiver /, '')
  return waiverSigned ? ['Signed', text].filter(Boolean).join(', ') : capital(text ?? 'missing')
}

/** Rows to write walk-ins on: the seats that are left, at most four. A canceled lesson has none. */
const freeLines = ({ seats, students, cancelled }: RosterLesson) =>
  Array.from({ length: cancelled ? 0 : Math.max(0, Math.min(4, seats - students.length)) }, (_, at) => at + 1)

/** The sheet of one lesson, with boxes to tick and lines for students who were not booked. */
export const RosterSheet = ({ lesson }: { lesson: RosterLesson }) => (
  <section aria-labelledby={`sheet-${lesson.id}`} className="roster-sheet grid grid-cols-[minmax(0,1fr)] gap-2">
    <h3 id={`sheet-${lesson.id}`} className="text-xl">
      <span className={lesson.cancelled ? 'font-normal line-through' : undefined}>
        <span className="whitespace-nowrap">{schoolTime(lesson.startsAt)}</span> {lesson.title}
      </span>
      {lesson.cancelled && <strong> (canceled)</strong>}
    </h3>
    <p>
      {factsText([
        lesson.place,
        lesson.instructor?.label ?? 'No instructor',
        `${lesson.minutes} min`,
        `${lesson.students.length} of ${lesson.seats}`,
      ])}
    </p>
    <div
      className="overflow-x-auto print:overflow-visible"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      tabIndex={0}
    >
      <table className="roster-table">
        <thead>
          <tr>
            <th scope="col">Here</th>
            <th scope="col">Name</th>
            <th scope="col">Age</th>
            <th scope="col">Level</th>
            <th scope="col">Eye</th>
            <th scope="col">Draw</th>
            <th scope="col">Guardian and phone</th>
            <th scope="col">Waiver</th>
          </tr>
        </thead>
        <tbody>
          {lesson.students.map((student) => (
            <tr key={student.id}>
              <td>
                <Box />
              </td>
              <th scope="row">{student.label}</th>
              <td>{student.age}</td>
              <td>{student.level}</td>
              <td>{student.dominantEye}</td>
              <td>{student.drawLength && `${student.drawLength} in`}</td>
              <td>
                <Contact {...student} />
              </td>
              <td>
                {student.deleted ? null : student.waiverSigned ? (
                  waiverText(student)
                ) : (
                  <Box label={waiverText(student)} />
                )}
              </td>
            </tr>
          ))}
          {freeLines(lesson).map((line) => (
            <tr key={line}>
              <td>
                <Box />
              </td>
              <td colSpan={7}>
                <span className="sr-only">Empty line {line}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </section>
)

/** A box to tick on paper. */
const Box = ({ label }: { label?: string }) => (
  <span className="inline-flex items-center gap-1.5">
    <span aria-hidden="true" className="inline-block size-4 border-2 border-current" />
    {label}
  </span>
)

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
