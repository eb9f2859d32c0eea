import { type Audit, type AuditEntry, auditActor } from '@app/audit'
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
import { type Guards, type Identity, requireRecentSignIn } from '@app/session'
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
  audit: Pick<Audit, 'append' | 'during'>
  log: Pick<Log, 'info'>
}

/** Inquiries for staff with the right on their table. */
export const inquiryRoutes = ({ guards, inquiries, erase, actions, audit, log }: Deps) => {
  type Caller = { identity: Identity; requestId: string }
  const entryOf = ({ identity: { user }, requestId }: Caller, entry: Omit<AuditEntry, 'actor'>): AuditEntry => ({
    actor: auditActor(user, requestId),
    table: inquiryTable,
    ...entry,
  })

  /** A change by staff with the right to it. */
  const change = <Result>(caller: Caller, entry: Omit<AuditEntry, 'actor'>, action: () => Promise<Result>) => {
    requireRight(caller.identity, inquiryTable, 'edit')
    return audit.during(entryOf(caller, entry), action)
  }

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
      ({ params: { id }, body: { status }, ...caller }) =>
        change(caller, { action: 'status', recordId: id, about: { status } }, () => actions.setStatus(id, status)),
      callRoute(setInquiryStatus),
    )
    .post(
      resendMails.path,
      ({ params: { id }, ...caller }) =>
        change(caller, { action: 'resend', recordId: id }, () => actions.resend(id, caller.requestId)),
      callRoute(resendMails),
    )
    .post(
      markAsSpam.path,
      ({ params: { id }, ...caller }) => change(caller, { action: 'spam', recordId: id }, () => actions.markAsSpam(id)),
      callRoute(markAsSpam),
    )
    .post(
      releaseInquiry.path,
      ({ params: { id }, ...caller }) =>
        change(caller, { action: 'not-spam', recordId: id }, () => actions.release(id, caller.requestId)),
      callRoute(releaseInquiry),
    )
    .post(
      replyToInquiry.path,
      ({ params: { id }, body, idempotencyKey: key, ...caller }) => {
        const ref = key === undefined ? {} : { ref: `reply/${id}/${key}` }
        const sender = { by: caller.identity.user.email, key, requestId: caller.requestId }
        return change(caller, { action: 'reply', recordId: id, ...ref }, () => actions.reply(id, body, sender))
      },
      callRoute(replyToInquiry),
    )
    .post(
      eraseAddress.path,
      async ({ body, requestId, identity }) => {
        requireRecentSignIn(identity)
        const email = normalEmail(body.email)
        if (!email) {
          const message = 'Email is not a valid email'
          throw new AppError('invalid_input', message, { email: message })
        }
        // An erasure is final, so it is recorded in the audit before it begins: admin-tables adds that it is done. The
        // address is in no entry: it is to be gone everywhere.
        const actor = auditActor(identity.user, requestId)
        await audit.append({ actor, action: 'erase', about: { step: 'begun' } })
        const { inquiries: deleted, students } = await erase(email, actor)
        log.info({ requestId, by: actor.id, deleted, students }, 'an address was erased')
        return { success: true as const, deleted, students }
      },
      callRoute(eraseAddress),
    )
}
