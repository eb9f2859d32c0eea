import type { TableSchema } from '@app/table-schema'
import type { Db, Document } from 'mongodb'
import { recordIndexes } from '../../services/admin-tables/src/tables/record-indexes'

/**
 * Adds a table as another program would, straight to the database. Its indexes are built before it has records or a
 * description: otherwise the service would build them on all records at its next check, within a minute, and the compatible
 * server answers nothing else meanwhile.
 */
export async function addDescribedTable(
  db: Db,
  name: string,
  about: Document,
  records: Document[] = [],
): Promise<void> {
  const description = { name, position: 99, ...about }
  await new Promise<void>((built, failed) => {
    const indexes = recordIndexes(
      async () => ({ db, close: async () => {} }),
      (_event, { done, of, err }) => {
        if (err) failed(err)
        else if (done !== undefined && done === of) built()
        else return
        stop()
      },
    )
    const stop = indexes.follow(async () => [description as unknown as TableSchema])
  })
  if (records.length > 0) await db.collection(name).insertMany(records)
  await db.collection<Document & { _id: string }>('table_schemas').insertOne({ _id: name, ...description })
}
