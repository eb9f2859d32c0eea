import type { Seeded } from '../seeded-random'
import type { Correspondents, MailState } from './correspondents'

/** A mail that is sent to the product, and where it must end. */
export type Incoming = {
  kind: string
  raw: Buffer
  /** The same mail as other servers pass it on. */
  copies?: Buffer[]
  state: MailState
  /** The inquiry that it belongs to. */
  inquiry: string | null
  source: 'imap' | 'smtp'
  /** The sender in the envelope, over SMTP; `''` is that of a bounce. */
  envelopeFrom: string
}

export type Context = { n: number; seeded: Seeded; people: Correspondents; mark: string }

/** What a kind of mail decides; `headers` come after those that every mail has. */
type Written = Pick<Incoming, 'state' | 'inquiry'> & {
  from?: string | null
  headers?: readonly string[]
  messageId?: string | null
  subject?: string
  /** With the headers that describe it. */
  body?: string | Buffer
  source?: Incoming['source']
  envelopeFrom?: string
  copies?: number
}

export type Kind = (context: Context) => Written

export const crlf = (...lines: string[]) => lines.join('\r\n')
const plain = 'Content-Type: text/plain; charset=utf-8'

/** A body of several parts, each with its own headers. */
export const multipart = (type: string, ...parts: string[]) =>
  crlf(`Content-Type: multipart/${type}; boundary="b1"`, '', ...parts.flatMap((part) => ['--b1', part]), '--b1--', '')
export const part = (headers: string, body: string) => crlf(headers, '', body)
export const text = (body: string) => part(plain, body)

/** The mail of a kind, as it is on the wire. */
export function write(kind: string, compose: Kind, context: Context): Incoming {
  const { n, seeded, mark } = context
  const written = compose(context)
  const { from = `"Somebody ${n}" <stranger${n}@elsewhere.example>`, subject = `Mail ${n}` } = written
  const id = written.messageId === undefined ? `<${mark}.${n}@elsewhere.example>` : written.messageId
  const header = [
    ...(from === null ? [] : [`From: ${from}`]),
    'To: Archery <hello@archery.example>',
    ...(id === null ? [] : [`Message-ID: ${id}`]),
    `Subject: ${subject}`,
    'Date: Mon, 23 Nov 2026 09:00:00 -0800',
    'MIME-Version: 1.0',
    ...(written.headers ?? []),
  ].join('\r\n')
  const body = written.body ?? crlf(plain, '', `Text of mail ${n} (${mark}).`, '')
  const whole = (via: number) =>
    Buffer.concat([
      Buffer.from(`Received: from relay${via} by ${mark}; Mon, 23 Nov 2026 09:00:0${via} -0800\r\n${header}\r\n`),
      Buffer.from(body),
      // Mail servers end the last line of a mail.
      Buffer.from('\r\n'),
    ])
  return {
    ...{ kind, raw: whole(0), state: written.state, inquiry: written.inquiry },
    ...(written.copies && { copies: Array.from({ length: written.copies }, (_, via) => whole(via + 1)) }),
    source: written.source ?? seeded.pick(['imap', 'smtp'] as const),
    envelopeFrom: written.envelopeFrom ?? `stranger${n}@elsewhere.example`,
  }
}
