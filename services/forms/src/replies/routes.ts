import { idempotencyHeader } from '@app/contracts/idempotency'
import { startInquiryBatch } from '@app/contracts/inquiry-batches'
import {
  countInquiries,
  markAsSpam,
  readInquiry,
  releaseInquiry,
  resendMails,
  setInquiryStatus,
  undoInquiryAction,
} from '@app/contracts/inquiry-calls'
import { isEnded } from '@app/contracts/jobs'
import { draftReplies, replyToInquiry } from '@app/contracts/replies'
import { reply, serve } from '@app/service/serve'
import type { StartInquiryBatch } from './inquiries-job'
import type { InquiryStore } from './inquiry'
import type { InquiryActions } from './inquiry-actions'

type Deps = {
  inquiries: Pick<InquiryStore, 'counters'>
  actions: InquiryActions
  batches: StartInquiryBatch
}

/** Inquiries for staff. */
export const inquiryRoutes = ({ inquiries, actions, batches }: Deps) => {
  return [
    serve(countInquiries, () => inquiries.counters()),
    serve(readInquiry, ({ params, query }) => actions.read(params.id, query.before)),
    serve(draftReplies, ({ params, query }) => actions.drafts(params.id, query.all === 'true')),
    serve(setInquiryStatus, ({ params, body, requestId }) => actions.setStatus(params.id, body.status, requestId)),
    serve(resendMails, ({ params, body, actor, requestId }) =>
      actions.resend(params.id, actor.id, requestId, body.message),
    ),
    serve(markAsSpam, ({ params, requestId }) => actions.markAsSpam(params.id, requestId)),
    serve(releaseInquiry, ({ params, requestId }) => actions.release(params.id, requestId, requestId)),
    serve(undoInquiryAction, ({ params, requestId }) => actions.undo(params.id, requestId)),
    serve(startInquiryBatch, async ({ body, actor }) => {
      const job = await batches(body, actor)
      return isEnded(job) ? job : reply(202, job)
    }),
    serve(replyToInquiry, ({ params, headers, body, actor, identity, requestId }) =>
      actions.reply(params.id, body, {
        by: actor.email,
        name: identity.isAccount ? null : identity.user.name,
        person: actor.id,
        isAccount: identity.isAccount,
        key: headers[idempotencyHeader],
        requestId,
      }),
    ),
  ]
}
