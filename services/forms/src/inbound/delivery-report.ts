import { normalEmail } from '@app/contracts/email-address'
import type { ReadMail, Report } from './unread-mail'

const maxIds = 10
const maxRecipients = 20
/** Of a report in words. */
const maxTextLength = 20_000

/** A header may go on in lines that are indented: our own Message-IDs are long enough for it. */
const field = (text: string, name: string) =>
  (new RegExp(`^${name}:(.*(?:\\r?\\n[ \\t]+.*)*)`, 'im').exec(text)?.[1] ?? '').replace(/\s+/g, ' ').trim()

export const idsIn = (text: string): string[] => text.match(/<[^<>\s]{1,500}>/g) ?? []
const addressesIn = (text: string) =>
  (text.match(/[^\s<>()[\],;:"]{1,64}@[\w.-]{1,253}/g) ?? []).flatMap(
    (one) => normalEmail(one.replace(/\.$/, '')) ?? [],
  )

/** An enhanced status, or what a plain code of SMTP says. */
function statusIn(text: string): string {
  const enhanced = /(?<![\d.])([245]\.\d{1,3}\.\d{1,3})(?![\d.])/.exec(text)?.[1]
  const plain = /(?<!\d)([45])\d\d(?!\d)/.exec(text)?.[1]
  return enhanced ?? (plain ? `${plain}.0.0` : '')
}

type Parts = {
  /** The part `message/delivery-status`, or the feedback report. */
  status: string
  /** The mail that comes back, or its header. */
  returned: string
  text: string
  /** What the report says that it answers. */
  answers: readonly string[]
}

/** Which mail a report is about: the one that it returns, the one that it names, the one that it answers. */
const idsOf = ({ status, returned, text, answers }: Parts) =>
  [
    ...new Set([
      ...idsIn(field(returned, 'Message-ID')),
      ...idsIn(field(status, 'X-Original-Message-ID')),
      ...idsIn(field(text, 'Message-ID')),
      ...answers,
    ]),
  ].slice(0, maxIds)

/** What a person marked as spam (RFC 5965). */
export const readComplaint = (parts: Parts): Report => ({
  ids: idsOf(parts),
  recipients: addressesIn([field(parts.status, 'Original-Rcpt-To'), field(parts.returned, 'To')].join(' ')),
})

/**
 * What a delivery report says about a mail: by RFC 3464, of the recipients the first that failed, or in words, as qmail writes them.
 * `undefined` where no recipient failed or is late. 5.7.x is a refusal of this mail by a policy, not of the address.
 */
export function readReport(parts: Parts): ReadMail['bounce'] {
  const ids = idsOf(parts)
  if (ids.length === 0) return undefined
  const report = (status: string, isFailed: boolean, recipients: string[]) => ({
    ...{ ids, recipients: [...new Set(recipients)].slice(0, maxRecipients), status: status || '0.0.0' },
    permanent: isFailed && status.startsWith('5.') && !status.startsWith('5.7.'),
  })
  if (!parts.status) {
    const text = parts.text.slice(0, maxTextLength)
    const about = text.slice(0, Math.max(0, text.search(/^-{3}/m)) || text.length)
    const status = statusIn(about)
    return status ? report(status, status.startsWith('5.'), addressesIn(about)) : undefined
  }
  const recipients = parts.status
    .replace(/\r\n/g, '\n')
    .split(/\n{2,}/)
    .map((part) => ({
      action: field(part, 'Action').toLowerCase(),
      status: statusIn(field(part, 'Status')) || statusIn(field(part, 'Diagnostic-Code')),
      addresses: addressesIn([field(part, 'Final-Recipient'), field(part, 'Original-Recipient')].join(' ')),
    }))
  const worst =
    recipients.find(({ action }) => action === 'failed') ?? recipients.find(({ action }) => action === 'delayed')
  return worst && report(worst.status, worst.action === 'failed', worst.addresses)
}
