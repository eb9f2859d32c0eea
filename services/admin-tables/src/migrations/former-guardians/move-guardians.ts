import { schoolDay } from '@app/school-time/school-day'
import { referencedIds, type TableSchema } from '@app/table-schema'
import { type Db, type Document, ObjectId } from 'mongodb'
import { nextVersion, type Place, placesOf, under } from '../record-places'
import { type Candidate, type Group, guardianGroups } from './guardian-groups'

type Database = Pick<Db, 'collection'>

/** The guardian that was made of a student's text; the text stays for the last release, so this says that it is done. */
export const movedField = 'guardian_moved'
/** Written well within the time limit of a call, on a slow disk, too. */
const chunkSize = 50
const maxPasses = 10

type Student = { place: Place; _id: Document['_id']; record: Document }

const places = placesOf('students')
const fields = ['_id', 'name', 'guardian', 'guardians', 'email', 'phone', 'birth_date', 'updated_at', movedField]
const hasText = { $type: 'string', $ne: '' } as const

async function withText(db: Database): Promise<Student[]> {
  const found = places.map(async (place) => {
    const { from } = place
    const projection = Object.fromEntries(fields.map((name) => [place.path + name, 1]))
    const rows = await db
      .collection(from)
      .find({ ...place.filter, [`${place.path}guardian`]: hasText }, { projection })
      .toArray()
    return rows.map((row) => ({ place, _id: row._id, record: (place.path ? row['record'] : row) as Document }))
  })
  return (await Promise.all(found)).flat()
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
const isMoved = ({ record }: Student) => record[movedField] !== undefined && record[movedField] !== null
/** Staff may have named a guardian before the text was read: that counts. */
const isOpen = (student: Student) =>
  !isMoved(student) &&
  referencedIds(student.record['guardians']).length === 0 &&
  textOf(student.record['guardian']).trim() !== ''

const candidateOf = ({ record }: Student): Candidate => ({
  id: String(record['_id']),
  name: textOf(record['name']).trim(),
  text: textOf(record['guardian']),
  email: record['email'],
  phone: record['phone'],
  birthDate: record['birth_date'],
  moved: textOf(record[movedField]) || undefined,
})

/** Refers one student to the guardian, if nobody has changed the student meanwhile. */
function moveOf({ place: { path }, _id, record }: Student, guardian: string) {
  const { guardian: text, updated_at } = record
  const seen = { guardian: text, updated_at: updated_at ?? null, [movedField]: null }
  const values = { guardians: [guardian], [movedField]: guardian, ...nextVersion(updated_at) }
  return { updateOne: { filter: { _id, ...under(path, seen) }, update: { $set: under(path, values) } } }
}

/** A guardian that no student refers to after all: its student was changed or erased while it was stored. */
async function dropUnused(db: Database, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const [live, trashed] = await Promise.all(
      places.map(({ from, path }) =>
        db.collection(from).findOne({ [`${path}guardians`]: id }, { projection: { _id: 1 } }),
      ),
    )
    if (!live && !trashed) await db.collection('guardians').deleteOne({ _id: new ObjectId(id) })
  }
}

async function moveChunk(db: Database, groups: readonly Group[], open: ReadonlyMap<string, Student>): Promise<number> {
  const at = new Date()
  const missing = groups.filter(({ isNew }) => isNew)
  if (missing.length > 0)
    await db.collection('guardians').bulkWrite(
      missing.map(({ id, guardian }) => ({
        updateOne: {
          filter: { _id: new ObjectId(id) },
          update: {
            $setOnInsert: { ...guardian, second_contact: null, pickup_note: null, created_at: at, updated_at: at },
          },
          upsert: true,
        },
      })),
      { ordered: false },
    )
  let planned = 0
  let changed = 0
  for (const { from } of places) {
    const moves = groups.flatMap(({ id, students }) =>
      students.flatMap((student) => {
        const one = open.get(student)
        return one?.place.from === from ? [moveOf(one, id)] : []
      }),
    )
    planned += moves.length
    if (moves.length > 0) changed += (await db.collection(from).bulkWrite(moves, { ordered: false })).modifiedCount
  }
  if (changed < planned)
    await dropUnused(
      db,
      missing.map(({ id }) => id),
    )
  return changed
}

/** True if the tables have the fields that this fills: an admin may have others by these names. */
export async function mayMoveGuardians(db: Database): Promise<boolean> {
  const schemas = db.collection<{ _id: string; properties?: TableSchema['properties'] }>('table_schemas')
  const [students, guardians] = await Promise.all(['students', 'guardians'].map((_id) => schemas.findOne({ _id })))
  const field = students?.properties?.guardians
  const refers = field === undefined || (field.type === 'array' && field.items?.table === 'guardians')
  const name = guardians?.properties?.name
  return students !== null && refers && (!guardians || name?.type === 'string')
}

/**
 * Makes guardians of the texts of students, and joins those with an equal address or phone. It may be interrupted anywhere and run
 * again, also next to replicas that write such texts. Resolves with how many students it changed.
 */
export async function moveGuardians(db: Database, keepLease = async () => {}): Promise<number> {
  let changed = 0
  for (let pass = 0; pass < maxPasses; pass++) {
    await keepLease()
    const students = await withText(db)
    const open = new Map(students.filter(isOpen).map((one) => [String(one.record['_id']), one]))
    if (open.size === 0 || !(await mayMoveGuardians(db))) return changed
    const stored = await db
      .collection('guardians')
      .find({}, { projection: { email: 1, phone: 1 } })
      .sort({ _id: 1 })
      .toArray()
    const known = stored.map(({ _id, email, phone }) => ({ id: String(_id), email, phone }))
    const among = students.filter((one) => isMoved(one) || open.has(String(one.record['_id'])))
    const groups = guardianGroups(among.map(candidateOf), known, schoolDay()).filter((group) =>
      group.students.some((id) => open.has(id)),
    )
    for (let from = 0; from < groups.length; from += chunkSize) {
      await keepLease()
      changed += await moveChunk(db, groups.slice(from, from + chunkSize), open)
    }
  }
  return changed
}
