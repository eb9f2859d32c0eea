import { lessonOf, readWaiting } from '@app/contracts/lessons'
import type { FieldSchema } from '@app/contracts/table-schema'
import type { TableRecord } from '@app/contracts/tables'
import type { Mine } from '@app/contracts/today'
import { fullText } from '@app/table-schema/cell'
import { referencedTable, referenceLabel } from '@app/table-schema/references'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CalendarSync } from 'lucide-react'
import { useState } from 'react'
import { WriteButton } from '#features/mailings/mail-draft'
import { useUndoBatch } from '#features/records/bulk/use-batch'
import { ReferenceText } from '#features/records/list/cells/cell'
import { useLabels } from '#features/records/list/references/references.api'
import { useSchema } from '#features/records/list/use-schema'
import { callApi } from '#lib/call-api'
import type { Filters } from '#lib/list-address'
import { mineQuery } from '#lib/mine'
import { capacityOf } from '#lib/place-load'
import { useMayEdit, useSeesOwnOnly } from '#lib/rights'
import type { Sort } from '#lib/sort'
import { setStartsWithToday, takeTodayOffer } from '#lib/start-page'
import type { FeatureModule, Offer, RecordPartProps, TableExtension } from '#lib/table-extension'
import { SmallButton } from '#ui/button'
import { onDemand } from '#ui/chunk'
import { type LinkedList, ListLinks } from '#ui/list-controls'
import { heldFor, seatingFrom } from './change-seating'
import { InstructorConflict, PlaceConflict } from './conflicts'
import { mailAboutLesson } from './lesson-message'
import { LessonStudents } from './lesson-students'
import { type MakeUpProps, MakeUps, missedBy } from './make-ups'
import { offerToWrite } from './offer-to-write'
import type { RepeatProps } from './repeat-dialog'
import { LessonStudentPicker } from './student-picker'
import { UntoldBulks, UntoldChange } from './untold-change'
import { WaitingList } from './waiting-list'

const RepeatDialog = onDemand(() => import('./repeat-dialog').then((file) => file.RepeatDialog))

