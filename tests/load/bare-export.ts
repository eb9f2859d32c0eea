import { csvHeader, csvLines, type Descriptor } from '@app/table-schema'
import { MongoClient } from 'mongodb'

// The bare limit of an export: a cursor and the same CSV lines, discarded. Prints rows per second.

const [uri = '', table = ''] = process.argv.slice(2)
const client = await new MongoClient(uri).connect()
const descriptor = await client.db().collection('table_schemas').findOne({ name: table })
if (!descriptor) throw new Error(`There is no table ${table}`)
const lineOf = csvLines(descriptor as unknown as Descriptor)
const encoder = new TextEncoder()

const startedAt = performance.now()
let rows = 0
let bytes = encoder.encode(csvHeader(descriptor as unknown as Descriptor)).length
const found = client
  .db()
  .collection(table)
  .find({}, { sort: { created_at: -1, _id: -1 }, collation: { locale: 'en', strength: 2 }, batchSize: 1_000 })
for await (const { _id, ...fields } of found) {
  const values = Object.entries(fields).map(([name, value]) => [
    name,
    value instanceof Date ? value.toISOString() : value,
  ])
  bytes += encoder.encode(lineOf({ id: _id.toHexString(), ...Object.fromEntries(values) })).length
  rows++
}
const seconds = (performance.now() - startedAt) / 1_000
await client.close()
process.stdout.write(`${JSON.stringify({ rows, bytes, perSecond: rows / seconds })}\n`)
