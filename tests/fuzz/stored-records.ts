import { cleanRichText } from '@app/rich-text/clean-rich-text'
import { checkedTableSchema, isSystemField, type TableSchema, validateRecord } from '@app/table-schema'
import type { Db, Document } from 'mongodb'
import * as v from 'valibot'
import { pendingField } from '../../services/admin-tables/src/records/revision-store'
import { readRecord } from '../../services/admin-tables/src/tables/read-record'
import { notesKey } from '../../services/admin-tables/src/tables/stored-schema'

/** Collections whose documents hold more than their table shows. */
const wider = new Set(['contact_submissions', 'users'])
/** Beside its fields a document has its id, and revisions that are still to be copied. */
const ownKeys = new Set(['_id', pendingField])

function* namesIn(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return
  if ('_bsontype' in value || value instanceof Date) return
  for (const [name, part] of Object.entries(value)) {
    if (!Array.isArray(value)) yield name
    yield* namesIn(part)
  }
}

async function schemasIn(db: Db): Promise<TableSchema[]> {
  const stored = await db.collection('table_schemas').find().toArray()
  return stored.map(({ _id, position, created_at, updated_at, [notesKey]: _notes, ...rest }) =>
    v.parse(checkedTableSchema, rest),
  )
}

/** The first way in which a record breaks its table's description. */
function faultOf(schema: TableSchema, raw: Buffer): string | undefined {
  const { properties, name } = schema
  const record = readRecord(raw, new Set(Object.keys(properties)))
  const errors = validateRecord(schema, record)
  const [field] = Object.keys(errors)
  if (field) return `${name} ${record.id}: ${errors[field]} (${JSON.stringify(record[field])})`
  const markup = Object.entries(properties).filter(([, { format }]) => format === 'rich_text')
  const dirty = markup.find(
    ([field]) => typeof record[field] === 'string' && cleanRichText(record[field]) !== record[field],
  )
  return dirty ? `${name} ${record.id}: ${dirty[0]} is not clean` : undefined
}

/** Everything stored that the rules would refuse. */
export async function storedFaults(db: Db): Promise<string[]> {
  const faults: string[] = []
  for (const schema of await schemasIn(db)) {
    const rows = (await db.collection(schema.name).find({}, { raw: true }).toArray()) as unknown as Buffer[]
    for (const raw of rows) {
      const fault = faultOf(schema, raw)
      if (fault) faults.push(fault)
    }
  }
  for (const { name } of await db.listCollections().toArray()) {
    if (name.endsWith('.chunks')) continue
    const known = (await schemasIn(db)).find((one) => one.name === name)
    for await (const document of db.collection<Document>(name).find()) {
      const odd = [...namesIn(document)].find(
        (one) => one.startsWith('$') || one.includes('.') || one in {} || one === '__proto__',
      )
      if (odd) faults.push(`${name} ${document._id} has a key ${JSON.stringify(odd)}`)
      const stray =
        known &&
        !wider.has(name) &&
        Object.keys(document).find(
          (key) => !ownKeys.has(key) && !isSystemField(key) && !Object.hasOwn(known.properties, key),
        )
      if (stray) faults.push(`${name} ${document._id} has a field ${JSON.stringify(stray)} that no description has`)
    }
  }
  return faults
}
