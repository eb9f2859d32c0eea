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
} from '@app/contracts/calls/inquiries'
import { normalEmail } from '@app/contracts/email-address'
import { AppError } from '@app/contracts/errors'
import { inquiryTable } from '@app/contracts/inquiries'
import { type Log, requestContext } from '@app/service'
import { callRoute } from '@app/service/call-route'
import type { Guards } from '@app/session'
import { Elysia } from 'elysia'
import type { eraseAddress as eraseAddressAction } from '../actions/erase-address'
import type { InquiryActions } from '../actions/inquiry-actions'
import type { InquiryStore } from '../models/inquiry'
import { requireRight } from './require-right'

type Deps = {
  guards: Pick<Guards, 'access'>
  inquiries: Pick<InquiryStore, 'counters'>
  erase: ReturnType<typeof eraseAddressAction>
  actions: InquiryActions
  log: Pick<Log, 'info'>
}

/** Inquiries for staff with the right on their table. */
export const inquiryRoutes = ({ guards, inquiries, erase, actions, log }: Deps) =>
  new Elysia({ name: 'inquiry-routes' })
    .use(guards.access)
    .use(requestContext)
    .get(
      countInquiries.path,
      ({ identity }) => {
        requireRight(identity, inquiryTable, 'view')
        return inquiries.counters()
      },
      callRoute(countInquiries),
    )
    .get(
      readInquiry.path,
      ({ params, identity }) => {
        requireRight(identity, inquiryTable, 'view')
        return actions.read(params.id)
      },
      callRoute(readInquiry),
    )
    .get(
      draftReplies.path,
      ({ params, identity }) => {
        requireRight(identity, inquiryTable, 'view')
        return actions.drafts(params.id)
      },
      callRoute(draftReplies),
    )
    .post(
      setInquiryStatus.path,
      ({ params, body, identity }) => {
        requireRight(identity, inquiryTable, 'edit')
        return actions.setStatus(params.id, body.status)
      },
      callRoute(setInquiryStatus),
    )
    .post(
      resendMails.path,
      ({ params, requestId, identity }) => {
        requireRight(identity, inquiryTable, 'edit')
        return actions.resend(params.id, requestId)
      },
      callRoute(resendMails),
    )
    .post(
      markAsSpam.path,
      ({ params, identity }) => {
        requireRight(identity, inquiryTable, 'edit')
        return actions.markAsSpam(params.id)
      },
      callRoute(markAsSpam),
    )
    .post(
      releaseInquiry.path,
      ({ params, requestId, identity }) => {
        requireRight(identity, inquiryTable, 'edit')
        return actions.release(params.id, requestId)
      },
      callRoute(releaseInquiry),
    )
    .post(
      replyToInquiry.path,
      ({ params, body, requestId, idempotencyKey, identity }) => {
        requireRight(identity, inquiryTable, 'edit')
        return actions.reply(params.id, body, { by: identity.user.email, key: idempotencyKey, requestId })
      },
      callRoute(replyToInquiry),
    )
    .post(
      eraseAddress.path,
      async ({ body, requestId, identity }) => {
        const email = normalEmail(body.email)
        if (!email) {
          const message = 'Email is not a valid email'
          throw new AppError('invalid_input', message, { email: message })
        }
        const deleted = await erase(email)
        log.info({ requestId, by: identity.user.id, deleted }, 'inquiries erased')
        return { success: true as const, deleted }
      },
      callRoute(eraseAddress),
    )
