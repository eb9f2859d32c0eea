import { type Audit, noteRefusal } from '@app/audit'
import { translateMongoError } from '@app/mongo'
import { type CallDeps, type Checks, createServiceApp, type Log } from '@app/service'
import { acceptSubmission } from './actions/accept-submission'
import { eraseAddress } from './actions/erase-address'
import { formSettingsActions } from './actions/form-settings'
import { type InboxDeps, inboxActions } from './actions/inbox-actions'
import type { InboxFeed } from './actions/inbox-feed'
import type { inquiryActions } from './actions/inquiry-actions'
import type { ReminderActions } from './actions/reminder-actions'
import { replyFileActions } from './actions/reply-file-actions'
import type { SchoolValues } from './actions/school-values'
import { mailingAudience, sendMailing } from './actions/send-mailing'
import { type InquiryBatchDeps, startInquiryBatch } from './actions/start-inquiry-batch'
import type { InboundActions } from './inbound/inbound-actions'
import type { ErasureRequests } from './models/erasure-requests'
import type { FormStore } from './models/form'
import type { InquiryStore } from './models/inquiry'
import type { MailAddresses } from './models/mail-addresses'
import type { MailingStore } from './models/mailing'
import type { ReplyFiles } from './models/reply-files'
import type { SettingsNotices } from './models/settings-notices'
import { type DeliverabilityDeps, deliverabilityRoutes } from './routes/deliverability'
import { formSettingsRoutes } from './routes/form-settings'
import { inboundRoutes } from './routes/inbound'
import { inboxRoutes } from './routes/inbox'
import { inquiryRoutes } from './routes/inquiries'
import { lessonReminderRoutes } from './routes/lesson-reminders'
import { mailAddressRoutes } from './routes/mail-addresses'
import { mailingRoutes } from './routes/mailings'
import { reportRoutes } from './routes/reports'
import { submissionRoutes } from './routes/submissions'
import { noteInquiry, type VisitDeps, visitRoutes } from './routes/visits'

type Deps = Omit<Parameters<typeof acceptSubmission>[0], 'log'> &
  InquiryBatchDeps &
  InboxDeps &
  DeliverabilityDeps &
  VisitDeps &
  Parameters<typeof sendMailing>[0] &
  Omit<CallDeps, 'audit'> & {
    forms: Pick<FormStore, 'find' | 'read' | 'update'>
    mailings: Pick<MailingStore, 'find' | 'erase' | 'recipientWith'>
    mailAddresses: Pick<MailAddresses, 'find' | 'page' | 'retry' | 'suppress' | 'erase'>
    lessonReminders: ReminderActions
    notices: SettingsNotices
    school: () => Promise<SchoolValues>
    feed: Pick<InboxFeed, 'stream'>
    erasures: Pick<ErasureRequests, 'run'>
    audit: Pick<Audit, 'add' | 'append' | 'during'>
    /** What staff do with one inquiry; jobs do it with several. */
    actions: ReturnType<typeof inquiryActions>
    inquiries: Pick<InquiryStore, 'counters' | 'find' | 'assign'>
    files: Pick<ReplyFiles, 'add' | 'count' | 'find' | 'chunks' | 'erase'>
    inbound: InboundActions
    log: Log
    checks?: Checks
  }

/** The forms service without its connections. */
export const createApp = ({ log, checks, ...deps }: Deps) =>
  createServiceApp({
    log,
    checks,
    translate: translateMongoError,
    onRefused: noteRefusal(deps.audit, deps.identify),
    api: {
      ...deps,
      routes: [
        ...reportRoutes(),
        ...visitRoutes(deps),
        ...submissionRoutes({ accept: acceptSubmission({ ...deps, log }), noteInquiry: noteInquiry(deps) }),
        ...mailingRoutes({ ...deps, audience: mailingAudience(deps), send: sendMailing(deps) }),
        ...lessonReminderRoutes({ reminders: deps.lessonReminders, scopeOf: deps.scopeOf }),
        ...mailAddressRoutes(deps),
        ...deliverabilityRoutes(deps),
        ...formSettingsRoutes({ settings: formSettingsActions(deps), log }),
        ...inboundRoutes(deps),
        ...inquiryRoutes({ ...deps, erase: eraseAddress(deps), batches: startInquiryBatch(deps), log }),
        ...inboxRoutes({ ...deps, inbox: inboxActions(deps), replyFiles: replyFileActions(deps) }),
      ],
    },
  })
