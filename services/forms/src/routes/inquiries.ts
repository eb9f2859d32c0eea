import type { Audit, AuditEntry } from '@app/audit'
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
import type { Guards, Identity } from '@app/session'
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
  audit: Pick<Audit, 'add' | 'append' | 'during'>
  log: Pick<Log, 'info'>
}

/** Inquiries for staff with the right on their table. */
export const inquiryRoutes = ({ guards, inquiries, erase, actions, audit, log }: Deps) => {
  type Caller = { identity: Identity; requestId: string }
  const entryOf = ({ identity: { user }, requestId }: Caller, entry: Omit<AuditEntry, 'actor'>): AuditEntry => ({
    actor: { id: user.id, email: user.email, requestId },
    table: inquiryTable,
    ...entry,
  })

  return new Elysia({ name: 'inquiry-routes' })
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
      ({ params, body, ...caller }) => {
        requireRight(caller.identity, inquiryTable, 'edit')
        const entry = entryOf(caller, { action: 'status', recordId: params.id, about: { status: body.status } })
        return audit.during(entry, () => actions.setStatus(params.id, body.status))
      },
      callRoute(setInquiryStatus),
    )
    .post(
      resendMails.path,
      ({ params, ...caller }) => {
        requireRight(caller.identity, inquiryTable, 'edit')
        const entry = entryOf(caller, { action: 'resend', recordId: params.id })
        return audit.during(entry, () => actions.resend(params.id, caller.requestId))
      },
      callRoute(resendMails),
    )
    .post(
      markAsSpam.path,
      ({ params, ...caller }) => {
        requireRight(caller.identity, inquiryTable, 'edit')
        const entry = entryOf(caller, { action: 'spam', recordId: params.id })
        return audit.during(entry, () => actions.markAsSpam(params.id))
      },
      callRoute(markAsSpam),
    )
    .post(
      releaseInquiry.path,
      ({ params, ...caller }) => {
        requireRight(caller.identity, inquiryTable, 'edit')
        const entry = entryOf(caller, { action: 'not-spam', recordId: params.id })
        return audit.during(entry, () => actions.release(params.id, caller.requestId))
      },
      callRoute(releaseInquiry),
    )
    .post(
      replyToInquiry.path,
      ({ params, body, idempotencyKey: key, ...caller }) => {
        requireRight(caller.identity, inquiryTable, 'edit')
        const ref = key === undefined ? {} : { ref: `reply/${params.id}/${key}` }
        const entry = entryOf(caller, { action: 'reply', recordId: params.id, ...ref })
        const { identity, requestId } = caller
        return audit.during(entry, () => actions.reply(params.id, body, { by: identity.user.email, key, requestId }))
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
        // An erasure is final, so nothing is erased that the audit does not know of. The address is in no entry: it is to be
        // gone everywhere.
        const { id, email: by } = identity.user
        await audit.append({ actor: { id, email: by, requestId }, action: 'erase', about: { step: 'begun' } })
        const { inquiries: deleted, students } = await erase(email)
        const about = { step: 'done', deleted, students }
        await audit.add(entryOf({ identity, requestId }, { action: 'erase', about }))
        log.info({ requestId, by: identity.user.id, deleted, students }, 'an address was erased')
        return { success: true as const, deleted, students }
      },
      callRoute(eraseAddress),
    )
}
