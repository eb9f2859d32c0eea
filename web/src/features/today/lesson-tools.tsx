import type { References } from '@app/contracts/tables'
import { type DayLesson, readToday } from '@app/contracts/today'
import { useQueryClient } from '@tanstack/react-query'
import { Printer, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { AttendanceSheet } from '#features/attendance/attendance-sheet'
import { mailAboutLesson } from '#features/lessons/lesson-message'
import { LessonStudents, type StudentPicker } from '#features/lessons/lesson-students'
import { MakeUps, missedBy } from '#features/lessons/make-ups'
import { heldFor } from '#features/lessons/seating'
import { LessonStudentPicker } from '#features/lessons/student-picker'
import { WaitingList } from '#features/lessons/waiting-list'
import { WalkIn } from '#features/lessons/walk-in'
import { WriteButton } from '#features/mailings/mail-draft'
import { useSchema } from '#features/records/list/use-schema'
import { useIsOffline } from '#lib/connection'
import { paths } from '#lib/paths'
import { useMayEdit, useSeesOwnOnly } from '#lib/rights'
import { dayAtSchool } from '#lib/school-time'
import { ButtonLink, SmallButton } from '#ui/button'
import { WalkInLater } from './offline/walk-in-later'
import { OwnWalkIn } from './own-walk-in'

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
