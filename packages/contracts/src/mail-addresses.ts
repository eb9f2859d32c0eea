import * as v from 'valibot'
import { doc, get, post, tagged } from './call'
import { pageDoc } from './doc-parts'
import { emailText } from './email-text'
import { inquiryTable } from './inquiries'
import { pageNumber } from './parameters'
import { adminRead, readOf } from './policy'

/**
 * Why mailings leave an address out: a server reported that it does not accept mail, its owner marked a mail as spam, or unsubscribed.
 * Mails to one person that they asked for, such as login codes and answers, are sent all the same.
 */
const suppressionReason = v.picklist(['bounced', 'complained', 'unsubscribed'])
export type SuppressionReason = v.InferOutput<typeof suppressionReason>

export const suppressedAddress = v.object({
  email: emailText,
  reason: suppressionReason,
  since: v.string(),
  /** The status that the mail server reported: `5.1.1`. */
  status: v.nullable(v.string()),
})
export type SuppressedAddress = v.InferOutput<typeof suppressedAddress>

/** `GET /api/forms/mail-addresses`: the latest first, 50 to a page. */
const suppressedPage = v.object({ data: v.array(suppressedAddress), total: v.number() })
export const suppressedPageSize = 50

/** A status that concerns the address. 5.7.x is a refusal of one mail by a policy; a full mailbox and a large mail pass. */
export const endsAddress = (status: string) => /^5\.(?:0\.0|1\.\d+|2\.[01]|4\.[146])$/.test(status)

/** In words for staff, which a date follows: `This address does not exist since Nov 3`. */
export function suppressionText({ reason, status }: Pick<SuppressedAddress, 'reason' | 'status'>): string {
  if (reason === 'unsubscribed') return 'Unsubscribed from mailings'
  if (reason === 'complained') return 'Marked an email as spam'
  return status?.startsWith('5.1.') ? 'This address does not exist' : 'This address refuses emails'
}

/** Not for other staff: that an address is left out says that the school has written to it. */
export const findSuppressed = get('findSuppressed', '/api/forms/mail-addresses/state', {
  ...readOf(inquiryTable),
  query: v.object({ email: v.pipe(v.string(), v.maxLength(254)) }),
  response: { 200: v.object({ suppressed: v.nullable(suppressedAddress) }) },
})

export const listSuppressed = get('listSuppressed', '/api/forms/mail-addresses', {
  ...adminRead,
  query: v.object({ page: pageNumber }),
  response: { 200: suppressedPage },
})

export const retryAddress = post('retryAddress', '/api/forms/mail-addresses/retry', {
  access: 'admin',
  limit: 'write',
  audit: { action: 'settings', table: 'mail_addresses' },
  body: { schema: v.strictObject({ email: emailText }) },
  response: { 200: v.object({ success: v.literal(true) }) },
  errors: ['invalid_request', 'not_found'],
})

/** The token of a mail of a mailing. */
const token = v.object({ t: v.pipe(v.string(), v.maxLength(100)) })

/** RFC 8058: mail programs send it without a cookie. The body says nothing that the token does not. */
export const unsubscribe = post('unsubscribe', '/api/forms/unsubscribe', {
  access: 'public',
  limit: 'read',
  audit: false,
  origin: 'any',
  query: token,
  body: {
    type: 'application/x-www-form-urlencoded',
    schema: v.unknown(),
    types: ['application/x-www-form-urlencoded', 'multipart/form-data'],
    isIgnored: true,
  },
  response: { 200: { type: 'text/html' }, 404: { type: 'text/html' } },
})

/** For people whose mail program opens the address. It changes nothing: programs that look at links open it, too. */
export const showUnsubscribe = get('showUnsubscribe', '/api/forms/unsubscribe', {
  access: 'public',
  limit: 'read',
  query: token,
  response: { 200: { type: 'text/html' } },
})

export const docs = () => {
  const example = {
    email: 'quinn@example.com',
    reason: 'bounced',
    since: '2026-11-03T18:00:00.000Z',
    status: '5.1.1',
  } as const
  const t = {
    description: 'The token of a mail of a mailing, from its header `List-Unsubscribe`. It is valid for 30 days.',
    example: `${'0'.repeat(24)}.0.${'0'.repeat(20)}`,
  }
  return tagged('Mailings', [
    doc(findSuppressed, {
      summary: 'Whether mailings leave out an address',
      description:
        'An address is left out that does not accept mail, or whose owner marked an email as spam or unsubscribed. Emails to one person, such as answers and sign-in codes, are sent all the same.',
      parameters: { email: { description: 'The address.', example: 'quinn@example.com' } },
      responses: { 200: { description: 'Why and since when, or null.', example: { suppressed: example } } },
    }),
    doc(listSuppressed, {
      summary: 'Addresses that mailings leave out',
      description: 'The latest first, 50 to a page.',
      parameters: { page: pageDoc },
      responses: {
        200: { description: 'The addresses, each with the reason.', example: { data: [example], total: 1 } },
      },
    }),
    doc(retryAddress, {
      summary: 'Write to an address again',
      description: 'Mailings go to it again. Reports from before are forgotten; another bounce leaves it out again.',
      body: { example: { email: 'quinn@example.com' } },
      responses: { 200: { description: 'It is written to again.', example: { success: true } } },
      errors: { invalid_request: 'There is no address.', not_found: 'Mailings do not leave out this address.' },
    }),
    doc(unsubscribe, {
      summary: 'Unsubscribe from mailings',
      description:
        'For mail programs, with the address in `List-Unsubscribe` ([RFC 8058](https://www.rfc-editor.org/rfc/rfc8058)). It may be repeated.',
      parameters: { t },
      body: { example: 'List-Unsubscribe=One-Click' },
      responses: {
        200: { description: 'A page that says so.' },
        404: { description: 'The token is not valid, or older than 30 days.' },
      },
    }),
    doc(showUnsubscribe, {
      summary: 'The page that asks before it unsubscribes',
      description: 'A page with one button. Opening it changes nothing.',
      parameters: { t },
      responses: { 200: { description: 'The page.' } },
    }),
  ])
}
