import { normalEmail } from '@app/contracts/email-address'
import PostalMime, { type Address, type Email } from 'postal-mime'
import { readAttachments } from './attachments'
import { classify, type Headers, isFlaggedAsSpam } from './classify'
import { readReport, returnedId } from './delivery-report'
import type { Mailbox } from './inbound-mail'
import { withoutLargeParts } from './large-parts'
import { withoutLongHeaders } from './long-headers'
import { readBody } from './mail-body'
import { addressIn, hasTooManyLines, hasTooManyParts, headersOf, maxMailBytes } from './raw-mail'
import { type ReadMail, tooLarge, unreadMail } from './unread-mail'

const maxNesting = 100
const maxHeaderBytes = 1024 * 1024
/** Of what the parser reads: it needs twenty times as much memory. */
const maxParsedBytes = 4 * 1024 * 1024
const maxRecipients = 100
const maxReferences = 50

const cut = (text: string, length: number) => (text.length > length ? text.slice(0, length) : text)
/** One line without characters that no line has. */
const line = (text: string) => cut(text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim(), 998)

const mailboxes = (addresses: readonly Address[] = []): Mailbox[] =>
  addresses
    .flatMap((one) => (one.group ? mailboxes(one.group) : [{ name: line(one.name), address: one.address ?? '' }]))
    .map(({ name, address }) => ({ name, address: normalEmail(address) ?? line(address) }))

const idsIn = (text: string) => text.match(/<[^<>\s]{1,500}>/g) ?? []

/** In-Reply-To first, then References from its end: the mail that is answered is the last of them. */
const answersOf = (inReplyTo: string, references: string) =>
  [...new Set([...idsIn(inReplyTo), ...idsIn(references).reverse()])].slice(0, maxReferences)

const headerMap = (headers: readonly { key: string; value: string }[]): Headers => {
  const first = new Map<string, string>()
  for (const { key, value } of headers) if (!first.has(key)) first.set(key, value)
  return first
}

/** A mail of which only the header is read, without the parser that refused it. */
function unreadable(raw: Buffer, note: string): ReadMail {
  const header = (name: string) => headersOf(raw, name)[0] ?? ''
  const names = [
    'auto-submitted',
    'precedence',
    'list-id',
    'list-unsubscribe',
    'return-path',
    'subject',
    'content-type',
  ]
  const headers = new Map(
    names.flatMap((name) =>
      headersOf(raw, name)
        .slice(0, 1)
        .map((value) => [name, value] as const),
    ),
  )
  const address = addressIn(header('from'))
  const { kind, reason } = classify(headers, address)
  const nothing = unreadMail(note)
  return {
    ...nothing,
    content: {
      ...nothing.content,
      message_id: line(header('message-id')),
      from: { name: '', address },
      subject: line(header('subject')),
      automated: kind !== 'person',
    },
    kind: kind === 'bounce' ? 'automated' : kind,
    reason,
    answers: answersOf(header('in-reply-to'), header('references')),
    authentication: headersOf(raw, 'authentication-results'),
  }
}

function noteOn(email: Email): string | null {
  if (email.attachments.some(({ mimeType }) => mimeType === 'application/ms-tnef'))
    return 'Outlook packed the attachments into winmail.dat. Ask the sender to send them again as an ordinary mail.'
  return null
}

const textOf = (email: Email, type: RegExp) => {
  const part = email.attachments.find(({ mimeType }) => type.test(mimeType))
  return part && typeof part.content !== 'string' ? new TextDecoder().decode(part.content) : ''
}

/** Reads a raw mail within limits. One that cannot be read has a note that says why; it is never lost. */
export async function readMail(raw: Buffer, obstacle?: string): Promise<ReadMail> {
  if (obstacle) return unreadable(raw, obstacle)
  if (raw.length > maxMailBytes) return unreadable(raw, tooLarge)
  if (hasTooManyParts(raw)) return unreadable(raw, 'The mail has more than 10,000 parts and was not read.')
  const { small, isCut, shown, complete } = withoutLargeParts(raw)
  if (small.length > maxParsedBytes) return unreadable(raw, 'The mail has too many long texts and was not read.')
  if (hasTooManyLines(small)) return unreadable(raw, 'The mail has too many lines and was not read.')
  let email: Email
  try {
    email = await PostalMime.parse(withoutLongHeaders(small), {
      forceRfc822Attachments: true,
      maxNestingDepth: maxNesting,
      maxHeadersSize: maxHeaderBytes,
    })
  } catch {
    return unreadable(raw, 'The mail is damaged or nested too deeply and was not read. The raw mail is stored.')
  }
  const headers = headerMap(email.headers)
  const [from = { name: '', address: '' }] = mailboxes(email.from ? [email.from] : [])
  const { kind, reason } = classify(headers, from.address)
  const written = { text: email.text ?? '', html: email.html ?? '' }
  const body = readBody(
    { text: shown(written.text), html: shown(written.html) },
    { text: isCut(written.text), html: isCut(written.html) },
  )
  const isReport = kind === 'bounce'
  const report = textOf(email, /^message\/(?:global-)?delivery-status$/)
  const returned = textOf(email, /^(?:message\/(?:rfc822|global)|text\/rfc822-headers)$/)
  return {
    content: {
      message_id: idsIn(email.messageId ?? '')[0] ?? '',
      from,
      to: [...mailboxes(email.to), ...mailboxes(email.cc)].slice(0, maxRecipients),
      subject: line(email.subject ?? ''),
      ...body,
      automated: kind !== 'person',
      readable: true,
      note: body.note ?? noteOn(email),
    },
    attachments: await readAttachments(email.attachments, complete),
    kind,
    reason,
    isFlagged: isFlaggedAsSpam(headers),
    answers: answersOf(email.inReplyTo ?? '', email.references ?? ''),
    authentication: email.headers.flatMap(({ key, value }) => (key === 'authentication-results' ? [value] : [])),
    bounce: isReport ? readReport(report, returned) : undefined,
    complainedAbout: kind === 'complaint' ? returnedId(returned) : undefined,
  }
}
