import { findMailingRecipients, sendMailing as sendCall } from '@app/contracts/calls/mailings'
import { idempotencyHeader } from '@app/contracts/forms'
import type { MailingAudience, MailingDraft } from '@app/contracts/mailings'
import { callApi } from '#lib/call-api'
import { queryOf } from '#lib/call-query'

/** Who a mailing would go to; nobody while `audience` is undefined. */
export const recipientsQuery = (audience: MailingAudience | undefined) => ({
  ...queryOf(findMailingRecipients, { body: audience! }),
  enabled: audience !== undefined,
  staleTime: 0,
  gcTime: 0,
  // The list must not change while it is read, or while people are called.
  refetchOnWindowFocus: false,
})

/** With the same `key` a repeated call sends nothing more. */
export const sendMailing = (body: MailingDraft, key: string) =>
  callApi(sendCall, { body, headers: { [idempotencyHeader]: key } })
