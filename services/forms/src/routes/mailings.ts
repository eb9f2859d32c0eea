import { type Audit, auditActor } from '@app/audit'
import { readMailing, sendMailing as sendMailingCall } from '@app/contracts/calls/mailings'
import { AppError } from '@app/contracts/errors'
import { mailingTable } from '@app/contracts/mailings'
import type { DeliveryQueue } from '@app/mail'
import { requestContext } from '@app/service'
import { callRoute } from '@app/service/call-route'
import type { Guards } from '@app/session'
import { Elysia } from 'elysia'
import { sendMailing } from '../actions/send-mailing'
import { type MailingStore, toMailing } from '../models/mailing'
import { requireRight } from './require-right'

type Deps = {
  guards: Pick<Guards, 'access'>
  mailings: Pick<MailingStore, 'insert' | 'find'>
  mail: Pick<DeliveryQueue, 'deliver'>
  audit: Pick<Audit, 'during'>
}

/** Emails to several people, such as the students of a cancelled day. */
export function mailingRoutes({ guards, audit, ...deps }: Deps) {
  const send = sendMailing(deps)
  return new Elysia({ name: 'mailing-routes' })
    .use(guards.access)
    .use(requestContext)
    .post(
      sendMailingCall.path,
      async ({ body, identity, requestId, idempotencyKey, status }) => {
        requireRight(identity, mailingTable, 'edit')
        const { id, email } = identity.user
        const ref = idempotencyKey === undefined ? {} : { ref: `mailing/${id}/${idempotencyKey}` }
        const entry = {
          actor: auditActor(identity.user, requestId),
          action: 'mailing',
          table: mailingTable,
          ...ref,
        } as const
        const mailing = await audit.during(
          entry,
          () => send(body, { by: email, key: idempotencyKey, requestId }),
          (sent) => ({ recordId: sent.id, about: { recipients: sent.recipients.length } }),
        )
        return status(201, mailing)
      },
      callRoute(sendMailingCall),
    )
    .get(
      readMailing.path,
      async ({ params, identity }) => {
        requireRight(identity, mailingTable, 'view')
        const found = await deps.mailings.find(params.id)
        if (!found) throw new AppError('not_found', 'There is no such mailing.')
        return toMailing(found)
      },
      callRoute(readMailing),
    )
}
