import { days, minutes, seconds } from '@app/contracts/durations'
import { ImapFlow } from 'imapflow'
import { maxMailBytes } from './raw-mail'

export type MailboxUrl = { host: string; port: number; secure: boolean; user: string; folder: string }

/** `imaps://user@host[:port]/folder`; without a folder INBOX. */
export function mailboxIn(url: string): MailboxUrl {
  const { protocol, hostname, port, username, pathname } = new URL(url)
  const secure = protocol === 'imaps:'
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (secure ? 993 : 143),
    secure,
    user: decodeURIComponent(username),
    folder: decodeURIComponent(pathname.slice(1)) || 'INBOX',
  }
}

/** `accessToken`: XOAUTH2. */
export type MailboxCredentials = { pass: string } | { accessToken: string }

/** A copy in the mailbox. `raw` is only the beginning of a mail that is too large. */
type MailboxCopy = { uid: number; raw: Buffer; receivedAt: Date; isCut: boolean }

/** Together in memory, and between two notes of how far the mailbox is read. */
const maxChunkBytes = 16 * 1024 * 1024
const maxChunk = 100
const cutBytes = 1024 * 1024
/** Mail that may have come before the mailbox was read last, by the clock of its server. */
const overlap = days(2)

/** A connection to one folder of a mailbox. */
export async function openMailbox({ folder, ...server }: MailboxUrl, credentials: MailboxCredentials) {
  const { host, port, secure, user } = server
  const client = new ImapFlow({
    host,
    port,
    secure,
    logger: false,
    auth: { user, ...credentials },
    connectionTimeout: seconds(10),
    greetingTimeout: seconds(10),
    socketTimeout: minutes(3),
    disableAutoIdle: true,
  })
  // Without a listener an error of the connection would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    await client.mailboxOpen(folder)
  } catch (error) {
    client.close()
    throw error
  }
  const selected = () => {
    if (!client.mailbox || !client.usable) throw new Error('the connection has ended')
    return client.mailbox
  }
  const validity = String(selected().uidValidity)
  // The server reports new mail during other commands as well, not only while it is waited for.
  let isReported = false
  let onReport = () => {}
  client.on('exists', () => {
    isReported = true
    onReport()
  })
  const uidOptions = { uid: true } as const

  return {
    /** UIDs mean the same mails while it stays the same. */
    validity,

    /**
     * The UIDs that are to be read: from `next` on, or, where that is not known, what nobody has read and what came in since the mailbox
     * was read last.
     */
    async waiting(next: number | undefined, lastRead: Date | null): Promise<number[]> {
      selected()
      isReported = false
      const search = async (what: object) => (await client.search(what, uidOptions)) || []
      const found =
        next === undefined
          ? [
              ...(await search({ seen: false })),
              ...(lastRead ? await search({ since: new Date(lastRead.getTime() - overlap) }) : []),
            ]
          : // `9:*` names the last mail, too, when its UID is lower.
            (await search({ uid: `${next}:*` })).filter((uid) => uid >= next)
      return [...new Set(found)].sort((one, other) => one - other)
    },

    /** The UID that the next mail will have. */
    async uidNext(): Promise<number> {
      const status = await client.status(folder, { uidNext: true })
      return (status ? status.uidNext : undefined) ?? selected().uidNext
    },

    /** Copies in their order, in chunks. */
    async *read(uids: readonly number[]): AsyncGenerator<MailboxCopy[]> {
      for (let at = 0; at < uids.length; at += maxChunk) {
        const sizes = await client.fetchAll(
          uids.slice(at, at + maxChunk).join(','),
          { uid: true, size: true },
          uidOptions,
        )
        let chunk: { uid: number; isCut: boolean }[] = []
        let bytes = 0
        const take = async () => {
          const fetched = async (isCut: boolean): Promise<MailboxCopy[]> => {
            const own = chunk.filter((one) => one.isCut === isCut).map(({ uid }) => uid)
            if (own.length === 0) return []
            const source = isCut ? { start: 0, maxLength: cutBytes } : true
            const found = await client.fetchAll(own.join(','), { uid: true, source, internalDate: true }, uidOptions)
            // One that was deleted meanwhile has nothing to read.
            return found.flatMap(({ uid, source: raw, internalDate }) =>
              raw ? [{ uid, raw, receivedAt: new Date(internalDate ?? Date.now()), isCut }] : [],
            )
          }
          const copies = [...(await fetched(false)), ...(await fetched(true))]
          chunk = []
          bytes = 0
          return copies.sort((one, other) => one.uid - other.uid)
        }
        for (const { uid, size = 0 } of sizes.sort((one, other) => one.uid - other.uid)) {
          const isCut = size > maxMailBytes
          chunk.push({ uid, isCut })
          bytes += isCut ? cutBytes : size
          if (bytes > maxChunkBytes) yield await take()
        }
        if (chunk.length > 0) yield await take()
      }
    },

    /** Marks copies as read, which they are for everyone who looks into the mailbox. */
    async markSeen(uids: readonly number[]): Promise<void> {
      if (uids.length > 0) await client.messageFlagsAdd(uids.join(','), ['\\Seen'], uidOptions)
    },

    /** Resolves when the server reports new mail, or has since `waiting`, and after `ms` at the latest. @throws when the connection has ended */
    async untilNews(ms: number, stopped: Promise<unknown>): Promise<void> {
      selected()
      if (isReported) return
      const news = Promise.withResolvers<void>()
      const ended = () => news.resolve()
      onReport = ended
      client.once('close', ended)
      const timer = setTimeout(ended, ms)
      // Ends with the next command.
      client.idle().catch(ended)
      await Promise.race([news.promise, stopped])
      clearTimeout(timer)
      onReport = () => {}
      client.off('close', ended)
    },

    close: () => client.close(),
  }
}

export type OpenMailbox = Awaited<ReturnType<typeof openMailbox>>
