import type { Conversation } from '@app/contracts/conversations'
import { minutes } from '@app/contracts/durations'
import { listRecords } from '@app/contracts/records'
import { guardianOf } from '@app/contracts/student'
import type { Referrers, TableRecord } from '@app/contracts/tables'
import { schoolDay } from '@app/school-time/school-day'
import { badgesOf, holdsWaiver } from '@app/table-schema/badges'
import { tabLabel } from '@app/table-schema/cell'
import { optionsOf } from '@app/table-schema/field'
import { recordLabel } from '@app/table-schema/references'
import type { TableSchema } from '@app/table-schema/schema'
import { queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { Link } from 'wouter'
import { WaitMenu } from '#features/lessons/wait-menu'
import { singular } from '#features/records/list/record-name'
import { referrersQuery } from '#features/records/list/references/references.api'
import { useSchema } from '#features/records/list/use-schema'
import { callApi } from '#lib/call-api'
import { listPath, newRecord, newRecordEntry } from '#lib/list-address'
import { recordsKey } from '#lib/records'
import { useRights } from '#lib/rights'
import { momentText } from '#lib/school-time'
import { StudentBadges } from '#ui/badge'
import { NonePart, PersonPart, type PersonRecordsProps } from './person-panel'

const maxStudents = 5

async function recordsWith(table: string, field: string, value: string, signal: AbortSignal): Promise<TableRecord[]> {
  const search = new URLSearchParams({ page: '1', limit: String(maxStudents), [field]: value })
  return (await callApi(listRecords, { params: { table }, search, signal })).data
}

/** Students in whose record the address stands. */
export const studentsOfQuery = (schema: TableSchema | undefined, email: string) =>
  queryOptions({
    queryKey: [...recordsKey('students'), 'of', email],
    queryFn: ({ signal }) => recordsWith('students', schema?.properties['email'] ? 'email__eq' : 'q', email, signal),
    staleTime: minutes(1),
  })

type GuardianOf = { guardian: TableRecord; students: TableRecord[] }

/** Guardians with this address, each with their students. */
export const guardiansOfQuery = (email: string) =>
  queryOptions({
    queryKey: [...recordsKey('students'), 'guardians', email],
    queryFn: async ({ signal }): Promise<GuardianOf[]> => {
      const guardians = await recordsWith('guardians', 'email__eq', email, signal)
      return Promise.all(
        guardians.map(async (guardian) => ({
          guardian,
          students: await recordsWith('students', 'guardians', guardian.id, signal),
        })),
      )
    },
    staleTime: minutes(1),
  })

/** The students of an address, each once: those who have it, and those whose guardian has it. */
const studentsOf = (own: readonly TableRecord[], families: readonly GuardianOf[]): TableRecord[] => [
  ...new Map([...own, ...families.flatMap(({ students }) => students)].map((one) => [one.id, one])).values(),
]

/** `isWaiting`: on its waiting list, without a seat. */
export type PersonLesson = Referrers[number]['sample'][number] & { isWaiting?: true }

const onceEach = (lessons: readonly PersonLesson[]) => [...new Map(lessons.map((one) => [one.id, one])).values()]

/** The lessons in which students have a seat or wait for one, each once: those to come in their order, and the last ones. */
function lessonsOf(referrers: Referrers): { coming: PersonLesson[]; past: PersonLesson[] } {
  const of = (field: string) => referrers.filter((one) => one.table === 'lessons' && one.field === field)
  const toCome = (found: Referrers): PersonLesson[] =>
    found.flatMap((one) => one.coming?.sample ?? (one.past ? [] : one.sample))
  const waiting = toCome(of('waiting')).map((one) => ({ ...one, isWaiting: true as const }))
  const coming = onceEach([...waiting, ...toCome(of('students'))])
  const past = onceEach(of('students').flatMap((one) => one.past?.sample ?? []))
  return {
    coming: coming.toSorted((one, other) => (one.at ?? '').localeCompare(other.at ?? '')),
    past: past.toSorted((one, other) => (other.at ?? '').localeCompare(one.at ?? '')),
  }
}

/** The values of a new lesson from an inquiry: a title, the kind where the interest names one, and the students of the person. */
function lessonFrom(
  { properties }: TableSchema,
  { name, email, interest }: Conversation['visitor'],
  students: readonly TableRecord[],
): Record<string, unknown> {
  const kind = optionsOf(properties['kind']).find(({ label }) => label.toLowerCase() === interest.toLowerCase())
  return {
    ...(properties['title'] && { title: [interest, name || email].filter(Boolean).join(', ') }),
    ...(kind && { kind: kind.value }),
    ...(properties['students'] && students.length > 0 && { students: students.map(({ id }) => id) }),
  }
}

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
