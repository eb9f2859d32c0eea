import { normalEmail } from '@app/contracts/email-address'
import { AppError } from '@app/contracts/errors'
import { erasure, replyDraft, statusChange } from '@app/contracts/inquiries'
import type { Log } from '@app/service'
import type { Guards } from '@app/session'
import { Elysia } from 'elysia'
import type { InquiryWork } from '../actions/work-on-inquiry'
import type { InquiryStore } from '../models/inquiry'
import { keyOf } from './idempotency-key'
import { readBody } from './read-body'

const requestIdOf = (set: { headers: Record<string, unknown> }) => String(set.headers['x-request-id'])

/** Staff's side of the inquiries, behind the guard of admins. */
export const inquiryRoutes = ({
  guards,
  inquiries,
  work,
  log,
}: {
  guards: Pick<Guards, 'admin'>
  inquiries: Pick<InquiryStore, 'counters' | 'erase'>
  work: InquiryWork
  log: Pick<Log, 'info'>
}) =>
  new Elysia({ name: 'inquiry-routes', prefix: '/api/forms' })
    .use(guards.admin)
    .get('/submissions/counters', () => inquiries.counters())
    .get('/submissions/:id', ({ params }) => work.read(params.id))
    .get('/submissions/:id/drafts', ({ params }) => work.drafts(params.id))
    .post('/submissions/:id/status', ({ params, body }) =>
      work.setStatus(params.id, readBody(statusChange, body).status),
    )
    .post('/submissions/:id/resend', ({ params, set }) => work.resend(params.id, requestIdOf(set)))
    .post('/submissions/:id/not-spam', ({ params, set }) => work.release(params.id, requestIdOf(set)))
    .post('/submissions/:id/reply', ({ params, body, request, set, identity }) =>
      work.reply(params.id, readBody(replyDraft, body), {
        by: identity.user.email,
        key: keyOf(request),
        requestId: requestIdOf(set),
      }),
    )
    .post('/erasures', async ({ body, set, identity }) => {
      const email = normalEmail(readBody(erasure, body).email)
      if (!email) {
        const message = 'Email is not a valid email'
        throw new AppError('invalid_input', message, { email: message })
      }
      const deleted = await inquiries.erase(email)
      log.info({ requestId: requestIdOf(set), by: identity.user.id, deleted }, 'inquiries erased')
      return { success: true, deleted }
    })
