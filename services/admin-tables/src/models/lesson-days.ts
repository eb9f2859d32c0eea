import { seconds } from '@app/contracts/durations'
import type { Descriptor } from '@app/table-schema'
import { type Collection, type Document, ObjectId } from 'mongodb'
import { collation } from './shown-fields'

const maxTimeMS = seconds(2)
/** More lessons than a school gives in two weeks; it bounds the answer. */
const maxLessons = 300

export type Period = { from: Date; to: Date }
export type PersonRow = Document & { _id: ObjectId }
export type LessonRow = Document & { _id: ObjectId; starts_at: Date; students: string[] }

const isId = (value: unknown) => ObjectId.isValid(String(value)) && String(value).length === 24

/** References are stored as ids; anything else in the field is ignored. */
export const idsIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(String).filter(isId) : [])

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
  'present',
  'absent',
  'excused',
  'updated_at',
]
const projection = Object.fromEntries(lessonFields.map((field) => [field, 1]))

/** What a stored option is called, such as `roseville` -> `Roseville`. */
export function optionName(descriptor: Descriptor | undefined, field: string, value: unknown): string {
  const { enum: options = [], enumNames = [] } = descriptor?.properties[field] ?? {}
  const at = options.indexOf(value as string)
  return at >= 0 ? (enumNames[at] ?? String(value)) : typeof value === 'string' ? value : ''
}

/** Reads lessons of a period together with their people: three queries, however many lessons there are. */
export function lessonDays(collection: (name: string) => Collection) {
  async function people(table: string, ids: readonly string[], fields: readonly string[]) {
    if (ids.length === 0) return new Map<string, PersonRow>()
    const rows = await collection(table)
      .find(
        { _id: { $in: [...new Set(ids)].map((id) => new ObjectId(id)) } },
        { projection: Object.fromEntries(fields.map((field) => [field, 1])), maxTimeMS },
      )
      .toArray()
    return new Map(rows.map((row) => [String(row._id), row as PersonRow]))
  }

  return {
    async lessons({ from, to }: Period): Promise<LessonRow[]> {
      const rows = await collection('lessons')
        .find(
          { starts_at: { $gte: from, $lt: to } },
          { projection, sort: { starts_at: 1, _id: 1 }, limit: maxLessons, collation, maxTimeMS },
        )
        .toArray()
      return rows
        .filter(({ starts_at }) => starts_at instanceof Date)
        .map((row) => ({ ...row, students: idsIn(row.students) }) as LessonRow)
    },

    students: (lessons: readonly LessonRow[], fields: readonly string[]) =>
      people(
        'students',
        lessons.flatMap(({ students }) => students),
        fields,
      ),

    instructors: (lessons: readonly LessonRow[], fields: readonly string[]) =>
      people(
        'instructors',
        lessons.flatMap(({ instructor }) => idsIn([instructor])),
        fields,
      ),
  }
}

export type LessonDays = ReturnType<typeof lessonDays>
