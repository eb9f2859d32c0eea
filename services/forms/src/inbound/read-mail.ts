import { normalEmail } from '@app/contracts/email-address'
import PostalMime, { type Address, addressParser, decodeWords, type Email } from 'postal-mime'
import { readAttachments } from './attachments'
import { classify, type Headers, isFlaggedAsSpam } from './classify'
import { idsIn, readComplaint, readReport } from './delivery-report'
import type { Mailbox } from './inbound-mail'
import { withoutLargeParts } from './large-parts'
import { withoutLongHeaders } from './long-headers'
import { readBody } from './mail-body'
import { attachedMail, noteFor, type Textless, whyTextless } from './mail-notes'
import { addressIn, hasTooManyLines, hasTooManyParts, headersOf, maxMailBytes } from './raw-mail'
import { relabeled } from './relabel-parts'
import { type ReadMail, tooLarge, unreadMail } from './unread-mail'

const maxNesting = 100
const maxHeaderBytes = 1024 * 1024
/** Of what the parser reads: it needs twenty times as much memory. */
const maxParsedBytes = 4 * 1024 * 1024
const maxRecipients = 100
const maxReferences = 50
const maxReplyTo = 5

const cut = (text: string, length: number) => (text.length > length ? text.slice(0, length) : text)
/** One line without characters that no line has. */
const line = (text: string) => cut(text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim(), 998)

const mailboxes = (addresses: readonly Address[] = []): Mailbox[] =>
  addresses
    .flatMap((one) => (one.group ? mailboxes(one.group) : [{ name: line(one.name), address: one.address ?? '' }]))
    .map(({ name, address }) => ({ name, address: normalEmail(address) ?? line(address) }))

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

/** A person who has pressed a picture of a face or a thumb. */
const reaction = /^text\/vnd\.google\.email-reaction\+json$/

/**
 * The author. `Last, First <a@b>` without quotation marks is two people by the grammar, and one by its addresses; several addresses are
 * several people.
 */
function authorOf(email: Email): { from: Mailbox; isSeveral: boolean } {
  const fields = email.headers.filter(({ key }) => key === 'from')
  const people = mailboxes(addressParser(fields[0]?.value ?? '', { flatten: true }))
  const reachable = people.filter(({ address }) => normalEmail(address) !== undefined)
  const [first] = reachable
  if (!first)
    return { from: mailboxes(email.from ? [email.from] : [])[0] ?? { name: '', address: '' }, isSeveral: false }
  const names = people.slice(0, people.indexOf(first)).map(({ name, address }) => name || address)
  const name = line(decodeWords([...names, first.name].filter(Boolean).join(', ')))
  return { from: { name, address: first.address }, isSeveral: fields.length > 1 || reachable.length > 1 }
}

const textOf = (email: Email, type: RegExp) => {
  const part = email.attachments.find(({ mimeType }) => type.test(mimeType))
  return part && typeof part.content !== 'string' ? new TextDecoder().decode(part.content) : ''
}

/** The text of the first mail that is attached, with who wrote it. */
async function forwardedText(email: Email, isNested: boolean): Promise<string> {
  const attached = attachedMail(email)
  if (!attached || isNested || typeof attached.content === 'string') return ''
  const { content } = await readMail(Buffer.from(new Uint8Array(attached.content)), undefined, true)
  const { name, address } = content.from
  const head = [`From: ${[name, address && `<${address}>`].filter(Boolean).join(' ')}`, `Subject: ${content.subject}`]
  return content.readable ? [...head, '', content.text].join('\n').trim() : ''
}

