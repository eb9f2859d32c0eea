import { csvHeader, csvLines, type TableSchema } from '@app/table-schema'
import { MongoClient } from 'mongodb'

// The bare limit of an export: a cursor and the same CSV lines, discarded. Prints rows per second.

const [uri = '', table = ''] = process.argv.slice(2)
const client = await new MongoClient(uri).connect()
const schema = await client.db().collection('table_schemas').findOne({ name: table })
if (!schema) throw new Error(`There is no table ${table}`)
const lineOf = csvLines(schema as unknown as TableSchema)
const encoder = new TextEncoder()

const startedAt = performance.now()
let rows = 0
let bytes = encoder.encode(csvHeader(schema as unknown as TableSchema)).length
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
