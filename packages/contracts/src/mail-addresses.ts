import * as v from 'valibot'
import { emailText } from './email-text'

/**
 * Why mailings leave an address out: a server reported that it does not accept mail, its owner marked a mail as spam, or unsubscribed.
 * Mails to one person that they asked for, such as login codes and answers, are sent all the same.
 */
export const suppressionReason = v.picklist(['bounced', 'complained', 'unsubscribed'])
export type SuppressionReason = v.InferOutput<typeof suppressionReason>

export const suppressedAddress = v.object({
  email: emailText,
  reason: suppressionReason,
  since: v.string(),
  /** What the mail server reported: `5.1.1`. */
  status: v.nullable(v.string()),
})
export type SuppressedAddress = v.InferOutput<typeof suppressedAddress>

/** `GET /api/forms/mail-addresses`: the latest first, 50 to a page. */
export const suppressedPage = v.object({ data: v.array(suppressedAddress), total: v.number() })
export type SuppressedPage = v.InferOutput<typeof suppressedPage>
export const suppressedPageSize = 50

/** A status that concerns the address. 5.7.x is a refusal of one mail by a policy; a full mailbox and a large mail pass. */
export const endsAddress = (status: string) => /^5\.(?:0\.0|1\.\d+|2\.[01]|4\.[146])$/.test(status)

/** In words for staff, which a date follows: `This address does not exist since Nov 3`. */
export function suppressionText({ reason, status }: Pick<SuppressedAddress, 'reason' | 'status'>): string {
  if (reason === 'unsubscribed') return 'Unsubscribed from mailings'
  if (reason === 'complained') return 'Marked an email as spam'
  return status?.startsWith('5.1.') ? 'This address does not exist' : 'This address refuses emails'
}
