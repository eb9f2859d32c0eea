import { type Document, ObjectId } from 'mongodb'
import type { Product } from '../support/product'

// What a person with a right to their own lessons alone may receive while a colleague changes lessons, students and instructors: marks
// of lessons that were theirs at some moment of the round, of the students in these, and names that these lessons refer to.

/** The record whose text holds a mark, by the number of the mark. */
export type Planted = ReadonlyMap<number, { table: string; id: string }>

const referring = ['instructor', 'students', 'waiting', 'present', 'absent', 'excused']
const listOf = (value: unknown): string[] => [value].flat().filter((one): one is string => typeof one === 'string')

/** Gives every second lesson to one instructor, who is this person, and forgets how lessons were before. Returns the instructor. */
export async function linkLessons({ db }: Product, email: string): Promise<string> {
  const person = String((await db.collection('users').findOne({ email }))!._id)
  const id = new ObjectId()
  const now = new Date()
  const instructor = { name: 'Robin', email: 'robin@example.com', certification: 'level_2', active: true, person }
  await db.collection('instructors').updateMany({ person }, { $set: { person: null } })
  await db.collection('instructors').insertOne({ _id: id, ...instructor, created_at: now, updated_at: now })
  await db.collection('lessons').updateMany({ instructor: { $type: 'string' } }, { $unset: { _revisions: 1 } })
  const all = await db
    .collection('lessons')
    .find({}, { projection: { _id: 1 } })
    .sort({ _id: 1 })
    .toArray()
  const own = all.filter((_, at) => at % 2 === 0).map(({ _id }) => _id)
  await db.collection('lessons').updateMany({ _id: { $in: own } }, { $set: { instructor: String(id) } })
  await db.collection('revisions').deleteMany({ table: 'lessons' })
  await db.collection('trash').deleteMany({ table: 'lessons' })
  return String(id)
}

/** Every value that the reference fields of lessons have had since they were linked, by lesson. */
async function referencesOf({ db }: Product): Promise<Map<string, Map<string, Set<string>>>> {
  const had = new Map<string, Map<string, Set<string>>>()
  const note = (id: string, field: string, value: unknown) => {
    const fields = had.get(id) ?? new Map<string, Set<string>>()
    had.set(id, fields)
    fields.set(field, new Set([...(fields.get(field) ?? []), ...listOf(value)]))
  }
  const noteChanges = (id: string, changes: Document = {}) => {
    for (const field of referring)
      for (const value of (changes[field] as unknown[] | undefined) ?? []) note(id, field, value)
  }
  const noteRecord = (record: Document) => {
    for (const field of referring) note(String(record['_id']), field, record[field])
    for (const { changes } of (record['_revisions'] as Document[] | undefined) ?? [])
      noteChanges(String(record['_id']), changes as Document)
  }
  // What moves meanwhile is in one of them: records first, and once more for what was restored.
  const noteRecords = async () => {
    for (const record of await db.collection('lessons').find().toArray()) noteRecord(record)
  }
  await noteRecords()
  for (const { record } of await db.collection('trash').find({ table: 'lessons' }).toArray())
    noteRecord(record as Document)
  for (const { record_id, changes } of await db.collection('revisions').find({ table: 'lessons' }).toArray())
    noteChanges(String(record_id), changes as Document)
  await noteRecords()
  return had
}

/** Whether somebody who teaches as this instructor may receive a mark. */
export async function mayReceive(
  product: Product,
  instructor: string,
  planted: Planted,
  { n, isLabel }: { n: number; isLabel: boolean },
): Promise<boolean> {
  const about = planted.get(n)
  // Planted in an earlier round: an old value, which the history of a record may still hold.
  if (!about) return true
  const own = [...(await referencesOf(product))].filter(([, fields]) => fields.get('instructor')?.has(instructor))
  const named = (fields: readonly string[]) =>
    own.some(([, had]) => fields.some((field) => had.get(field)?.has(about.id)))
  if (about.table === 'lessons') return own.some(([id]) => id === about.id)
  if (about.table === 'students' && named(['students'])) return true
  return isLabel && ['students', 'instructors'].includes(about.table) && named(referring)
}
