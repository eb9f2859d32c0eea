import PostalMime, { type Address, type Attachment } from 'postal-mime'

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

const bytesOf = (content: Attachment['content']) =>
  typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as ArrayBuffer)

const addressOf = ({ contentId }: Attachment) => contentId && `cid:${contentId.replace(/^<|>$/g, '')}`
const shownIn = (html: string | undefined, part: Attachment) => {
  const address = addressOf(part)
  return address !== undefined && html?.includes(`"${address}"`)
}

/** The markup with a picture of the mail in it, as mail programs show it. */
const withPicture = (html: string, part: Attachment) =>
  shownIn(html, part)
    ? html.replaceAll(
        `"${addressOf(part)}"`,
        `"data:${part.mimeType};base64,${bytesOf(part.content).toString('base64')}"`,
      )
    : html

/** Parses a raw mail. `received` replaces a missing or invalid date. */
export async function readMessage(id: string, raw: Uint8Array, received: Date): Promise<Message> {
  const mail = await PostalMime.parse(raw)
  const attachments = mail.attachments
    .filter((one) => !shownIn(mail.html, one))
    .map(({ filename, content }) => ({ name: filename ?? '', size: bytesOf(content).length }))
  const sent = new Date(mail.date ?? Number.NaN)
  return {
    id,
    from: mailboxes(mail.from ? [mail.from] : [])[0] ?? unknownSender,
    to: mailboxes(mail.to),
    replyTo: mailboxes(mail.replyTo)[0] ?? null,
    subject: mail.subject ?? '',
    date: (Number.isNaN(sent.getTime()) ? received : sent).toISOString(),
    text: mail.text ?? '',
    html: mail.attachments.reduce(withPicture, mail.html ?? ''),
    headers: joinHeaders(mail.headers),
    ...(attachments.length > 0 && { attachments }),
  }
}