/** Reads a raw mail within limits. One that cannot be read has a note that says why; it is never lost. */
export async function readMail(raw: Buffer, obstacle?: string, isNested = false): Promise<ReadMail> {
  if (obstacle) return unreadable(raw, obstacle)
  if (raw.length > maxMailBytes) return unreadable(raw, tooLarge)
  if (hasTooManyParts(raw)) return unreadable(raw, 'The mail has more than 10,000 parts and was not read.')
  const { small, isCut, shown, complete } = withoutLargeParts(raw)
  if (small.length > maxParsedBytes) return unreadable(raw, 'The mail has too many long texts and was not read.')
  if (hasTooManyLines(small)) return unreadable(raw, 'The mail has too many lines and was not read.')
  const labeled = relabeled(withoutLongHeaders(small))
  let email: Email
  try {
    email = await PostalMime.parse(labeled.raw, {
      forceRfc822Attachments: true,
      maxNestingDepth: maxNesting,
      maxHeadersSize: maxHeaderBytes,
    })
  } catch {
    return unreadable(raw, 'The mail is damaged or nested too deeply and was not read. The raw mail is stored.')
  }
  const headers = headerMap(email.headers)
  const subject = line(email.subject ?? '')
  const { from, isSeveral } = authorOf(email)
  const type = headers.get('content-type')?.toLowerCase() ?? ''
  const classified = email.attachments.some(({ mimeType }) => reaction.test(mimeType))
    ? { kind: 'automated' as const, reason: 'A reaction to a mail of yours.' }
    : classify(new Map([...headers, ['subject', subject]]), from.address)
  const written = { text: email.text ?? '', html: email.html ?? '' }
  let body = readBody(
    { text: shown(written.text), html: shown(written.html) },
    { text: isCut(written.text), html: isCut(written.html) },
  )
  let textless: Textless | undefined
  if (/^-----BEGIN PGP MESSAGE-----/.test(body.text)) textless = 'encrypted'
  else if (body.text === '' && body.note === null) {
    const { why, text } = whyTextless(email, type)
    textless = why
    body = { ...body, text: why === 'forwarded-only' ? await forwardedText(email, isNested) : text }
  }
  const answers = answersOf(email.inReplyTo ?? '', email.references ?? '')
  const report = {
    status: textOf(email, /^message\/(?:global-)?delivery-status$/),
    returned: textOf(email, /^(?:message\/(?:rfc822|global)|text\/rfc822-headers)$/),
    ...{ text: written.text, answers },
  }
  const feedback = textOf(email, /^message\/feedback-report$/)
  const isProgram =
    classified.kind === 'bounce' ||
    /^(?:mailer-daemon|postmaster)@/i.test(from.address) ||
    headers.get('return-path')?.trim() === '<>'
  const bounce = classified.kind === 'bounce' || report.status || isProgram ? readReport(report) : undefined
  const kind = bounce && classified.kind !== 'complaint' ? 'bounce' : classified.kind
  const reason = kind === 'bounce' ? 'A delivery report.' : classified.reason
  const replyTo = mailboxes(email.replyTo).filter(({ address }) => address !== '' && address !== from.address)
  const guessed =
    labeled.read.length > 0
      ? `The mail names a character set that it does not use; it was read as ${labeled.read[0]}.`
      : null
  return {
    content: {
      message_id: idsIn(email.messageId ?? '')[0] ?? '',
      from,
      ...(replyTo.length > 0 && { reply_to: replyTo.slice(0, maxReplyTo) }),
      to: [...mailboxes(email.to), ...mailboxes(email.cc)].slice(0, maxRecipients),
      subject,
      ...body,
      automated: kind !== 'person',
      readable: true,
      note: body.note ?? noteOn(email) ?? (textless ? noteFor(textless) : guessed),
      ...(textless && { textless }),
      ...(kind === 'automated' && 'isGuess' in classified && { is_maybe_automatic: true as const }),
    },
    attachments: await readAttachments(
      email.attachments.filter(({ mimeType }) => !reaction.test(mimeType)),
      complete,
    ),
    kind,
    reason,
    isFlagged: isFlaggedAsSpam(headers),
    answers,
    authentication: email.headers.flatMap(({ key, value }) => (key === 'authentication-results' ? [value] : [])),
    ...(isSeveral && { hasSeveralSenders: true }),
    ...(headers.has('x-development-mail-box') && { isFromMailBox: true }),
    bounce: kind === 'bounce' ? bounce : undefined,
    complaint: kind === 'complaint' ? readComplaint({ ...report, status: feedback }) : undefined,
  }
}
