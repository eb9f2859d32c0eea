import { type Audit, noteRefusal } from '@app/audit'
import { reportPath, reportTypes } from '@app/contracts/reports'
import { translateMongoError } from '@app/mongo'
import { type Checks, createServiceApp, type Log } from '@app/service'
import type { IpLimits } from '@app/service/ip-limits'
import { csrf, type Guards } from '@app/session'
import { acceptSubmission } from './actions/accept-submission'
import { eraseAddress } from './actions/erase-address'
import { formSettingsActions } from './actions/form-settings'
import { inquiryActions } from './actions/inquiry-actions'
import type { ErasureRequests } from './models/erasure-requests'
import type { FormStore } from './models/form'
import type { MailingStore } from './models/mailing'
import { formSettingsRoutes } from './routes/form-settings'
import { inquiryRoutes } from './routes/inquiries'
import { mailPreviewRoutes } from './routes/mail-preview'
import { mailingRoutes } from './routes/mailings'
import { reportRoutes } from './routes/reports'
import { submissionRoutes } from './routes/submissions'

type Deps = Omit<Parameters<typeof acceptSubmission>[0], 'log'> &
  Parameters<typeof inquiryActions>[0] & {
    guards: Pick<Guards, 'access' | 'identityOf'>
    forms: Pick<FormStore, 'find' | 'read' | 'update'>
    mailings: Pick<MailingStore, 'insert' | 'find' | 'erase'>
    erasures: Pick<ErasureRequests, 'run'>
    audit: Pick<Audit, 'add' | 'append' | 'during'>
    log: Log
    checks?: Checks
    publicOrigin: string
    corsOrigins: readonly string[]
    limits: Pick<IpLimits, 'inquiry'>
    /** Serves a preview of every mail. */
    development: boolean
  }

/** The forms service without its connections. */
export const createApp = ({ log, checks, publicOrigin, corsOrigins, limits, guards, development, ...deps }: Deps) => {
  const onRefused = noteRefusal(deps.audit, guards.identityOf)
  const app = createServiceApp({
    log,
    checks,
    jsonTypes: [{ path: reportPath, types: reportTypes }],
    translate: translateMongoError,
    onRefused,
  })
    .use(csrf({ publicOrigin, corsOrigins, open: [reportPath] }))
    .use(reportRoutes())
    .use(submissionRoutes({ guards, accept: acceptSubmission({ ...deps, log }), limits }))
    .use(mailingRoutes({ guards, mailings: deps.mailings, mail: deps.mail, audit: deps.audit }))
    .use(formSettingsRoutes({ guards, settings: formSettingsActions(deps.forms), audit: deps.audit, log }))
    .use(
      inquiryRoutes({
        guards,
        inquiries: deps.inquiries,
        erase: eraseAddress(deps),
        actions: inquiryActions(deps),
        audit: deps.audit,
        log,
      }),
    )
  return development ? app.use(mailPreviewRoutes()) : app
}
