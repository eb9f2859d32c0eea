import { translateMongoError } from '@app/mongo'
import { type Checks, createServiceApp, type Log } from '@app/service'
import { type Guards, ownOrigin } from '@app/session'
import { Elysia } from 'elysia'
import type { RecordStore } from './models/record-store'
import type { TableSchemaStore } from './models/table-schema-store'
import { recordRoutes } from './routes/records'
import { schemaRoutes } from './routes/schemas'

const maxBodyBytes = 256 * 1024

type Deps = {
  log: Log
  checks?: Checks
  origin: { publicOrigin: string; corsOrigins: readonly string[] }
  guards: Pick<Guards, 'admin'>
  tables: Pick<TableSchemaStore, 'all' | 'find'>
  records: Pick<RecordStore, 'page'>
}

/** The admin tables API. One guard stands before every route of it: what is added behind is closed without a word. */
export const createApp = ({ log, checks, origin, guards, tables, records }: Deps) =>
  createServiceApp({ log, checks, maxBodyBytes, translate: translateMongoError })
    .use(ownOrigin(origin))
    .use(
      new Elysia({ name: 'admin-api', prefix: '/api' })
        .use(guards.admin)
        .use(schemaRoutes({ tables }))
        .use(recordRoutes({ tables, records })),
    )
