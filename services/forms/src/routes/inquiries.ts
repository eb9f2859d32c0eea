import { normalEmail } from '@app/contracts/email-address'
import { AppError } from '@app/contracts/errors'
import { erasure, replyDraft, statusChange } from '@app/contracts/inquiries'
import { type Log, requestContext } from '@app/service'
import type { Guards } from '@app/session'
import { Elysia } from 'elysia'
import type { InquiryActions } from '../actions/inquiry-actions'
import type { InquiryStore } from '../models/inquiry'
import { readBody } from './read-body'

/** Inquiries for staff; admins only. */
export const inquiryRoutes = ({
  guards,
  inquiries,
  actions,
  log,
}: {
  guards: Pick<Guards, 'admin'>
  inquiries: Pick<InquiryStore, 'counters' | 'erase'>
  actions: InquiryActions
  log: Pick<Log, 'info'>
}) =>
  new Elysia({ name: 'inquiry-routes', prefix: '/api/forms' })
    .use(guards.admin)
    .use(requestContext)
    .get('/submissions/counters', () => inquiries.counters())
    .get('/submissions/:id', ({ params }) => actions.read(params.id))
    .get('/submissions/:id/drafts', ({ params }) => actions.drafts(params.id))
    .post('/submissions/:id/status', ({ params, body }) =>
      actions.setStatus(params.id, readBody(statusChange, body).status),
    )
    .post('/submissions/:id/resend', ({ params, requestId }) => actions.resend(params.id, requestId))
    .post('/submissions/:id/not-spam', ({ params, requestId }) => actions.release(params.id, requestId))
    .post('/submissions/:id/reply', ({ params, body, requestId, idempotencyKey, identity }) =>
      actions.reply(params.id, readBody(replyDraft, body), {
        by: identity.user.email,
        key: idempotencyKey,
        requestId,
      }),
    )
    .post('/erasures', async ({ body, requestId, identity }) => {
      const email = normalEmail(readBody(erasure, body).email)
      if (!email) {
        const message = 'Email is not a valid email'
        throw new AppError('invalid_input', message, { email: message })
      }
      const deleted = await inquiries.erase(email)
      log.info({ requestId, by: identity.user.id, deleted }, 'inquiries erased')
      return { success: true, deleted }
    })
