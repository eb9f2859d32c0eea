import { onceEncoded } from '@app/reader/once-encoded'
import PostalMime, { type Attachment, type Email } from 'postal-mime'
import { authorOf, line, mailboxes } from './addresses'
import { type AttachedPart, attachedParts } from './attached-parts'
import { readAttachments } from './attachments'
import { classify, type Headers, isAnswer, isFlaggedAsSpam, isReaction } from './classify'
import { isSeen } from './conversation-text'
import { idsIn, readComplaint, readReport } from './delivery-report'
import { withoutLargeParts } from './large-parts'
import { withoutLongHeaders } from './long-headers'
import { onceEncodedBody, readBody } from './mail-body'
import {
  damagedLetters,
  mendedBreaks,
  noteFor,
  partlyEncrypted,
  type Textless,
  twiceEncoded,
  unknownParts,
  whyTextless,
} from './mail-notes'
import { type ReadMail, tooLarge, unreadMail } from './place-mail'
import {
  addressIn,
  bodyStart,
  hasTooManyLines,
  hasTooManyParts,
  hasUnknownParts,
  headersOf,
  maxMailBytes,
} from './raw-mail'
import { relabeled } from './relabel-parts'

const maxNesting = 100
const maxHeaderBytes = 1024 * 1024
/** Of what the parser reads: it needs twenty times as much memory. */
const maxParsedBytes = 4 * 1024 * 1024
const maxRecipients = 100
const maxReferences = 50
const maxReplyTo = 5

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
  // Without the grammar of addresses there is one author where there is one `@`.
  const hasSeveralSenders = headersOf(raw, 'from').join().split('@').length > 2
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
    ...(hasSeveralSenders && { hasSeveralSenders }),
  }
}

function noteOn(email: Email): string | null {
  if (
    email.attachments.some(
      ({ mimeType, filename }) => mimeType === 'application/ms-tnef' || /^winmail\.dat$/i.test(filename ?? ''),
    )
  )
    return 'Outlook packed the attachments into winmail.dat. Ask the sender to send them again as an ordinary mail.'
  return null
}

/** A person who has pressed a picture of a face or a thumb. */
const reaction = /^text\/vnd\.google\.email-reaction\+json$/

const textOf = (email: Email, type: RegExp) => {
  const part = email.attachments.find(({ mimeType }) => type.test(mimeType))
  return part && typeof part.content !== 'string' ? new TextDecoder().decode(part.content) : ''
}

/** The most mails inside of each other that are read. */
const maxInside = 3

/** The text of a mail that is attached, with who wrote it. */
async function forwardedText({ kind, bytes }: AttachedPart, depth: number): Promise<string> {
  if (kind !== 'mail' || depth >= maxInside) return ''
  const { content } = await readMail(bytes, undefined, depth + 1)
  const { name, address } = content.from
  const head = [`From: ${[name, address && `<${address}>`].filter(Boolean).join(' ')}`, `Subject: ${content.subject}`]
  return content.readable ? [...head, '', content.text].join('\n').trim() : ''
}

function classifiedBy(email: Email, headers: Headers, sender: string, text: string): ReturnType<typeof classify> {
  if (email.attachments.some(({ mimeType }) => reaction.test(mimeType)))
    return { kind: 'automated', reason: 'A reaction to a mail of yours.' }
  const found = classify(headers, sender)
  return found.kind === 'person' && isAnswer(headers) && isReaction(text)
    ? { kind: 'automated', reason: 'Maybe a reaction to a mail of yours: its text says so.', isGuess: true }
    : found
}

/** The bytes of attachments, each completed once. */
function bytesWith(complete: ReturnType<typeof withoutLargeParts>['complete']): (attachment: Attachment) => Buffer {
  const known = new Map<Attachment, Buffer>()
  return (attachment) => {
    const found = known.get(attachment)
    if (found) return found
    const { content, mimeType } = attachment
    const parsed = typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content)
    const { buffer, byteOffset, length } = complete(parsed, mimeType.startsWith('message/'))
    const bytes = Buffer.from(buffer, byteOffset, length)
    known.set(attachment, bytes)
    return bytes
  }
}

