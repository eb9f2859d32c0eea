import { doc } from './call-doc'
import { findSuppressed, listSuppressed, retryAddress, showUnsubscribe, unsubscribe } from './mail-addresses'
import { pageDoc } from './parameters.doc'

const tag = 'Mailings'
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

export const findSuppressedDoc = doc(findSuppressed, {
  tag,
  summary: 'Whether mailings leave out an address',
  description:
    'An address is left out that does not accept mail, or whose owner marked an email as spam or unsubscribed. Emails to one person, such as answers and sign-in codes, are sent all the same.',
  parameters: { email: { description: 'The address.', example: 'quinn@example.com' } },
  responses: { 200: { description: 'Why and since when, or null.', example: { suppressed: example } } },
})

export const listSuppressedDoc = doc(listSuppressed, {
  tag,
  summary: 'Addresses that mailings leave out',
  description: 'The latest first, 50 to a page.',
  parameters: { page: pageDoc },
  responses: { 200: { description: 'The addresses, each with the reason.', example: { data: [example], total: 1 } } },
})

export const retryAddressDoc = doc(retryAddress, {
  tag,
  summary: 'Write to an address again',
  description: 'Mailings go to it again. Reports from before are forgotten; another bounce leaves it out again.',
  body: { example: { email: 'quinn@example.com' } },
  responses: { 200: { description: 'It is written to again.', example: { success: true } } },
  errors: { invalid_request: 'There is no address.', not_found: 'Mailings do not leave out this address.' },
})

export const unsubscribeDoc = doc(unsubscribe, {
  tag,
  summary: 'Unsubscribe from mailings',
  description:
    'For mail programs, with the address in `List-Unsubscribe` ([RFC 8058](https://www.rfc-editor.org/rfc/rfc8058)). It may be repeated.',
  parameters: { t },
  body: { example: 'List-Unsubscribe=One-Click' },
  responses: {
    200: { description: 'A page that says so.' },
    404: { description: 'The token is not valid, or older than 30 days.' },
  },
})

export const showUnsubscribeDoc = doc(showUnsubscribe, {
  tag,
  summary: 'The page that asks before it unsubscribes',
  description: 'A page with one button. Opening it changes nothing.',
  parameters: { t },
  responses: { 200: { description: 'The page.' } },
})
