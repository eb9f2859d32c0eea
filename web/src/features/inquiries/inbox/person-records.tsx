import { guardianOf } from '@app/contracts/student'
import type { TableRecord } from '@app/contracts/tables'
import { schoolDay } from '@app/school-time/school-day'
import { badgesOf, holdsWaiver } from '@app/table-schema/badges'
import { tabLabel } from '@app/table-schema/cell'
import { recordLabel } from '@app/table-schema/references'
import type { TableSchema } from '@app/table-schema/schema'
import { useQueries, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { Link } from 'wouter'
import { WaitMenu } from '#features/lessons/wait-menu'
import { singular } from '#features/records/list/record-name'
import { referrersQuery } from '#features/records/list/references/references.api'
import { useSchema } from '#features/records/list/use-schema'
import { listPath, newRecord, newRecordEntry } from '#lib/list-address'
import { useRights } from '#lib/rights'
import { momentText } from '#lib/school-time'
import { StudentBadges } from '#ui/badge'
import { NonePart, PersonPart, type PersonRecordsProps } from './person-panel'
import {
  guardiansOfQuery,
  lessonFrom,
  lessonsOf,
  type PersonLesson,
  studentsOf,
  studentsOfQuery,
} from './person-students'

/** The students and lessons of the person who wrote, as far as the reader may see them, and what can be made of the inquiry. */
export function PersonRecords({ visitor }: PersonRecordsProps) {
  const may = useRights()
  const students = useSchema('students')
  const lessons = useSchema('lessons')
  const { email } = visitor
  const { data: found, error } = useQuery({ ...studentsOfQuery(students, email), enabled: !!students && email !== '' })
  const guardians = useSchema('guardians')
  const { data: families = [] } = useQuery({
    ...guardiansOfQuery(email),
    enabled: !!students?.properties['guardians'] && !!guardians && email !== '',
  })
  const known = studentsOf(found ?? [], families)
  const guardianOf = ({ id }: TableRecord) => families.find((one) => one.students.some((student) => student.id === id))
  const referrers = useQueries({ queries: known.map(({ id }) => referrersQuery('students', id)) })
  const { coming, past } = lessonsOf(referrers.flatMap(({ data = [] }) => data))
  return (
    <>
      {students && (
        <PersonPart
          title={tabLabel(students)}
          action={
            may('students', 'edit') &&
            students.creatable !== false && (
              <Create
                schema={students}
                given={
                  families[0]
                    ? { guardians: families.map(({ guardian }) => guardian.id) }
                    : { name: visitor.name, email: visitor.email }
                }
              />
            )
          }
        >
          {error && <p className="text-bad text-sm">They could not be loaded.</p>}
          {found && known.length === 0 && <NonePart />}
          {known.map((record) => (
            <Student
              key={record.id}
              schema={students}
              record={record}
              guardian={guardianOf(record)?.guardian}
              lessons={may('lessons', 'edit') ? lessons : undefined}
            />
          ))}
        </PersonPart>
      )}
      {lessons && (
        <PersonPart
          title={tabLabel(lessons)}
          action={
            may('lessons', 'edit') &&
            lessons.creatable !== false && <Create schema={lessons} given={lessonFrom(lessons, visitor, known)} />
          }
        >
          {coming.length + past.length === 0 && <NonePart />}
          <Lessons lessons={coming} />
          {past.length > 0 && (
            <details className="text-sm">
              <summary className="min-h-8 w-fit cursor-pointer content-center text-muted">Past lessons</summary>
              <Lessons lessons={past} />
            </details>
          )}
        </PersonPart>
      )}
    </>
  )
}

/** Opens the form of a new record with what the inquiry says. Closing the form leads back. */
const Create = ({ schema, given }: { schema: TableSchema; given: Readonly<Record<string, unknown>> }) => (
  <Link
    href={listPath({ table: schema.name, record: newRecord })}
    {...newRecordEntry(given)}
    className="text-link inline-flex min-h-9 items-center gap-1 text-sm"
  >
    <Plus className="size-4" />
    New {singular(schema).toLowerCase()}
  </Link>
)

type StudentProps = {
  schema: TableSchema
  record: TableRecord
  guardian: TableRecord | undefined
  lessons: TableSchema | undefined
}

/** `guardian`: who wrote, where that is not the student. `lessons`: where the reader may put the student on a waiting list. */
function Student({ schema, record, guardian, lessons }: StudentProps) {
  const today = schoolDay()
  const badges = badgesOf(schema, record, today)
  return (
    <div className="flex flex-wrap items-center gap-x-2 [overflow-wrap:anywhere]">
      <Link
        href={listPath({ table: schema.name, record: record.id })}
        className="text-link inline-flex min-h-9 items-center"
      >
        {recordLabel(schema, record)}
      </Link>
      <StudentBadges student={{ id: record.id, label: recordLabel(schema, record) }} badges={badges} />
      {guardian && <span className="text-muted text-sm">Guardian: {guardianOf(guardian).name}</span>}
      {holdsWaiver(record, today) && <span className="text-muted text-sm">Waiver signed</span>}
      {lessons?.properties['waiting'] && (
        <WaitMenu student={record} name={recordLabel(schema, record)} lessons={lessons} />
      )}
    </div>
  )
}

const Lessons = ({ lessons }: { lessons: readonly PersonLesson[] }) => (
  <ul className="grid gap-1 text-sm empty:hidden">
    {lessons.map(({ id, label, at, isWaiting }) => (
      <li key={id} className="[overflow-wrap:anywhere]">
        <Link href={listPath({ table: 'lessons', record: id })} className="text-link">
          {label}
        </Link>
        {at && (
          <span className="block text-muted">
            {momentText(at)}
            {isWaiting && ', waiting list'}
          </span>
        )}
      </li>
    ))}
  </ul>
)
