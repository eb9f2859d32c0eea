import { idempotencyHeader } from '@app/contracts/idempotency'
import {
  findMailingRecipients,
  type MailingAudience,
  type MailingDraft,
  sendMailing as sendCall,
} from '@app/contracts/mailings'
import { callApi } from '#lib/call-api'
import { queryOf } from '#lib/call-query'

/** Recipients of a mailing; none while `audience` is undefined. */
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
