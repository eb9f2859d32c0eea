import { normalEmail } from '@app/contracts/entered-line'
import { reportKeyHeader } from '@app/mail/transport'
import { fieldValues } from './mail-fields'
import type { ReadMail, Report } from './place-mail'

const maxIds = 10
const maxRecipients = 20
/** Of a report in words. */
const maxTextLength = 20_000

const field = (text: string, name: string) => (fieldValues(text, name.toLowerCase())[0] ?? '').replace(/\s+/g, ' ')

/** The same of a text in words, in which fields may be indented. `name` is the source of a pattern. */
const fieldInWords = (text: string, name: string) =>
  (new RegExp(`^[ \\t]*${name}[ \\t]*:(.*(?:\\r?\\n[ \\t]+.*)*)`, 'im').exec(text)?.[1] ?? '')
    .replace(/\s+/g, ' ')
    .trim()

export const idsIn = (text: string): string[] => text.match(/<[^<>\s]{1,500}>/g) ?? []
const addressesIn = (text: string) =>
  (text.match(/[^\s<>()[\],;:"]{1,64}@[\w.-]{1,253}/g) ?? []).flatMap(
    (one) => normalEmail(one.replace(/\.$/, '')) ?? [],
  )

/** An enhanced status, or what a plain code of SMTP says. */
function statusIn(text: string): string {
  const enhanced = /(?<![\d.])([245]\.\d{1,3}\.\d{1,3})(?![\d.])/.exec(text)?.[1]
  const plain = /(?<![\d.-]|\(\d{3}\) ?)([45])\d\d(?![\d]|-\d{4})/.exec(text)?.[1]
  return enhanced ?? (plain ? `${plain}.0.0` : '')
}

const lateWords = /\b(?:delay|warning|temporar|still trying|not yet been|will (?:be retried|continue|keep trying))/i
const failedWords =
  /\b(?:permanent(?:ly)? (?:error|fail)|undeliverable|unrouteable|unknown (?:user|recipient)|(?:user|recipient|address)(?: was)? (?:unknown|not found)|no such (?:user|recipient)|(?:could ?n[o']t|cannot|was ?n['o]t|not) (?:be )?(?:delivered|found))/i

/** The action that a status means where a report names none. */
const actions: Readonly<Record<string, string>> = { 5: 'failed', 4: 'delayed' }

/** The status in a report that has no code at all. */
function statusInWords(text: string, isFailed: boolean): string {
  if (lateWords.test(text)) return '4.0.0'
  return isFailed || failedWords.test(text) ? '5.0.0' : ''
}

/** The status of a recipient: what its server answered says more than a status without a detail. */
function statusOf(part: string): string {
  const given = statusIn(field(part, 'Status'))
  const answered = statusIn(field(part, 'Diagnostic-Code'))
  return given === '' || (given.endsWith('.0.0') && answered[0] === given[0]) ? answered || given : given
}

/** Some programs leave its brackets out. */
const idIn = (text: string) => (/^[^\s<>@]{1,400}@[^\s<>@]{1,100}$/.test(text) ? [`<${text}>`] : idsIn(text))

type Parts = {
  /** The part `message/delivery-status`, or the feedback report. */
  status: string
  /** The mail that comes back, or its header. */
  returned: string
  text: string
  /** The Message-IDs that the report says it answers. */
  answers: readonly string[]
  /** Of its own header: who wrote it, and the recipients that failed. */
  from?: string
  failed?: string
}

/** Which mail a report is about: the one that it returns, the one that it names, the one that it answers. */
const idsOf = ({ status, returned, text, answers }: Parts) =>
  [
    ...new Set([
      ...idIn(field(returned, 'Message-ID')),
      ...idIn(field(status, 'Original-Message-ID') || field(status, 'X-Original-Message-ID')),
      ...idIn(fieldInWords(text, '(?:Original )?Message[- ]ID')),
      ...answers,
    ]),
  ].slice(0, maxIds)

/** Some programs return the header of the mail in their text, where a longer indent makes one line of it. */
const keysOf = ({ returned, text }: Parts) =>
  [field(returned, reportKeyHeader), fieldInWords(text, reportKeyHeader)].flatMap((one) => one.split(' ')[0] || [])

/** A mail that a person marked as spam (RFC 5965). */
export const readComplaint = (parts: Parts): Report => ({
  ids: idsOf(parts),
  keys: keysOf(parts),
  recipients: addressesIn([field(parts.status, 'Original-Rcpt-To'), field(parts.returned, 'To')].join(' ')),
})

/**
 * The result that a delivery report has for a mail: by RFC 3464, of the recipients the first that failed, or in words, as qmail writes them.
 * `undefined` where no recipient failed or is late. 5.7.x is a refusal of this mail by a policy, not of the address.
 */
export function readReport(parts: Parts): ReadMail['bounce'] {
  const ids = idsOf(parts)
  if (ids.length === 0) return undefined
  const report = (status: string, isFailed: boolean, recipients: string[]) => ({
    ids,
    keys: keysOf(parts),
    recipients: [...new Set(recipients)].slice(0, maxRecipients),
    status: status || '0.0.0',
    permanent: isFailed && status.startsWith('5.') && !status.startsWith('5.7.'),
  })
  const recipients = parts.status
    .replace(/\r\n/g, '\n')
    .split(/\n{2,}/)
    .map((part) => ({
      action: field(part, 'Action').toLowerCase(),
      status: statusOf(part),
      addresses: addressesIn([field(part, 'Final-Recipient'), field(part, 'Original-Recipient')].join(' ')),
    }))
    .map((one) => ({ ...one, action: one.action || actions[one.status[0] ?? ''] || '' }))
  const worst = ['failed', 'delayed'].flatMap((each) => recipients.filter(({ action }) => action === each))[0]
  if (worst) return report(worst.status, worst.action === 'failed', worst.addresses)
  if (recipients.some(({ action }) => action !== '')) return undefined
  const text = parts.text.slice(0, maxTextLength)
  const about = text.slice(0, Math.max(0, text.search(/^-{3}/m)) || text.length)
  const failed = addressesIn(parts.failed ?? '')
  const status = statusIn(about) || statusInWords(about, failed.length > 0)
  const named = [...failed, ...addressesIn(about)]
  // Out of office, with a signature of an address and numbers.
  if (named.includes(parts.from ?? '')) return undefined
  return status ? report(status, status.startsWith('5.'), named) : undefined
}
