import { foldedLabel } from '@app/contracts/comparable'
import { isObjectId, objectIdPattern } from '@app/contracts/object-id'
import type { Database, MigrationContext } from '@app/mongo/run-migrations'
import { cleanRichText } from '@app/rich-text/clean-rich-text'
import type { TableSchema } from '@app/table-schema'
import { nextVersion, type Place, placesOf, under } from './record-places'

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Finds the id of the one record with this name; `undefined` when there is none or several have it. */
export function idByName(records: Iterable<{ id: string; name: unknown }>) {
  const ids = new Map<string, string | null>()
  for (const { id, name } of records) {
    const folded = foldedLabel(String(name ?? ''))
    ids.set(folded, ids.has(folded) ? null : id)
  }
  return (name: string): string | undefined => ids.get(foldedLabel(name)) ?? undefined
}

/** The notes of a lesson with the name that matches no single instructor. */
export function notesWithName(notes: unknown, name: string, format: string | undefined): string {
  const before = typeof notes === 'string' ? notes : ''
  if (format === 'rich_text') return before + cleanRichText(`<p>Instructor: ${escaped(name)}</p>`)
  return [before, `Instructor: ${name}`].filter(Boolean).join('\n')
}

/** The change of a lesson whose instructor is a name. */
export function lessonChange(
  { instructor, notes }: { instructor: string; notes?: unknown },
  idOf: (name: string) => string | undefined,
  { properties }: Pick<TableSchema, 'properties'>,
): { instructor: string | null; notes?: string } {
  const name = instructor.trim()
  if (!name) return { instructor: null }
  const id = idOf(name)
  return id ? { instructor: id } : { instructor: null, notes: notesWithName(notes, name, properties.notes?.format) }
}

type Lesson = { instructor: string; notes?: unknown; updated_at?: unknown }

/** Written well within the time limit of a call, on a slow disk, too. */
const chunkSize = 50
/** Chunks of which nothing could be changed, one after the other. */
const maxVain = 5
/** Every text that is not an id is a name. */
const name = { $type: 'string', $not: objectIdPattern }

const lessonIn = (document: Record<string, unknown>, { path }: Place) =>
  (path ? document.record : document) as unknown as Lesson

async function instructorIds(db: Database, field: string) {
  const records = await db
    .collection('instructors')
    .find({}, { projection: { [field]: 1 } })
    .toArray()
  const named = records.map((record) => ({ id: String(record._id), name: record[field] }))
  return idByName(named.filter(({ id }) => isObjectId(id)))
}

/** Chunk by chunk. A changed lesson no longer matches, so the next search and another run skip it. */
async function migratePlace(
  { db, keepLease }: MigrationContext,
  place: Place,
  change: (lesson: Lesson) => object,
): Promise<number> {
  const { from, filter, path } = place
  const lessons = db.collection(from)
  const names = { ...filter, [`${path}instructor`]: name }
  let changed = 0
  let vain = 0
  for (;;) {
    await keepLease()
    const chunk = await lessons.find(names).sort({ _id: 1 }).limit(chunkSize).toArray()
    if (chunk.length === 0) return changed
    const { modifiedCount } = await lessons.bulkWrite(
      chunk.map((document) => {
        const lesson = lessonIn(document, place)
        const values = { ...change(lesson), ...nextVersion(lesson.updated_at) }
        const seen = under(path, { instructor: lesson.instructor, updated_at: lesson.updated_at ?? null })
        return {
          updateOne: { filter: { _id: document._id, ...seen }, update: { $set: under(path, values) } },
        }
      }),
      { ordered: false },
    )
    changed += modifiedCount
    // Lessons that are edited meanwhile are read again.
    vain = modifiedCount > 0 ? 0 : vain + 1
    if (vain === maxVain) throw new Error(`lessons could not be changed, for example ${chunk[0]!._id}`)
  }
}

/** The instructor of a lesson was a name; now it refers to the record of that name, or the name goes into the notes. */
export async function lessonInstructors(context: MigrationContext): Promise<number> {
  // One that is not valid may have any shape.
  const schemas = context.db.collection<Partial<TableSchema> & { _id: string }>('table_schemas')
  const { properties } = (await schemas.findOne({ _id: 'lessons' })) ?? {}
  const field = properties?.instructor
  // If an admin has changed the kind of the field, its texts remain.
  if (!properties || field?.format !== 'reference' || field.table !== 'instructors') return 0
  const instructors = await schemas.findOne({ _id: 'instructors' })
  const idOf = await instructorIds(context.db, instructors?.title_field ?? 'name')
  let changed = 0
  for (const place of placesOf('lessons'))
    changed += await migratePlace(context, place, (lesson) => lessonChange(lesson, idOf, { properties }))
  return changed
}
