import { everything } from '@app/record-query'
import type { User } from '@app/session'
import { mayUse } from '@app/session'
import type { TableSchema } from '@app/table-schema'
import { type Document, MongoClient, ObjectId } from 'mongodb'
import { historyReader } from '../../services/admin-tables/src/history/read-history'
import { recordWriter } from '../../services/admin-tables/src/records/record-writer'
import { newRevision, revisionStore } from '../../services/admin-tables/src/records/revision-store'
import { impactOf } from '../../services/admin-tables/src/schemas/impact'
import { storedValues } from '../../services/admin-tables/src/tables/stored-values'
import { median } from '../support/percentile'

/**
 * What a history costs: a write with it over one without, a history of 1,000 revisions, the check of a changed description
 * against ROWS records, and the check of a right. On a database of its own:
 *
 *   MONGODB_URI=mongodb://127.0.0.1:27017/bench_history bun tests/load/history-cost.ts 100000
 */

const rows = Number(process.argv[2] ?? 100_000)
const writes = 2_000
/** What one writer at a time writes within the 250 ms after which the service copies. */
const copiedTogether = 50
const uri = process.env.MONGODB_URI
if (!uri) throw new Error('Set MONGODB_URI to a database of its own on the server to measure')

const say = (line: string) => void process.stdout.write(`${line}\n`)
const table: TableSchema = {
  name: 'bench_history',
  required: ['title'],
  properties: {
    title: { type: 'string' },
    level: { type: 'string', enum: ['one', 'two', 'three'] },
    seats: { type: 'integer' },
  },
}
const actor = { id: 'u1', email: 'bench@archery.example', sid: 's1', requestId: 'r1' }

/** Wall and processor time in milliseconds. */
async function timed(work: () => Promise<unknown>) {
  const [at, before] = [performance.now(), process.cpuUsage()]
  await work()
  const { user, system } = process.cpuUsage(before)
  return { took: performance.now() - at, cpu: (user + system) / 1_000 }
}

const client = await new MongoClient(uri, { writeConcern: { w: 'majority', journal: true } }).connect()
const collection = (name: string) => client.db().collection(name)
const records = collection(table.name)
await collection('revisions').deleteMany({})

const have = await records.countDocuments({})
for (let from = have; from < rows; from += 5_000)
  await records.insertMany(
    Array.from({ length: Math.min(5_000, rows - from) }, (_, n) => ({
      title: `Row ${from + n}`,
      level: ['one', 'two', 'three'][n % 3],
      seats: n % 50,
      updated_at: new Date(0),
    })),
  )

const revisions = revisionStore(
  collection,
  async () => {},
  async () => [],
)
await revisions.prepare()
const writer = recordWriter(collection)
const ids = (await records.find({}, { projection: { _id: 1 }, limit: writes }).toArray()).map(({ _id }) => String(_id))
const plain: number[] = []
const kept: number[] = []
const cpu = { plain: 0, kept: 0 }
// Alternating, so that other work on the machine is in both. Both read the record first, as a checked write does; copying the
// revisions is in the cost.
for (let at = 0; at < ids.length; at += copiedTogether) {
  const part = ids.slice(at, at + copiedTogether)
  const read = (one: string) => records.findOne({ _id: new ObjectId(one) })
  const without = await timed(async () => {
    for (const one of part) {
      const before = await read(one)
      await records.findOneAndUpdate(
        { _id: new ObjectId(one), updated_at: before?.['updated_at'] },
        { $set: { seats: at, updated_at: new Date() } },
        { returnDocument: 'after' },
      )
    }
  })
  const recorded = await timed(async () => {
    for (const one of part) {
      const { seats, updated_at } = ((await read(one)) ?? {}) as Document
      const about = { table: table.name, id: one, action: 'update', at: new Date() } as const
      const revision = newRevision(actor, { source: 'form' }, { ...about, changes: { seats: [seats, at + 1] } })
      const before = { id: one, updated_at: (updated_at as Date).toISOString() }
      if (!(await writer.update(table, before, { seats: at + 1 }, revision))) throw new Error('not written')
    }
    await revisions.flush(table.name, part)
  })
  plain.push(without.took)
  kept.push(recorded.took)
  cpu.plain += without.cpu
  cpu.kept += recorded.cpu
}
const ratio = median(kept.map((took, at) => took / plain[at]!))
say(
  `a write with its history over one without: ${ratio.toFixed(2)}x wall, ${(cpu.kept / cpu.plain).toFixed(2)}x CPU of the service`,
)

const [id = ''] = ids
const many = Array.from({ length: 1_000 }, (_, n) =>
  newRevision(
    actor,
    { source: 'form' },
    {
      ...{ table: table.name, id, action: 'update', at: new Date(n * 1_000) },
      changes: { title: [`Row ${n}`, `Row ${n + 1}`], seats: [n, n + 1] },
    },
  ),
)
await revisions.copy(many)
const reader = historyReader({
  tables: { find: async () => table, all: async () => [table] },
  records: { one: async () => undefined },
  revisions,
  trash: { find: async () => undefined },
  references: { of: async () => undefined, labels: async () => ({}) },
  namesOf: async () => new Map(),
})
const opened = []
for (let n = 0; n < 20; n++) opened.push((await timed(() => reader.page(table, id, everything, 1))).took)
say(`a history of 1,000 revisions: ${median(opened).toFixed(0)} ms`)

const stricter: TableSchema = { ...table, properties: { ...table.properties, seats: { type: 'integer', maximum: 25 } } }
const values = storedValues(collection)
let [parts, faults] = [0, 0]
const impact = await timed(async () => {
  let after: string | undefined
  do {
    const part = await impactOf(values, table, stricter, after)
    parts += 1
    faults += part.faults.reduce((sum, { count }) => sum + count, 0)
    after = part.next ?? undefined
  } while (after !== undefined)
})
say(
  `a stricter rule against ${Math.max(have, rows)} records: ${impact.took.toFixed(0)} ms, ${impact.cpu.toFixed(0)} ms CPU, ${parts} parts, ${faults} values do not fit`,
)

const user = { role: 'staff', rights: { lessons: 'view', students: 'edit' }, exports: [] } as unknown as User
const checks = 1_000_000
const checked = await timed(async () => {
  for (let n = 0; n < checks; n++) mayUse(user, n % 2 ? 'lessons' : 'students', 'edit')
})
say(`a check of a right: ${((checked.cpu / checks) * 1_000).toFixed(3)} microseconds of CPU`)
await client.close()
