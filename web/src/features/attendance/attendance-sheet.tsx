import { type Attendance, attendance, type DayLesson, type LessonPerson } from '@app/contracts/today'
import { useAtomValue, useSetAtom } from 'jotai'
import { Check, CheckCheck, ClipboardCheck, Clock3, X } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { counted } from '#lib/words'
import { StudentBadges } from '#ui/badge'
import { Button } from '#ui/button'
import { PhoneLink } from '#ui/phone'
import { useToast } from '#ui/toast'
import { CollisionNotice } from './collision-notice'
import { EmergencyButton } from './emergency-card'
import { markNames } from './marks'
import { NoteForm } from './offline/note-form'
import { marksPlaceAtom } from './offline/offline-marks'
import { enterAtom, outboxAtom, removeEntryAtom } from './offline/use-send-outbox'
import { useAttendance, useMarks } from './use-attendance'

const icons = { present: Check, absent: X, excused: Clock3 }
const pressed = {
  present: 'aria-pressed:border-good aria-pressed:bg-good aria-pressed:text-card',
  absent: 'aria-pressed:border-bad aria-pressed:bg-bad aria-pressed:text-card',
  excused: 'aria-pressed:border-warn aria-pressed:bg-warn aria-pressed:text-card',
}

type Props = {
  lesson: DayLesson
  /** Adds a student who is not expected, and reports them to be marked as present; nobody when they leave again. */
  walkIn?: ((onAdded: (student: string | undefined) => void) => ReactNode) | undefined
}

/** Attendance of a lesson: one tap for each student, saved at once. */
export function AttendanceSheet({ lesson, walkIn }: Props) {
  const attended = useAttendance(lesson)
  const { marks, mark, markRest, collisions } = attended
  const [open, setOpen] = useState(false)
  const [arrived, setArrived] = useState<string>()
  const isSeated = lesson.students.some(({ id }) => id === arrived)
  // Once the lesson is read with the student: before, the mark would contradict its version.
  const markArrived = useEffectEvent(() => {
    if (arrived !== undefined) mark(arrived, 'present')
    setArrived(undefined)
  })
  useEffect(() => {
    if (isSeated) markArrived()
  }, [isSeated])
  const marked = lesson.students.filter(({ id }) => marks[id]).length
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Button
        variant={open || marked === lesson.students.length ? 'outline' : 'primary'}
        aria-expanded={open}
        className="justify-self-start max-sm:w-full"
        onClick={() => setOpen(!open)}
      >
        <ClipboardCheck className="size-5" />
        {marked === 0 ? 'Take attendance' : `Attendance: ${marked} of ${lesson.students.length} marked`}
      </Button>
      <CollisionNotice lesson={lesson} collisions={collisions} onMark={mark} />
      {open && lesson.students.length === 0 && <p className="text-muted">No students yet.</p>}
      {open && lesson.students.some(({ id }) => !marks[id]) && (
        <Button
          className="justify-self-start max-sm:w-full"
          onClick={() =>
            markRest(
              lesson.students.filter(({ deleted }) => !deleted).map(({ id }) => id),
              'present',
            )
          }
        >
          <CheckCheck className="size-5" />
          {marked === 0 ? 'All present' : 'All others present'}
        </Button>
      )}
      {open && lesson.students.length > 0 && (
        <ul aria-label={`Attendance of ${lesson.title}`} data-replaces="students" className="grid divide-y divide-line">
          {lesson.students.map((student) => (
            <Row key={student.id} student={student} mark={marks[student.id]} onMark={mark} />
          ))}
        </ul>
      )}
      {open && <WaitingWalkIns lesson={lesson.id} />}
      {open && (
        <div className="flex flex-wrap items-start gap-2">
          {walkIn?.(setArrived)}
          <NoteForm table="lessons" record={lesson.id} about={lesson.title} />
        </div>
      )}
      <Status of={attended} open={open} />
    </div>
  )
}

type RowProps = {
  student: LessonPerson
  mark: Attendance | undefined
  onMark: (student: string, mark: Attendance | undefined) => void
}

