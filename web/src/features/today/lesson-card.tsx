import type { DayLesson, LessonPerson } from '@app/contracts/today'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { listPath } from '#lib/list-address'
import { schoolTime } from '#lib/school-time'
import { counted, factsText } from '#lib/words'
import { Badge } from '#ui/badge'
import { PhoneLink } from '#ui/phone'

type Props = {
  lesson: DayLesson
  /** Another lesson of the same instructor at the same time. */
  conflict: DayLesson | undefined
  /** That its place has too many people at this time. */
  crowded?: string | undefined
  studentLine?: ((lesson: DayLesson, student: LessonPerson) => ReactNode) | undefined
  children: ReactNode
}

/** One lesson: when, where, who teaches, who comes, and how many seats are left. */
export const LessonCard = ({ lesson, conflict, crowded, studentLine, children }: Props) => {
  const { id, title, kind, place, startsAt, minutes, cancelled, instructor, students } = lesson
  return (
    <article
      aria-labelledby={`lesson-${id}`}
      className={`group/lesson grid grid-cols-[minmax(0,1fr)] gap-3 rounded-2xl border border-line p-4 sm:p-5 ${cancelled ? 'bg-sunken text-muted' : 'bg-card'}`}
    >
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4">
        <p className="w-28 whitespace-nowrap font-bold font-display text-2xl leading-tight">
          <time dateTime={startsAt}>{schoolTime(startsAt)}</time>
          <span className="block font-normal text-base text-muted">{minutes} min</span>
        </p>
        <div className="grid min-w-0 gap-0.5">
          <h3 id={`lesson-${id}`} className={`text-xl [overflow-wrap:anywhere] ${cancelled ? 'line-through' : ''}`}>
            <Link href={listPath({ table: 'lessons', record: id })} className="text-link">
              {title}
            </Link>
          </h3>
          <p className="text-muted">{factsText([place, kind])}</p>
        </div>
      </div>
      <p className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1">
        {cancelled && <Badge tone="red" label="Canceled" />}
        <Seats {...lesson} />
        <span className="sr-only">Instructor: </span>
        {instructor && <Person person={instructor} />}
        {/* A lesson that does not take place needs none. */}
        {!instructor &&
          (cancelled ? <span className="sr-only">none</span> : <Badge tone="amber" label="No instructor" />)}
        {conflict && (
          <Badge tone="amber" label={`Also teaches ${conflict.title} at ${schoolTime(conflict.startsAt)}`} />
        )}
        {crowded && <Badge tone="amber" label={crowded} />}
      </p>
      {students.length > 0 && (
        <ul
          aria-label={`Students of ${title}`}
          className="grid divide-y divide-line border-line border-t group-has-[[data-replaces=students]]/lesson:hidden"
        >
          {students.map((student) => (
            <li key={student.id} className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
              {studentLine ? studentLine(lesson, student) : <Person person={student} />}
            </li>
          ))}
        </ul>
      )}
      {children}
    </article>
  )
}

function Seats({ seats, students, waiting, cancelled }: DayLesson) {
  const held = waiting.filter(({ offer }) => offer?.isOpen).length
  const left = seats - students.length - held
  const taken = `${students.length} of ${seats}${held > 0 ? `, ${held} held` : ''}`
  if (cancelled) return <span>{taken}</span>
  if (left <= 0) return <Badge tone="blue" label={`Full: ${taken}`} />
  return (
    <span>
      {taken} <span className="text-muted">({counted(left, 'seat')} left)</span>
    </span>
  )
}

const Person = ({ person: { label, phone, badges, deleted } }: { person: LessonPerson }) => (
  <>
    <span className={deleted ? 'text-muted italic' : 'font-semibold'}>{label}</span>
    {phone && <PhoneLink phone={phone} name={label} />}
    {badges.map((badge) => (
      <Badge key={badge.label} {...badge} />
    ))}
  </>
)
