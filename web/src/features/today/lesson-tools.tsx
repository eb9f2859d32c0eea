import { idempotencyHeader } from '@app/contracts/idempotency'
import { addWalkIn, findWalkIns, removeWalkIn } from '@app/contracts/lessons'
import type { References } from '@app/contracts/tables'
import { type DayLesson, readToday } from '@app/contracts/today'
import type { TableSchema } from '@app/table-schema/schema'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Printer, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { AttendanceSheet } from '#features/attendance/attendance-sheet'
import { useWithdrawMark } from '#features/attendance/use-attendance'
import { heldFor } from '#features/lessons/change-seating'
import { mailAboutLesson } from '#features/lessons/lesson-message'
import { LessonStudents, type StudentPicker } from '#features/lessons/lesson-students'
import { MakeUps, missedBy } from '#features/lessons/make-ups'
import { LessonStudentPicker } from '#features/lessons/student-picker'
import { WaitingList } from '#features/lessons/waiting-list'
import { WalkIn } from '#features/lessons/walk-in'
import { WriteButton } from '#features/mailings/mail-draft'
import { useSchema } from '#features/records/list/use-schema'
import { callApi } from '#lib/call-api'
import { useIsOffline } from '#lib/connection'
import { newKey } from '#lib/idempotency-key'
import { paths } from '#lib/paths'
import { queryOf, useCallMutation } from '#lib/queries'
import { useMayEdit, useSeesOwnOnly } from '#lib/rights'
import { dayAtSchool } from '#lib/school-time'
import { useSettled } from '#lib/use-later'
import { ButtonLink, SmallButton } from '#ui/button'
import { useToast, useUndo } from '#ui/toast'
import { WalkInButton, WalkInDialog, WalkInLater } from './offline/walk-in-later'

type Props = { lesson: DayLesson; onChanged: () => void; onAdded: (student: string | undefined) => void }

/** Adds a walk-in to a lesson of one's own, whose teacher finds students of the school by their names alone. */
const OwnWalkIn = (props: Props) => (
  <WalkInButton
    schema={useSchema('students')}
    dialog={(schema, close) => <OwnDialog {...props} schema={schema} onClose={close} />}
  />
)

const pauseMs = 150

type NewPerson = Parameters<Parameters<typeof WalkInDialog>[0]['saving']['mutate']>[0]

/** Students of the school who are not in the lesson, by the name that is typed. */
function useNames(lesson: string, name: string) {
  const q = useSettled(name.trim(), pauseMs)
  const { data } = useQuery({
    ...queryOf(findWalkIns, { params: { id: lesson }, query: { q } }),
    enabled: q.length >= 2,
    placeholderData: keepPreviousData,
  })
  return q.length >= 2 ? (data?.data ?? []) : []
}

function OwnDialog({ lesson: { id }, schema, ...props }: Props & { schema: TableSchema; onClose: () => void }) {
  const [key] = useState(newKey)
  const [name, setName] = useState('')
  const names = useNames(id, name)
  const showToast = useToast()
  const withdrawMark = useWithdrawMark()
  const undo = useUndo(async () => props.onChanged())
  const add = useCallMutation(addWalkIn, {
    about: id,
    input: ({ person }: NewPerson) => ({
      params: { id },
      body: 'id' in person ? { student: person.id } : person,
      headers: { [idempotencyHeader]: key },
    }),
    onSuccess({ student }, { name: who }) {
      props.onAdded(student)
      props.onChanged()
      props.onClose()
      showToast({
        text: `${who} is in the lesson`,
        undo: () =>
          undo(async () => {
            props.onAdded(undefined)
            await withdrawMark(id, student)
            await callApi(removeWalkIn, { params: { id, student } }).catch((error) => {
              props.onAdded(student)
              throw error
            })
            return `${who} is no longer in the lesson`
          }),
      })
    },
  })
  return <WalkInDialog schema={schema} alike={() => names} onName={setName} saving={add} onClose={props.onClose} />
}

const labelsOf = ({ students }: DayLesson): References => ({
  students: Object.fromEntries(students.map(({ id, label, badges }) => [id, { label, badges }])),
})

/** Actions for one lesson on Today: attendance, its students, its sheet on paper. */
export function LessonTools({ lesson, mayEdit }: { lesson: DayLesson; mayEdit: boolean }) {
  const client = useQueryClient()
  const [adding, setAdding] = useState(false)
  const isOffline = useIsOffline()
  const schema = useSchema('lessons')
  // Whoever marks their own lessons alone does not choose who takes part.
  const mayChange = useMayEdit('lessons') && mayEdit
  const isOwn = useSeesOwnOnly('lessons')
  const reload = () => client.invalidateQueries({ queryKey: [readToday.id] })
  const seating = {
    students: lesson.students.map(({ id }) => id),
    waiting: lesson.waiting.map(({ id }) => id),
    held: heldFor(lesson.waiting),
    makeUps: lesson.makeUps.map(({ id }) => id),
    madeUp: lesson.madeUp.map(({ id }) => id),
    seats: lesson.seats,
    version: lesson.version,
  }
  const picker: StudentPicker = (props) => <LessonStudentPicker {...props} labels={labelsOf(lesson)} />
  const people = new Map([...lesson.makeUps, ...lesson.madeUp, ...lesson.students].map((person) => [person.id, person]))
  const missed = missedBy({ ...lesson, ...lesson.attendance, students: seating.students }, seating)
  const seated = { lesson: lesson.id, seating, picker, onChanged: reload }
  return (
    <>
      {adding && (
        <div data-replaces="students">
          <LessonStudents {...seated} />
        </div>
      )}
      {mayEdit && !lesson.cancelled && (
        <AttendanceSheet
          lesson={lesson}
          walkIn={
            mayChange
              ? (onAdded) => (isOffline ? <WalkInLater lesson={lesson} /> : <WalkIn {...seated} onAdded={onAdded} />)
              : isOwn && !isOffline
                ? (onAdded) => <OwnWalkIn lesson={lesson} onChanged={reload} onAdded={onAdded} />
                : undefined
          }
        />
      )}
      <WaitingList lesson={lesson} seating={seating} waiting={lesson.waiting} mayEdit={mayChange} onChanged={reload} />
      <MakeUps
        lesson={lesson.id}
        schema={schema}
        seating={seating}
        missed={missed.flatMap((id) => people.get(id) ?? [])}
        mayEdit={mayChange}
        onChanged={reload}
      />
      <div className="flex flex-wrap gap-1.5 max-sm:*:px-2 sm:gap-2">
        {mayChange && (
          <SmallButton aria-expanded={adding} onClick={() => setAdding(!adding)}>
            <UserPlus className="size-4.5" />
            {adding ? 'Done' : 'Students'}
          </SmallButton>
        )}
        <Link href={`${paths.roster}?date=${dayAtSchool(lesson.startsAt)}&lesson=${lesson.id}`} asChild>
          <ButtonLink variant="outline" size="small" aria-label={`Roster of ${lesson.title}`}>
            <Printer className="size-4.5" />
            Roster
          </ButtonLink>
        </Link>
        {mayEdit && lesson.students.length > 0 && (
          <WriteButton
            label={`Write to the participants of ${lesson.title}`}
            draft={() => ({ about: { table: 'lessons', ids: [lesson.id] }, ...mailAboutLesson(lesson) })}
          />
        )}
      </div>
    </>
  )
}
