import PostalMime, { type Address } from 'postal-mime'

export type Mailbox = { name: string; address: string }

/** A kept mail, as `GET /api/messages` shows it. */
export type Message = {
  id: string
  from: Mailbox
  to: Mailbox[]
  replyTo: Mailbox | null
  subject: string
  date: string
  text: string
  html: string
  /** By lower-case name; a header that occurs more than once has its values joined by `, `. */
  headers: Record<string, string>
}

/** Groups are flattened: a reader wants to see every mailbox the mail names. */
function mailboxes(addresses: Address[] = []): Mailbox[] {
  return addresses.flatMap((entry) =>
    entry.group ? mailboxes(entry.group) : [{ name: entry.name, address: entry.address ?? '' }],
  )
}

const nobody: Mailbox = { name: '', address: '' }

function joinHeaders(headers: { key: string; value: string }[]): Record<string, string> {
  const joined = new Map<string, string>()
  for (const { key, value } of headers) {
    const before = joined.get(key)
    joined.set(key, before === undefined ? value : `${before}, ${value}`)
  }
  return Object.fromEntries(joined)
}

/** Reads a raw mail. `received` stands in for a date that is missing or unreadable. */
export async function readMessage(id: string, raw: Uint8Array, received: Date): Promise<Message> {
  const mail = await PostalMime.parse(raw)
  const sent = new Date(mail.date ?? Number.NaN)
  return {
    id,
    from: mailboxes(mail.from ? [mail.from] : [])[0] ?? nobody,
    to: mailboxes(mail.to),
    replyTo: mailboxes(mail.replyTo)[0] ?? null,
    subject: mail.subject ?? '',
    date: (Number.isNaN(sent.getTime()) ? received : sent).toISOString(),
    text: mail.text ?? '',
    html: mail.html ?? '',
    headers: joinHeaders(mail.headers),
  }
}