/** Opens the dialog that adds a lesson every week. */
function RepeatLesson(props: RepeatProps) {
  const [open, setOpen] = useState(false)
  if (Number.isNaN(Date.parse(lessonOf(props.lesson).startsAt))) return null
  return (
    <>
      <SmallButton onClick={() => setOpen(true)}>
        <CalendarSync className="size-4.5" />
        Repeat
      </SmallButton>
      {open && <RepeatDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

/** With a lesson there is something to see on Today: offers it as the start page, once. */
export const offerToday = (): Offer | undefined =>
  takeTodayOffer()
    ? {
        text: 'Today shows the lessons of each day and who comes. Open the dashboard with it from now on?',
        action: { label: 'Start with Today', run: () => setStartsWithToday(true) },
      }
    : undefined

const inOrder: Sort = { field: 'starts_at', direction: 'asc' }
const upcoming: Filters = { starts_at__gte: 'today' }

/** As the list's own filter prints it. */
const taughtBy = (mine: readonly string[]): Filters =>
  mine.length === 1 ? { instructor: mine[0]! } : { instructor__in: mine.join(',') }

/** The lists of lessons, the first one to open with first: those of the user, if they teach and see others, too. */
const lessonLists = ({ instructors: mine, only }: Mine): LinkedList[] => [
  ...(mine.length > 0 && !only ? [{ label: 'Mine', filters: { ...upcoming, ...taughtBy(mine) }, sort: inOrder }] : []),
  { label: 'Upcoming', filters: upcoming, sort: inOrder },
  { label: 'Make-ups owed', filters: { make_ups__null: 'false' }, sort: inOrder },
  { label: 'All', filters: {}, sort: null },
]

/** The filters and the order that the list of lessons opens with. */
const openLessonsWith = {
  ...mineQuery,
  select: (mine: Mine) => {
    const [{ filters, sort }] = lessonLists(mine) as [LinkedList]
    return { filters, sort }
  },
}

function LessonListHead({ view }: { view: { filters: Filters; q: string } }) {
  const { data } = useQuery(mineQuery)
  const lists = lessonLists(data ?? { instructors: [], only: false })
  return (
    <ListLinks label="Lists of lessons" table="lessons" lists={lists} view={view}>
      <UntoldBulks />
    </ListLinks>
  )
}

/** Lessons, with their students at the top of the record. */
const lessons: TableExtension = {
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
  afterCreate: offerToday,
}

export const lessonsModule: FeatureModule = { tables: { lessons } }

function LessonHead({ record, onChanged }: RecordPartProps) {
  const undoBatch = useUndoBatch('lessons')
  const schema = useSchema('lessons')
  const students = schema?.properties.students
  const waiting = useWaiting(record)
  const lesson = lessonOf(record)
  const seating = seatingFrom(record, heldFor(waiting ?? []))
  // The room that it takes: the sections below stay where they are.
  const list = (canEdit: boolean) =>
    waiting === undefined ? (
      <div aria-hidden="true" style={{ height: `${1.75 + 2.8 * lesson.waiting.length}rem` }} />
    ) : waiting.length === 0 ? null : (
      <WaitingList
        key={`waiting ${record.id}`}
        lesson={{ id: record.id, startsAt: lesson.startsAt, cancelled: lesson.cancelled }}
        seating={seating}
        waiting={waiting}
        mayEdit={canEdit}
        onChanged={onChanged}
      />
    )
  const missed = (mayEdit: boolean) => (
    <LessonMakeUps
      key={`make-ups ${record.id}`}
      record={record}
      schema={schema}
      seating={seating}
      mayEdit={mayEdit}
      onChanged={onChanged}
    />
  )
  const mayEdit = useMayEdit('lessons')
  const isOwn = useSeesOwnOnly('lessons')
  const write = (
    <WriteButton
      draft={() => ({
        about: { table: 'lessons', ids: [record.id] },
        ...mailAboutLesson(lesson),
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
      <UntoldChange schema={schema} record={record} />
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
  const lesson = { ...lessonOf(record), students: props.seating.students }
  const missed = missedBy(lesson, props.seating).map((id) => ({
    id,
    label: referenceLabel(labels, 'students', id),
    deleted: labels['students']?.[id]?.deleted,
  }))
  return <MakeUps {...props} lesson={record.id} missed={missed} />
}

/** The waiting list, as of this version of the lesson; undefined until it is there. */
function useWaiting({ id, updated_at, waiting }: TableRecord) {
  const isEmpty = !Array.isArray(waiting) || waiting.length === 0
  const { data, isError } = useQuery({
    queryKey: [readWaiting.id, id, updated_at],
    queryFn: ({ signal }) => callApi(readWaiting, { params: { id }, signal }),
    placeholderData: keepPreviousData,
    enabled: !isEmpty,
  })
  if (isEmpty) return []
  return data?.waiting ?? (isError ? [] : undefined)
}

/** The students of a lesson, for people who may not change it. */
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

type Props = { id: string | undefined; values: Readonly<Record<string, unknown>> }

/** Conflicts of a lesson's time: its instructor is needed twice, or its place is too small. */
function LessonNotes({ id, values }: Props) {
  const schema = useSchema('lessons')
  const place = fullText(schema?.properties['place'] ?? { type: 'string' }, values['place'])
  return (
    <>
      <InstructorConflict id={id} values={values} />
      <PlaceConflict id={id} values={values} place={place} capacity={capacityOf(schema, values['place'])} />
    </>
  )
}

/** The title of a lesson in a list; a canceled one looks canceled. */
function LessonTitle({ record }: { record: TableRecord }) {
  const { title, cancelled } = lessonOf(record)
  if (!cancelled) return title
  return (
    <>
      <span aria-hidden="true" className="mr-1.5 font-semibold text-bad text-xs">
        Canceled
      </span>
      <s className="font-normal text-muted">{title}</s>
      <span className="sr-only"> (canceled)</span>
    </>
  )
}
