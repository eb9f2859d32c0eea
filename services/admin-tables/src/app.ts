import { largestUpload } from '@app/contracts/tables'
import { translateMongoError } from '@app/mongo'
import { type Checks, createServiceApp, type Log } from '@app/service'
import { type Guards, ownOrigin } from '@app/session'
import { Elysia } from 'elysia'
import type { SessionLimits } from './actions/session-limits'
import type { FileStore } from './models/file-store'
import type { SiteStore } from './models/site-store'
import type { TableSchemaStore } from './models/table-schema-store'
import { fileRoutes } from './routes/files'
import { limited } from './routes/limited'
import { type RecordDeps, recordRoutes } from './routes/records'
import { referenceRoutes } from './routes/reference'
import { schemaRoutes } from './routes/schemas'
import { siteRoutes } from './routes/site'

const maxBodyBytes = 256 * 1024
/** A file and what a form puts around it. */
const uploads = { path: '/api/upload/', maxBytes: largestUpload + 64 * 1024 }

export type Deps = RecordDeps & {
  log: Log
  checks?: Checks
  origin: { publicOrigin: string; corsOrigins: readonly string[] }
  limits: SessionLimits
  guards: Pick<Guards, 'admin' | 'identityOf'>
  tables: Pick<TableSchemaStore, 'listed' | 'find'>
  files: Pick<FileStore, 'add' | 'open'>
  site: Pick<SiteStore, 'content'>
}

/** The admin tables API. One guard stands before every route of it: what is added behind is closed without a word. */
export const createApp = ({ log, checks, origin, ...deps }: Deps) =>
  createServiceApp({ log, checks, maxBodyBytes, uploads, translate: translateMongoError })
    .use(ownOrigin(origin))
    .use(siteRoutes(deps))
    .use(referenceRoutes({ guards: deps.guards, publicOrigin: origin.publicOrigin }))
    .use(
      new Elysia({ name: 'admin-api', prefix: '/api' })
        .use(deps.guards.admin)
        .use(limited(deps))
        .use(schemaRoutes(deps))
        .use(recordRoutes(deps))
        .use(fileRoutes(deps)),
    )
