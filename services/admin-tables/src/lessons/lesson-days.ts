import { collation, instructorsOf, type Scope, withinScope } from '@app/record-query'
import { referencedIds, type TableSchema } from '@app/table-schema'
import { type Db, ObjectId } from 'mongodb'
import { rowReader } from '../records/record-store'
import type { WireRecord } from '../tables/read-record'

/** More lessons than a school gives in two weeks; it bounds the answer. */
const maxLessons = 300

export type Period = { from: Date; to: Date }
export type PersonRow = WireRecord
export type LessonRow = WireRecord & {
  starts_at: string
  students: string[]
  waiting?: string[]
  make_ups?: string[]
  made_up?: string[]
}

const lessonFields = [
  'title',
  'kind',
  'place',
  'starts_at',
  'minutes',
  'seats',
  'cancelled',
  'public',
  'instructor',
  'students',
  'waiting',
  'present',
  'absent',
  'excused',
  'make_ups',
  'made_up',
  'updated_at',
]

/** The label of a stored option, such as `north_field` -> `North field`. */
export function optionName(schema: TableSchema | undefined, field: string, value: unknown): string {
  const { enum: options = [], enumNames = [] } = schema?.properties[field] ?? {}
  const at = options.indexOf(value as string)
  return at >= 0 ? (enumNames[at] ?? String(value)) : typeof value === 'string' ? value : ''
}

/** The people that a stored option has room for at one time, where that was set. */
export function optionCapacity(schema: TableSchema | undefined, field: string, value: unknown): number | null {
  const { enum: options = [], enumCapacities = [] } = schema?.properties[field] ?? {}
  return enumCapacities[options.indexOf(value as string)] ?? null
}

const asLesson = (row: WireRecord) =>
  ({
    ...row,
    students: referencedIds(row['students']),
    waiting: referencedIds(row['waiting']),
    make_ups: referencedIds(row['make_ups']),
    made_up: referencedIds(row['made_up']),
  }) as LessonRow

/** Reads lessons of a period together with their people: a query for each table, however many lessons there are. */
export function lessonDays(db: () => Db) {
  const read = rowReader(db)

  async function people(table: string, given: readonly string[], fields: readonly string[]) {
    const ids = [...new Set(given)]
    if (ids.length === 0) return new Map<string, PersonRow>()
    const filter = { _id: { $in: ids.map((id) => new ObjectId(id)) } }
    const rows = await read(table, filter, fields, { limit: ids.length })
    return new Map(rows.map((row) => [row.id, row]))
  }

  return {
    async lessons({ from, to }: Period, scope: Scope): Promise<LessonRow[]> {
      const options = { sort: { starts_at: 1, _id: 1 }, limit: maxLessons, collation } as const
      const filter = await withinScope(scope, 'lessons', { starts_at: { $gte: from, $lt: to } })
      const rows = await read('lessons', filter, lessonFields, options)
      return rows.filter(({ starts_at }) => typeof starts_at === 'string').map(asLesson)
    },

    /** A lesson by its id. */
    async lesson(id: string, scope: Scope): Promise<LessonRow | undefined> {
      const filter = await withinScope(scope, 'lessons', { _id: new ObjectId(id) })
      const [row] = await read('lessons', filter, lessonFields, { limit: 1 })
      return row && asLesson(row)
    },

    /** The instructors that a user is. */
    instructorsOf: (userId: string): Promise<string[]> => instructorsOf(db(), userId),

    students: (lessons: readonly LessonRow[], fields: readonly string[]) =>
      people(
        'students',
        lessons.flatMap(({ students, waiting = [], make_ups = [], made_up = [] }) => [
          ...students,
          ...waiting,
          ...make_ups,
          ...made_up,
        ]),
        fields,
      ),

    /** The guardians that these students name. */
    guardians: (students: Iterable<PersonRow>, fields: readonly string[]) =>
      people(
        'guardians',
        [...students].flatMap(({ guardians }) => referencedIds(guardians)),
        fields,
      ),

    instructors: (lessons: readonly LessonRow[], fields: readonly string[]) =>
      people(
        'instructors',
        lessons.flatMap(({ instructor }) => referencedIds(instructor)),
        fields,
      ),
  }
}

export type LessonDays = ReturnType<typeof lessonDays>
