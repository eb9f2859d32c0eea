import { noteRefusal } from '@app/audit'
import { translateMongoError } from '@app/mongo'
import { type CallDeps, type Checks, createServiceApp, type Log } from '@app/service'
import { fileRights } from './actions/file-rights'
import type { WaiverDeps } from './actions/sign-waiver'
import type { IncomingHookDeps } from './incoming/manage-incoming-hooks'
import type { FileStore } from './models/file-store'
import type { ReferenceStore } from './models/reference-store'
import type { SiteStore } from './models/site-store'
import type { TableSchemaStore } from './models/table-schema-store'
import { apiDocsRoutes } from './routes/api-docs'
import { type AuditRouteDeps, auditRoutes } from './routes/audit'
import { type BatchDeps, batchRoutes } from './routes/batches'
import { type CalendarDeps, calendarFeedRoutes, calendarRoutes } from './routes/calendar-feeds'
import { type DayDeps, dayRoutes } from './routes/days'
import { type EventDeps, eventRoutes } from './routes/events'
import { fileRoutes } from './routes/files'
import { type HistoryRouteDeps, historyRoutes } from './routes/history'
import { type ImportDeps, importRoutes } from './routes/imports'
import { incomingHookRoutes } from './routes/incoming-hooks'
import { type InsightDeps, insightRoutes } from './routes/insights'
import { type JobRouteDeps, jobRoutes } from './routes/jobs'
import { type LessonDeps, lessonRoutes } from './routes/lessons'
import { type PersonFileDeps, personFileRoutes } from './routes/person-file'
import { type PictureDeps, pictureRoutes } from './routes/pictures'
import { type RecordWriteDeps, recordWriteRoutes } from './routes/record-writes'
import { type RecordDeps, recordRoutes } from './routes/records'
import { referenceRoutes } from './routes/references'
import { type SchemaEditorRouteDeps, schemaEditorRoutes } from './routes/schema-editor'
import { schemaRoutes } from './routes/schemas'
import { type SetupRouteDeps, setupRoutes } from './routes/setup'
import { siteRoutes } from './routes/site'
import { type TodayDeps, todayRoutes } from './routes/today'
import { type ViewDeps, viewRoutes } from './routes/views'
import { waiverRoutes } from './routes/waivers'
import { webhookRoutes } from './routes/webhooks'
import { type WebsiteDeps, websiteRoutes } from './routes/website'
import type { WebhookDeps } from './webhooks/manage-webhooks'

const maxBodyBytes = 256 * 1024

type WriteRouteDeps = Omit<RecordWriteDeps, 'tables'> &
  HistoryRouteDeps &
  AuditRouteDeps &
  Omit<ImportDeps, 'tables'> &
  Omit<SchemaEditorRouteDeps, 'tables'> &
  BatchDeps &
  DayDeps &
  JobRouteDeps &
  Pick<ViewDeps, 'views'> &
  PersonFileDeps &
  SetupRouteDeps &
  WebsiteDeps &
  PictureDeps
export type Deps = RecordDeps &
  WriteRouteDeps &
  Omit<CallDeps, 'audit'> & {
    log: Log
    checks?: Checks
    tables: Pick<TableSchemaStore, 'listed' | 'find' | 'all' | 'refresh'>
    files: Pick<FileStore, 'add' | 'open' | 'isUsed'>
    feed: EventDeps['feed']
    manageWebhooks: WebhookDeps
    incomingHooks: IncomingHookDeps
    site: Pick<SiteStore, 'content'>
    references: Pick<ReferenceStore, 'of' | 'labels' | 'matching' | 'choices' | 'referrers'>
    days: TodayDeps['days']
    offers: LessonDeps['offers']
    requested: LessonDeps['requested']
    waivers: WaiverDeps['waivers']
    revisions: WaiverDeps['revisions']
    insights: InsightDeps['insights']
    calendars: CalendarDeps['calendars']
  }

/** The admin tables API. */
export const createApp = ({ log, checks, ...deps }: Deps) =>
  createServiceApp({
    log,
    checks,
    translate: translateMongoError,
    onRefused: noteRefusal(deps.audit, deps.identify),
    api: {
      ...deps,
      maxBodyBytes,
      routes: [
        ...siteRoutes(deps),
        ...websiteRoutes(deps),
        ...pictureRoutes(deps),
        ...setupRoutes(deps),
        ...apiDocsRoutes(deps.origin),
        ...calendarRoutes(deps),
        ...calendarFeedRoutes(deps),
        ...schemaRoutes(deps),
        ...schemaEditorRoutes(deps),
        ...recordRoutes(deps),
        ...recordWriteRoutes(deps),
        ...historyRoutes(deps),
        ...auditRoutes(deps),
        ...personFileRoutes(deps),
        ...eventRoutes(deps),
        ...webhookRoutes(deps.manageWebhooks),
        ...incomingHookRoutes(deps.incomingHooks),
        ...importRoutes(deps),
        ...batchRoutes(deps),
        ...jobRoutes(deps),
        ...viewRoutes(deps),
        ...referenceRoutes(deps),
        ...fileRoutes({ ...deps, fileRights: fileRights(deps) }),
        ...todayRoutes(deps),
        ...dayRoutes(deps),
        ...lessonRoutes(deps),
        ...waiverRoutes(deps),
        ...insightRoutes(deps),
      ],
    },
  })
