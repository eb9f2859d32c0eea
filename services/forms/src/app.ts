import { translateMongoError } from '@app/mongo'
import { type Checks, createServiceApp, type Log } from '@app/service'
import type { IpLimits } from '@app/service/ip-limits'
import { csrf, type Guards } from '@app/session'
import { acceptSubmission } from './actions/accept-submission'
import { inquiryActions } from './actions/inquiry-actions'
import type { MailingStore } from './models/mailing'
import { inquiryRoutes } from './routes/inquiries'
import { mailPreviewRoutes } from './routes/mail-preview'
import { mailingRoutes } from './routes/mailings'
import { submissionRoutes } from './routes/submissions'

type Deps = Omit<Parameters<typeof acceptSubmission>[0], 'log'> &
  Parameters<typeof inquiryActions>[0] & {
    guards: Pick<Guards, 'access'>
    mailings: Pick<MailingStore, 'insert' | 'find'>
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
  const app = createServiceApp({ log, checks, translate: translateMongoError })
    .use(csrf({ publicOrigin, corsOrigins }))
    .use(submissionRoutes({ guards, accept: acceptSubmission({ ...deps, log }), limits }))
    .use(mailingRoutes({ guards, mailings: deps.mailings, mail: deps.mail }))
    .use(inquiryRoutes({ guards, inquiries: deps.inquiries, actions: inquiryActions(deps), log }))
  return development ? app.use(mailPreviewRoutes()) : app
}
