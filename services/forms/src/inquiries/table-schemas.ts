import { seconds } from '@app/contracts/durations'
import { schemaIn } from '@app/record-query'
import { readableTableSchema, type TableSchema } from '@app/table-schema'
import type { Collection } from 'mongodb'
import * as v from 'valibot'

/** The schemas of tables, by which list queries are read. */
export const tableSchemas = (collection: () => Collection<{ _id: string }>) => ({
  /** `undefined` for an unknown table, and while its schema is not valid. */
  async find(table: string): Promise<TableSchema | undefined> {
    const stored = await collection().findOne({ _id: { $eq: table } }, { maxTimeMS: seconds(2) })
    const parsed = stored && v.safeParse(readableTableSchema, schemaIn(stored))
    return parsed?.success ? parsed.output : undefined
  },
})

export type TableSchemas = ReturnType<typeof tableSchemas>
