import type { Audit } from '@app/audit'
import {
  countInquiries,
  draftReplies,
  eraseAddress,
  markAsSpam,
  readInquiry,
  releaseInquiry,
  replyToInquiry,
  resendMails,
  setInquiryStatus,
  startInquiryBatch,
  undoInquiryAction,
} from '@app/contracts/calls/inquiries'
import { normalEmail } from '@app/contracts/email-address'
import { AppError } from '@app/contracts/errors'
import { idempotencyHeader } from '@app/contracts/forms'
import { isEnded } from '@app/contracts/jobs'
import type { Log } from '@app/service'
import { reply, serve } from '@app/service/serve'
import type { eraseAddress as eraseAddressAction } from '../actions/erase-address'
import type { InquiryActions } from '../actions/inquiry-actions'
import type { StartInquiryBatch } from '../actions/start-inquiry-batch'
import type { InquiryStore } from '../models/inquiry'

type Deps = {
  inquiries: Pick<InquiryStore, 'counters'>
  erase: ReturnType<typeof eraseAddressAction>
  actions: InquiryActions
  batches: StartInquiryBatch
  audit: Pick<Audit, 'append'>
  log: Pick<Log, 'info'>
}

/** Inquiries for staff. */
export const inquiryRoutes = ({ inquiries, erase, actions, batches, audit, log }: Deps) => {
  return [
    serve(countInquiries, () => inquiries.counters()),
    serve(readInquiry, ({ params }) => actions.read(params.id)),
    serve(draftReplies, ({ params, query }) => actions.drafts(params.id, query.all === 'true')),
    serve(setInquiryStatus, ({ params, body, requestId }) => actions.setStatus(params.id, body.status, requestId)),
    serve(resendMails, ({ params, requestId }) => actions.resend(params.id, requestId)),
    serve(markAsSpam, ({ params, requestId }) => actions.markAsSpam(params.id, requestId)),
    serve(releaseInquiry, ({ params, requestId }) => actions.release(params.id, requestId, requestId)),
    serve(undoInquiryAction, ({ params, requestId }) => actions.undo(params.id, requestId)),
    serve(startInquiryBatch, async ({ body, actor }) => {
      const job = await batches(body, actor)
      return isEnded(job) ? job : reply(202, job)
    }),
    serve(replyToInquiry, ({ params, headers, body, actor, requestId }) =>
      actions.reply(params.id, body, {
        by: actor.email,
        person: actor.id,
        key: headers[idempotencyHeader],
        requestId,
      }),
    ),
    serve(eraseAddress, async ({ body, requestId, actor: { id, email: by } }) => {
      const email = normalEmail(body.email)
      if (!email) {
        const message = 'Email is not a valid email'
        throw new AppError('invalid_input', message, { email: message })
      }
      // An erasure is final, so it is recorded in the audit before it begins: admin-tables adds that it is done. The
      // address is in no entry: it is to be gone everywhere.
      const actor = { id, email: by, requestId }
      await audit.append({ actor, action: 'erase', about: { step: 'begun' } })
      const { inquiries: deleted, students } = await erase(email, actor)
      log.info({ requestId, by: actor.id, deleted, students }, 'an address was erased')
      return { success: true as const, deleted, students }
    }),
  ]
}
