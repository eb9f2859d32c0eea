import { listTables, readTable } from '@app/contracts/tables'
import { serve } from '@app/service/serve'
import type { Context, Part } from '../context'
import { interestReader } from './interests'
import { recordIndexes } from './record-indexes'
import { recordSeeder } from './record-seeder'
import { sealedTexts } from './sealed-texts'
import { storedValues } from './stored-values'
import { tableOf, tableSchemaStore } from './table-schema-store'

type Given = Pick<Context, 'collection' | 'withoutTimeout' | 'scopeOf' | 'sealKey'> & {
  log: Pick<Context['log'], 'info' | 'error'>
}

/** The tables as they are described, and what all features do with their records. */
export function tablesModule({ collection, withoutTimeout, log, scopeOf, sealKey }: Given) {
  const marks = () => collection<{ _id: string; names: string[] }>('seed_marks')
  const interests = interestReader(() => collection('forms'))
  const tables = tableSchemaStore(
    { schemas: () => collection('table_schemas'), marks },
    {
      interests,
      onBroken: (table, reason) => log.error({ table, reason }, 'table description invalid, table disabled'),
    },
  )
  const indexes = recordIndexes(withoutTimeout, (event, about) => log.info(about, event))
  const part: Part = {
    checks: { tables: tables.requireSome },
    // A broken description is listed with the reason.
    routes: [
      serve(listTables, async ({ identity }) =>
        (await tables.listed()).filter(({ name }) => scopeOf(identity.user).reach(name) !== 'none'),
      ),
      serve(readTable, ({ params }) => tableOf(tables, params.name)),
    ],
    reads: async () => [
      '/api/admin/schemas',
      ...(await tables.listed()).map(({ name }) => `/api/tables/${name}?limit=100`),
    ],
    begin: () => indexes.follow(tables.all),
  }
  return {
    tables,
    interests,
    marks,
    values: storedValues(collection),
    sealed: sealedTexts(sealKey),
    /** Adds first records once. */
    seed: recordSeeder({ collection, marks }),
    /** Indexes follow a description that was changed here. */
    onChange: () => indexes.soon(),
    part,
  }
}
export type Tables = ReturnType<typeof tablesModule>
