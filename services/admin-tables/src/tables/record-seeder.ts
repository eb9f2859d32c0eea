import { derivedId } from '@app/jobs'
import { unlessDuplicate } from '@app/mongo'
import type { TableSchema } from '@app/table-schema'
import { type Collection, ObjectId } from 'mongodb'
import { storedFields } from './read-record'

type Marks = { _id: string; names: string[] }
type Seed = { table: TableSchema; records: readonly Readonly<Record<string, unknown>>[] }

/** The mark of the records that every installation starts with. */
export const seedMark = 'seed_records'

/** Deterministic, so that replicas which start together create each record once. */
export const seedId = (mark: string, table: string, position: number) => derivedId(`seed ${mark} ${table} ${position}`)

/** Adds first records once in the life of a database: what an admin has removed or changed since stays so. */
export function recordSeeder(
  { collection, marks }: { collection: (name: string) => Collection; marks: () => Collection<Marks> },
  now = () => new Date(),
) {
  return async (mark: string, seeds: readonly Seed[]): Promise<void> => {
    const done = (await marks().findOne({ _id: mark }))?.names ?? []
    for (const { table, records } of seeds) {
      if (done.includes(table.name)) continue
      const at = now()
      for (const [position, values] of records.entries()) {
        // Each a moment later than the one before, so that sorting by time is stable.
        const time = new Date(at.getTime() - position)
        const document = { ...storedFields(table, values), created_at: time, updated_at: time }
        const _id = new ObjectId(seedId(mark, table.name, position))
        await unlessDuplicate(collection(table.name).insertOne({ _id, ...document }))
      }
      await marks().updateOne({ _id: mark }, { $addToSet: { names: table.name } }, { upsert: true })
    }
  }
}
