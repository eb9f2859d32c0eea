import { openApiDocument, referencePage, referenceScript, referenceStyle } from '@app/api-reference'
import { noteRefusal } from '@app/audit'
import { readDocument, readReference, readReferenceScript, readReferenceStyle } from '@app/contracts/api-docs'
import { translateMongoError } from '@app/mongo'
import { type CallDeps, type Checks, createServiceApp, type Log } from '@app/service'
import { serve } from '@app/service/serve'
import type { IncomingHookDeps } from './bookings/manage-incoming-hooks'
import { incomingHookRoutes } from './bookings/routes'
import { type CalendarDeps, calendarFeedRoutes, calendarRoutes } from './calendar/routes'
import type { WebhookDeps } from './events/manage-webhooks'
import { type EventDeps, eventRoutes } from './events/routes'
import { webhookRoutes } from './events/webhooks-routes'
import { fileRights } from './files/file-rights'
import type { FileStore } from './files/file-store'
import { fileRoutes } from './files/routes'
import { type JobRouteDeps, jobRoutes } from './history/jobs-routes'
import { type AuditRouteDeps, auditRoutes, type HistoryRouteDeps, historyRoutes } from './history/routes'
import { type ImportDeps, importRoutes } from './imports/routes'
import { type InsightDeps, insightRoutes } from './insights/routes'
import { type DayDeps, dayRoutes, type LessonDeps, lessonRoutes, type TodayDeps, todayRoutes } from './lessons/routes'
import { type PersonFileDeps, personFileRoutes } from './people/routes'
import { type RecordWriteDeps, recordWriteRoutes } from './records/record-writes-routes'
import type { ReferenceStore } from './records/reference-store'
import { type BatchDeps, batchRoutes, type RecordDeps, recordRoutes, referenceRoutes } from './records/routes'
import { type SchemaEditorRouteDeps, schemaEditorRoutes } from './schemas/routes'
import { type SetupRouteDeps, setupRoutes } from './setup/routes'
import { schemaRoutes } from './tables/routes'
import type { TableSchemaStore } from './tables/table-schema-store'
import { type ViewDeps, viewRoutes } from './views/routes'
import { waiverRoutes } from './waivers/routes'
import type { WaiverDeps } from './waivers/sign-waiver'
import { type PictureDeps, pictureRoutes } from './website/pictures-routes'
import { siteRoutes, type WebsiteDeps, websiteRoutes } from './website/routes'
import type { SiteStore } from './website/site-store'

const file = (content: string, type: string) => new Response(content, { headers: { 'content-type': type } })

/** The API reference as a page and as an OpenAPI document. Style and script are files, as the policy of the site demands. */
const apiDocsRoutes = ({ publicOrigin }: { publicOrigin: string }) => [
  serve(readReference, () => file(referencePage(), 'text/html; charset=utf-8')),
  serve(readDocument, () => openApiDocument(publicOrigin)),
  serve(readReferenceStyle, () => file(referenceStyle, 'text/css; charset=utf-8')),
  serve(readReferenceScript, () => file(referenceScript, 'text/javascript; charset=utf-8')),
]

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
    references: Pick<ReferenceStore, 'of' | 'labels' | 'matching' | 'resolved' | 'choices' | 'referrers'>
    days: TodayDeps['days']
    offers: LessonDeps['offers']
    requested: LessonDeps['requested']
    waivers: WaiverDeps['waivers']
    revisions: WaiverDeps['revisions']
    insights: InsightDeps['insights']
    calendars: CalendarDeps['calendars']
  }

const checkedReads = ['admin/schemas', 'today', 'site', 'site/draft', 'site/draft/page', 'audit', 'trash'].map(
  (name) => `/api/${name}`,
)

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
      reads: async () => [
        ...checkedReads,
        ...(await deps.tables.listed()).map(({ name }) => `/api/tables/${name}?limit=100`),
      ],
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
