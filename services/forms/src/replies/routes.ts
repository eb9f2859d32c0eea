import {
  countInquiries,
  draftReplies,
  markAsSpam,
  readInquiry,
  releaseInquiry,
  replyToInquiry,
  resendMails,
  setInquiryStatus,
  startInquiryBatch,
  undoInquiryAction,
} from '@app/contracts/calls/inquiries'
import { idempotencyHeader } from '@app/contracts/forms'
import { isEnded } from '@app/contracts/jobs'
import { reply, serve } from '@app/service/serve'
import type { InquiryStore } from './inquiry'
import type { InquiryActions } from './inquiry-actions'
import type { StartInquiryBatch } from './start-inquiry-batch'

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
  ]
}
