import { noteRefusal } from '@app/audit'
import { maxImportBytes } from '@app/contracts/imports'
import { maxUploadBytes } from '@app/contracts/tables'
import { translateMongoError } from '@app/mongo'
import { type Checks, createServiceApp, type Log } from '@app/service'
import { csrf, type Guards } from '@app/session'
import { Elysia } from 'elysia'
import { fileRights } from './actions/file-rights'
import type { SessionLimits } from './actions/session-limits'
import type { FileStore } from './models/file-store'
import type { ReferenceStore } from './models/reference-store'
import type { SiteStore } from './models/site-store'
import type { TableSchemaStore } from './models/table-schema-store'
import { apiDocsRoutes } from './routes/api-docs'
import { type AuditRouteDeps, auditRoutes } from './routes/audit'
import { type BatchDeps, batchRoutes } from './routes/batches'
import { type CalendarDeps, calendarFeedRoutes, calendarRoute } from './routes/calendar-feeds'
import { fileRoutes } from './routes/files'
import { type HistoryRouteDeps, historyRoutes } from './routes/history'
import { type ImportDeps, importRoutes } from './routes/imports'
import { type InsightDeps, insightRoutes } from './routes/insights'
import { rateLimit } from './routes/rate-limit'
import { type RecordWriteDeps, recordWriteRoutes } from './routes/record-writes'
import { type RecordDeps, recordRoutes } from './routes/records'
import { referenceRoutes } from './routes/references'
import { schemaRoutes } from './routes/schemas'
import { type ShapeRouteDeps, shapeRoutes } from './routes/shape'
import { siteRoutes } from './routes/site'
import { type TodayDeps, todayRoutes } from './routes/today'
import { type ViewDeps, viewRoutes } from './routes/views'

const maxBodyBytes = 256 * 1024
/** What a multipart form adds to its file, at most. */
const formBytes = 64 * 1024
const uploads = [
  { path: /^\/api\/upload\//, maxBytes: maxUploadBytes + formBytes },
  { path: /^\/api\/tables\/[^/]+\/imports$/, maxBytes: maxImportBytes + formBytes },
]

type WriteRouteDeps = Omit<RecordWriteDeps, 'tables'> &
  HistoryRouteDeps &
  AuditRouteDeps &
  Omit<ImportDeps, 'tables'> &
  Omit<ShapeRouteDeps, 'tables'> &
  BatchDeps &
  Pick<ViewDeps, 'views'>
export type Deps = RecordDeps &
  WriteRouteDeps & {
    log: Log
    checks?: Checks
    origin: { publicOrigin: string; corsOrigins: readonly string[] }
    limits: SessionLimits
    guards: Pick<Guards, 'access' | 'identityOf'>
    tables: Pick<TableSchemaStore, 'listed' | 'find' | 'all' | 'refresh'>
    files: Pick<FileStore, 'add' | 'open' | 'isUsed'>
    site: Pick<SiteStore, 'content'>
    references: Pick<ReferenceStore, 'of' | 'labels' | 'matching' | 'choices' | 'referrers'>
    days: TodayDeps['days']
    insights: InsightDeps['insights']
    calendars: CalendarDeps['calendars']
  }

/** The admin tables API. Each route is open to whom its contract says. */
export const createApp = ({ log, checks, origin, ...deps }: Deps) =>
  createServiceApp({
    log,
    checks,
    maxBodyBytes,
    uploads,
    translate: translateMongoError,
    onRefused: noteRefusal(deps.audit, deps.guards.identityOf),
  })
    .use(csrf(origin))
    .use(siteRoutes(deps))
    .use(apiDocsRoutes({ guards: deps.guards, publicOrigin: origin.publicOrigin }))
    .use(calendarRoute(deps))
    .use(
      new Elysia({ name: 'admin-api' })
        .use(rateLimit(deps))
        .use(schemaRoutes(deps))
        .use(shapeRoutes(deps))
        .use(recordRoutes(deps))
        .use(recordWriteRoutes(deps))
        .use(historyRoutes(deps))
        .use(auditRoutes(deps))
        .use(importRoutes(deps))
        .use(batchRoutes(deps))
        .use(viewRoutes(deps))
        .use(referenceRoutes(deps))
        .use(fileRoutes({ ...deps, fileRights: fileRights(deps) }))
        .use(todayRoutes(deps))
        .use(insightRoutes(deps))
        .use(calendarFeedRoutes(deps)),
    )