function Row({ student, mark, onMark }: RowProps) {
  return (
    <li className="flex items-center gap-x-3 py-1 max-sm:flex-wrap">
      {/* On a phone the name leads to all numbers, and badges that open nothing go below the line. */}
      <div className="mr-auto flex min-w-0 flex-wrap items-center gap-x-3 max-sm:contents">
        <span className="min-w-0 max-sm:flex-1">
          <EmergencyButton student={student} />
        </span>
        {student.phone && (
          <span className="max-sm:hidden">
            <PhoneLink phone={student.phone} name={student.phoneOf ?? student.label} />
          </span>
        )}
        <span
          data-brief
          className="flex flex-wrap items-center gap-x-3 empty:hidden max-sm:not-has-[button]:order-1 max-sm:not-has-[button]:basis-full"
        >
          <StudentBadges student={student} badges={student.badges} />
        </span>
      </div>
      <fieldset aria-label={student.label} className="flex shrink-0 gap-1.5">
        {attendance.options.map((option) => {
          const Icon = icons[option]
          return (
            <button
              key={option}
              type="button"
              aria-pressed={mark === option}
              onClick={() => onMark(student.id, mark === option ? undefined : option)}
              title={markNames[option]}
              className={`flex min-h-11 min-w-11 items-center justify-center gap-1.5 rounded-control border-2 border-edge bg-card font-display font-semibold hover:border-forest sm:px-3 ${pressed[option]}`}
            >
              <Icon className="size-5" aria-hidden="true" />
              <span className="max-sm:sr-only">{markNames[option]}</span>
            </button>
          )
        })}
      </fieldset>
    </li>
  )
}

type StatusProps = { of: ReturnType<typeof useAttendance>; open: boolean }

function Status({ of: { status, message, saved, unsaved, save }, open }: StatusProps) {
  const marks = counted(unsaved, 'mark is', 'marks are')
  const place = useAtomValue(marksPlaceAtom)
  const text = {
    saving: 'Saving...',
    offline: `Offline: ${marks} kept on this ${place} and sent when the connection is back.`,
    failed: `${marks} not saved yet. ${message}`,
    idle: open && unsaved === 0 && Object.keys(saved).length > 0 ? 'All marks are saved.' : '',
  }[status]
  return (
    <div className="flex flex-wrap items-center gap-x-3 text-sm empty:hidden">
      <p role="status" className={status === 'offline' || status === 'failed' ? 'text-warn' : 'text-muted'}>
        {text}
      </p>
      {status === 'failed' && (
        <Button size="small" variant="quiet" className="px-0!" onClick={save}>
          Try again
        </Button>
      )}
    </div>
  )
}

/** The walk-ins of a lesson that are not sent yet. */
export function WaitingWalkIns({ lesson }: { lesson: string }) {
  const waiting = useAtomValue(outboxAtom).filter(({ entry }) => entry.kind === 'walk-in' && entry.lesson === lesson)
  const remove = useSetAtom(removeEntryAtom)
  const enter = useSetAtom(enterAtom)
  const showToast = useToast()
  if (waiting.length === 0) return null
  return (
    <ul aria-label="Walk-ins to send" className="grid divide-y divide-line">
      {waiting.map(({ key, entry }) => {
        const name = entry.kind === 'walk-in' ? entry.name : ''
        return (
          <li key={key} className="flex min-h-11 items-center gap-x-3 py-1.5">
            <span className="font-semibold [overflow-wrap:anywhere]">{name}</span>
            <span className="text-muted">Walk-in, present, to send</span>
            <Button
              size="small"
              variant="quiet"
              className="ml-auto min-h-11 min-w-11"
              aria-label={`Remove ${name}`}
              onClick={async () => {
                await remove(key)
                showToast({ text: `${name} is not added`, undo: () => void enter(entry) })
              }}
            >
              <X className="size-5" />
            </Button>
          </li>
        )
      })}
    </ul>
  )
}

const tones = {
  present: 'border-good-line bg-good-soft text-good',
  absent: 'border-bad-line bg-bad-soft text-bad',
  excused: 'border-warn-line bg-warn-soft text-warn',
}

type LineProps = { lesson: DayLesson; student: LessonPerson }

/** A student in the list of a lesson: how they are marked, their number and badges; the name opens the emergency card. */
export function StudentLine({ lesson, student }: LineProps) {
  const mark = useMarks(lesson)[student.id]
  const Icon = mark && icons[mark]
  return (
    <>
      <EmergencyButton student={student} />
      {Icon && (
        <span
          className={`inline-flex items-center gap-1 rounded-full border px-2 py-px font-semibold text-[0.8rem] ${tones[mark]}`}
        >
          <Icon className="size-3.5" aria-hidden="true" />
          {markNames[mark]}
        </span>
      )}
      {student.phone && <PhoneLink phone={student.phone} name={student.phoneOf ?? student.label} />}
      <StudentBadges student={student} badges={student.badges} />
    </>
  )
}
