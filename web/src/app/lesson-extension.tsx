import { readWaiting } from '@app/contracts/calls/lessons'
import type { FieldSchema } from '@app/contracts/table-schema'
import type { TableRecord } from '@app/contracts/tables'
import { referencedIds, referencedTable, referenceLabel } from '@app/table-schema/references'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useUndoBatch } from '#features/bulk/use-undo-batch'
import { openLessonsWith } from '#features/lessons/lesson-lists'
import { LessonStudents } from '#features/lessons/lesson-students'
import { LessonTitle } from '#features/lessons/lesson-title'
import { LessonListHead } from '#features/lessons/list-head'
import { mailAboutLesson } from '#features/lessons/mail-texts'
import { type MakeUpProps, MakeUps, missedBy } from '#features/lessons/make-ups'
import { RepeatLesson } from '#features/lessons/repeat-lesson'
import { heldFor, seatingFrom } from '#features/lessons/seating'
import { WaitingList } from '#features/lessons/waiting-list'
import { useLabels } from '#features/list/references/labels'
import { ReferenceText } from '#features/list/references/reference-text'
import { useSchema } from '#features/list/use-schema'
import { callApi } from '#lib/call-api'
import { useMayEdit, useSeesOwnOnly } from '#lib/rights'
import type { RecordPartProps, TableExtension } from '#lib/table-extension'
import { LessonNotes } from './lesson-notes'
import { offerToWrite } from './offer-to-write'
import { LessonStudentPicker } from './student-picker'
import { WriteButton } from './write-button'
import { WriteToSelected } from './write-to-selected'

/** What lessons add to the dashboard: their students at the top of the record. */
export const lessonExtension: TableExtension = {
  shownInHead: ['students', 'waiting', 'make_ups', 'made_up'],
  laterFields: ['present', 'absent', 'excused', 'make_ups', 'made_up'],
  referrerTitles: {
    students: 'Lessons',
    waiting: 'Waiting list',
    instructor: 'Lessons',
    present: 'Attended',
    absent: 'Absent',
    excused: 'Excused',
    make_ups: 'Make-ups owed',
    made_up: 'Made up',
  },
  RecordHead: LessonHead,
  cells: { title: LessonTitle },
  FormNotes: LessonNotes,
  opensWith: openLessonsWith,
  ListHead: LessonListHead,
  followUp: offerToWrite,
  BulkActions: WriteToSelected,
}

function LessonHead({ record, onChanged }: RecordPartProps) {
  const undoBatch = useUndoBatch('lessons')
  const schema = useSchema('lessons')
  const students = schema?.properties.students
  const waiting = useWaiting(record)
  const seating = seatingFrom(record, heldFor(waiting))
  const list = (canEdit: boolean) =>
    waiting.length > 0 && (
      <WaitingList
        key={`waiting ${record.id}`}
        lesson={{ id: record.id, startsAt: record['starts_at'], cancelled: record['cancelled'] === true }}
        seating={seating}
        waiting={waiting}
        mayEdit={canEdit}
        onChanged={onChanged}
      />
    )
  const missed = (mayEdit: boolean) => (
    <LessonMakeUps key={`make-ups ${record.id}`} {...{ record, schema, seating, mayEdit, onChanged }} />
  )
  const mayEdit = useMayEdit('lessons')
  const isOwn = useSeesOwnOnly('lessons')
  const write = (
    <WriteButton
      draft={() => ({
        about: { table: 'lessons', ids: [record.id] },
        ...mailAboutLesson({ title: String(record['title'] ?? ''), startsAt: record['starts_at'] }),
      })}
    />
  )
  if (!students || referencedTable(students) !== 'students') return null
  if (!mayEdit)
    return (
      <>
        <LessonSeating record={record} field={students} />
        {list(false)}
        {missed(false)}
        {isOwn && <div className="flex flex-wrap gap-2">{write}</div>}
      </>
    )
  return (
    <>
      <LessonNotes id={record.id} values={record} />
      <LessonStudents
        key={record.id}
        lesson={record.id}
        seating={seating}
        picker={(props) => <LessonStudentPicker {...props} />}
        onChanged={onChanged}
      />
      {list(true)}
      {missed(true)}
      <div className="flex flex-wrap gap-2">
        <RepeatLesson lesson={record} onChanged={onChanged} undoBatch={undoBatch} />
        {write}
      </div>
    </>
  )
}

function LessonMakeUps({ record, ...props }: Pick<RecordPartProps, 'record'> & Omit<MakeUpProps, 'lesson' | 'missed'>) {
  const labels = useLabels()
  const lesson = {
    cancelled: record['cancelled'] === true,
    students: props.seating.students,
    absent: referencedIds(record['absent']),
    excused: referencedIds(record['excused']),
  }
  const missed = missedBy(lesson, props.seating).map((id) => ({
    id,
    label: referenceLabel(labels, 'students', id),
    deleted: labels['students']?.[id]?.deleted,
  }))
  return <MakeUps {...props} lesson={record.id} missed={missed} />
}

/** Who waits for a seat in the lesson, as of this version of it. */
function useWaiting({ id, updated_at, waiting }: TableRecord) {
  const isEmpty = !Array.isArray(waiting) || waiting.length === 0
  const { data } = useQuery({
    queryKey: [readWaiting.id, id, updated_at],
    queryFn: ({ signal }) => callApi(readWaiting, { params: { id }, signal }),
    placeholderData: keepPreviousData,
    enabled: !isEmpty,
  })
  return isEmpty ? [] : (data?.waiting ?? [])
}

/** Who comes to a lesson, for those who may not change it. */
function LessonSeating({ record, field }: Pick<RecordPartProps, 'record'> & { field: FieldSchema }) {
  const { students, seats } = seatingFrom(record)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h4 className="font-semibold tabular-nums">
        Students ({students.length} of {seats}){students.length >= seats && ': full'}
      </h4>
      <ReferenceText field={field} value={students} asLinks />
    </div>
  )
}