/** Reads a raw mail within limits. One that cannot be read has a note that says why; it is never lost. */
export async function readMail(raw: Buffer, obstacle?: string, depth = 0): Promise<ReadMail> {
  if (obstacle) return unreadable(raw, obstacle)
  if (raw.length > maxMailBytes) return unreadable(raw, tooLarge)
  if (hasTooManyParts(raw)) return unreadable(raw, 'The mail has more than 10,000 parts and was not read.')
  const { small, isCut, shown, complete } = withoutLargeParts(raw)
  if (small.length > maxParsedBytes) return unreadable(raw, 'The mail has too many long texts and was not read.')
  if (hasTooManyLines(small)) return unreadable(raw, 'The mail has too many lines and was not read.')
  const head = withoutLongHeaders(small)
  const labeled = relabeled(head.raw)
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
  const bytesOf = bytesWith(complete)
  const headers = headerMap(email.headers)
  const subject = line(onceEncoded(email.subject ?? ''))
  const { from, isSeveral } = authorOf(email)
  const type = headers.get('content-type')?.toLowerCase() ?? ''
  const written = { text: email.text ?? '', html: email.html ?? '' }
  let body = readBody(
    { text: shown(written.text), html: shown(written.html) },
    { text: isCut(written.text), html: isCut(written.html) },
  )
  const parts = attachedParts(email.attachments, bytesOf, labeled.hasOpaqueSignature)
  const signed = parts.find((part) => part.kind === 'signed')
  const inner = signed?.content && depth < maxInside ? await readMail(signed.content, undefined, depth + 1) : undefined
  const notes: (string | null | undefined)[] = []
  let textless: Textless | undefined
  if (/^-----BEGIN PGP MESSAGE-----/.test(body.text)) {
    textless = 'encrypted'
    notes.push(noteFor(textless, '', undefined))
  } else if (!isSeen(body.text) && body.note === null) {
    const { why, text, part } = whyTextless(type, parts)
    textless = why
    if (why === 'forwarded-only' && part) body = { ...body, text: await forwardedText(part, depth) }
    else if (why === 'signed-opaque' && inner) {
      const { text, quoted, html } = inner.content
      body = { ...body, text, quoted, html }
    } else body = { ...body, text }
    notes.push(noteFor(why, body.text, part))
    if (why === 'signed-opaque') notes.push(inner?.content.note)
  } else if (parts.some(({ kind }) => kind === 'encrypted' || kind === 'pgp')) notes.push(partlyEncrypted)
  else if (inner?.content.text) {
    body = { ...body, text: [inner.content.text, body.text].join('\n\n') }
    notes.push(noteFor('signed-opaque', body.text, signed))
  }
  if (textless === 'empty' && hasUnknownParts(small)) {
    body = readBody({ text: small.toString('utf8', bodyStart(small)), html: '' }, { text: false, html: false })
    textless = undefined
    notes.splice(-1, 1, unknownParts)
  }
  const meant = onceEncodedBody(body)
  if (meant) notes.push(twiceEncoded)
  body = meant ?? body
  const answers = answersOf(email.inReplyTo ?? '', email.references ?? '')
  const classified = classifiedBy(email, new Map([...headers, ['subject', subject]]), from.address, body.text)
  const report = {
    status: textOf(email, /^message\/(?:global-)?delivery-status$/),
    // The returned mail may be a file of text.
    returned: textOf(email, /^(?:message\/(?:rfc822|global)|text\/rfc822-headers)$/) || textOf(email, /^text\/plain$/),
    text: written.text.trim() ? written.text : [body.text, body.quoted].join('\n'),
    answers: [...answersOf(headers.get('x-original-message-id') ?? '', ''), ...answers],
    from: from.address,
    failed: headers.get('x-failed-recipients') ?? '',
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
  const [told] = labeled.told
  const guessed =
    told &&
    (told.isMissing
      ? `The mail does not name its character set; it was read as ${told.charset}.`
      : `The mail names a character set that it does not use; it was read as ${told.charset}.`)
  const isDamaged = `${subject} ${body.text}`.includes('\ufffd')
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
      note:
        [body.note, noteOn(email), ...notes, guessed, labeled.isMended && mendedBreaks, isDamaged && damagedLetters]
          .filter(Boolean)
          .join(' ') || null,
      ...(textless && { textless }),
      ...(kind === 'automated' && 'isGuess' in classified && { is_maybe_automatic: true as const }),
    },
    attachments: [
      ...(await readAttachments(
        email.attachments.filter(({ mimeType }) => !reaction.test(mimeType)),
        bytesOf,
      )),
      ...(inner?.attachments ?? []),
    ],
    kind,
    reason,
    isFlagged: isFlaggedAsSpam(headers),
    answers,
    authentication: email.headers.flatMap(({ key, value }) => (key === 'authentication-results' ? [value] : [])),
    ...((isSeveral || head.isAuthorCut) && { hasSeveralSenders: true }),
    ...(headers.has('x-development-mail-box') && { isFromMailBox: true }),
    bounce: kind === 'bounce' ? bounce : undefined,
    complaint: kind === 'complaint' ? readComplaint({ ...report, status: feedback }) : undefined,
  }
}
