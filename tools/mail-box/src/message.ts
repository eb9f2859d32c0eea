import PostalMime, { type Address } from 'postal-mime'

export type Mailbox = { name: string; address: string }

/** A stored mail, as returned by `GET /api/messages`. */
export type Message = {
  id: string
  from: Mailbox
  to: Mailbox[]
  replyTo: Mailbox | null
  subject: string
  date: string
  text: string
  html: string
  /** By lower-case name; values of a repeated header are joined by `, `. */
  headers: Record<string, string>
  /** Where there are any. */
  attachments?: { name: string; size: number }[]
}

/** Groups are flattened, so that every mailbox of the mail is shown. */
function mailboxes(addresses: Address[] = []): Mailbox[] {
  return addresses.flatMap((entry) =>
    entry.group ? mailboxes(entry.group) : [{ name: entry.name, address: entry.address ?? '' }],
  )
}

const unknownSender: Mailbox = { name: '', address: '' }

function joinHeaders(headers: { key: string; value: string }[]): Record<string, string> {
  const joined = new Map<string, string>()
  for (const { key, value } of headers) {
    const before = joined.get(key)
    joined.set(key, before === undefined ? value : `${before}, ${value}`)
  }
  return Object.fromEntries(joined)
}

/** Parses a raw mail. `received` replaces a missing or invalid date. */
export async function readMessage(id: string, raw: Uint8Array, received: Date): Promise<Message> {
  const mail = await PostalMime.parse(raw)
  const attachments = mail.attachments.map(({ filename, content }) => ({
    name: filename ?? '',
    size: typeof content === 'string' ? Buffer.byteLength(content) : content.byteLength,
  }))
  const sent = new Date(mail.date ?? Number.NaN)
  return {
    id,
    from: mailboxes(mail.from ? [mail.from] : [])[0] ?? unknownSender,
    to: mailboxes(mail.to),
    replyTo: mailboxes(mail.replyTo)[0] ?? null,
    subject: mail.subject ?? '',
    date: (Number.isNaN(sent.getTime()) ? received : sent).toISOString(),
    text: mail.text ?? '',
    html: mail.html ?? '',
    headers: joinHeaders(mail.headers),
    ...(attachments.length > 0 && { attachments }),
  }
}
