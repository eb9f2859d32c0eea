import { seconds } from '@app/contracts/durations'
import { referencedIds } from '@app/table-schema'
import { type Db, type Document, ObjectId } from 'mongodb'
import type { TableSchemas } from '../inquiries/selected-records'

/** More lessons than a school gives in a week and a day. */
const maxLessons = 1_000
const maxTimeMS = seconds(2)

/** A lesson as a reminder tells it. */
export type LessonAhead = {
  id: string
  title: string
  startsAt: Date
  place: string
  instructor: string
  takesPlace: boolean
  /** The version of its record. */
  changedAt?: Date
}

const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '')
const fields = { title: 1, place: 1, starts_at: 1, instructor: 1, cancelled: 1, updated_at: 1 }

/** Reads lessons as they are now. */
export function lessonsAhead(db: () => Db, schemas: Pick<TableSchemas, 'find'>) {
  const lessons = () => db().collection('lessons')

  async function toLessons(found: readonly Document[]): Promise<LessonAhead[]> {
    if (found.length === 0) return []
    const ids = [...new Set(found.flatMap(({ instructor }) => referencedIds(instructor)))]
    const [schema, people] = await Promise.all([
      schemas.find('lessons'),
      db()
        .collection('instructors')
        .find({ _id: { $in: ids.map((id) => new ObjectId(id)) } }, { projection: { name: 1 }, maxTimeMS })
        .toArray(),
    ])
    const names = new Map(people.map(({ _id, name }) => [String(_id), textOf(name)]))
    const { enum: values = [], enumNames = [] } = schema?.properties['place'] ?? {}
    return found.flatMap(({ _id, title, starts_at: startsAt, place, instructor, cancelled, updated_at }) => {
      if (!(startsAt instanceof Date)) return []
      const at = values.indexOf(place)
      const [teacher = ''] = referencedIds(instructor)
      return {
        id: String(_id),
        title: textOf(title),
        startsAt,
        takesPlace: cancelled !== true,
        place: enumNames[at] ?? textOf(place),
        instructor: names.get(teacher) ?? '',
        ...(updated_at instanceof Date && { changedAt: updated_at }),
      }
    })
  }

  return {
    /** Those that take place and begin after the one instant and before the other, in their order. */
    async between(after: Date, before: Date): Promise<LessonAhead[]> {
      const found = await lessons()
        .find(
          { starts_at: { $gt: after, $lt: before }, cancelled: { $ne: true } },
          { projection: fields, limit: maxLessons, maxTimeMS },
        )
        .sort({ starts_at: 1, _id: 1 })
        .toArray()
      return toLessons(found)
    },

    async find(id: string): Promise<LessonAhead | undefined> {
      const found = await lessons().findOne({ _id: new ObjectId(id) }, { projection: fields, maxTimeMS })
      return (await toLessons(found ? [found] : []))[0]
    },
  }
}

export type LessonsAhead = ReturnType<typeof lessonsAhead>
