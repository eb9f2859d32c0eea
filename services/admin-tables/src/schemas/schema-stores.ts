import type { Log } from '@app/service'
import type { Db } from 'mongodb'
import { interestReader } from '../tables/interests'
import { recordSeeder } from '../tables/record-seeder'
import { tableSchemaStore } from '../tables/table-schema-store'
import { schemaEditorStore } from './schema-editor-store'

/** The tables as they are described, what their editor keeps, and what is added to them once. */
export function schemaStores(db: () => Db, log: Pick<Log, 'error'>) {
  const marks = () => db().collection<{ _id: string; names: string[] }>('seed_marks')
  const interests = interestReader(() => db().collection('forms'))
  const tables = tableSchemaStore(
    { schemas: () => db().collection('table_schemas'), marks },
    {
      interests,
      onBroken: (table, reason) => log.error({ table, reason }, 'table description invalid, table disabled'),
    },
  )
  const schemas = schemaEditorStore({
    schemas: () => db().collection('table_schemas'),
    versions: () => db().collection('table_schema_versions'),
  })
  const seed = recordSeeder({ collection: (name) => db().collection(name), marks })
  return { marks, interests, tables, schemas, seed }
}
