import { type Audit, noteRefusal } from '@app/audit'
import { translateMongoError } from '@app/mongo'
import { type CallDeps, type Checks, createServiceApp, type Log } from '@app/service'
import type { MailAddresses } from './addresses/mail-addresses'
import { type DeliverabilityDeps, deliverabilityRoutes } from './deliverability/routes'
import { mailAddressRoutes } from './delivery/mail-addresses-routes'
import { reportRoutes } from './delivery/reports-routes'
import type { InboundActions } from './inbound/inbound-actions'
import { inboundRoutes } from './inbound/routes'
import { type InboxDeps, inboxActions } from './inbox/inbox-actions'
import type { InboxFeed } from './inbox/inbox-feed'
import { inboxRoutes } from './inbox/routes'
import { acceptSubmission } from './inquiries/accept-submission'
import type { ErasureRequests } from './inquiries/erasure-requests'
import type { FormStore } from './inquiries/form'
import { submissionRoutes } from './inquiries/routes'
import type { SchoolValues } from './inquiries/school-values'
import type { MailingStore } from './mailings/mailing'
import { mailingRoutes } from './mailings/routes'
import { mailingAudience, sendMailing } from './mailings/send-mailing'
import { eraseAddress } from './people/erase-address'
import { erasureRoutes } from './people/routes'
import type { ReminderActions } from './reminders/reminder-actions'
import { lessonReminderRoutes } from './reminders/routes'
import type { InquiryStore } from './replies/inquiry'
import type { inquiryActions } from './replies/inquiry-actions'
import { replyFileActions } from './replies/reply-file-actions'
import type { ReplyFiles } from './replies/reply-files'
import { inquiryRoutes } from './replies/routes'
import { type InquiryBatchDeps, startInquiryBatch } from './replies/start-inquiry-batch'
import { formSettingsActions } from './settings/form-settings'
import { formSettingsRoutes } from './settings/routes'
import type { SettingsNotices } from './settings/settings-notices'
import { noteInquiry, type VisitDeps, visitRoutes } from './visits/routes'

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
        ...inquiryRoutes({ ...deps, batches: startInquiryBatch(deps) }),
        ...erasureRoutes({ ...deps, erase: eraseAddress(deps), log }),
        ...inboxRoutes({ ...deps, inbox: inboxActions(deps), replyFiles: replyFileActions(deps) }),
      ],
    },
  })
