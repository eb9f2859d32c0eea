import { randomUUID } from 'node:crypto'
import { seconds } from '@app/contracts/durations'
import type { MailSources } from './mail-sources'
import { type MailboxCredentials, type MailboxUrl, type OpenMailbox, openMailbox } from './mailbox'
import { MailSourceFailure } from './oauth-token'
import type { ReceiveMails } from './receive-mail'

/** Servers that report no new mail are looked at this often. */
const fetchEveryMs = seconds(60)
const firstRetryMs = seconds(1)
const maxRetryMs = seconds(60)
/** The longest list of mails beyond a quota. Once it is full, the mailbox is searched for unread mail instead. */
const maxLeft = 10_000

type Deps = {
  mailbox: MailboxUrl
  /** Called for each connection. */
  credentials: () => Promise<MailboxCredentials>
  receive: ReceiveMails
  sources: Pick<MailSources, 'leaseMs' | 'hold' | 'giveUp' | 'report' | 'progress' | 'noteNextUid' | 'noteLeft'>
  stored: () => void
  onError: (error: unknown) => void
  connect?: typeof openMailbox
  now?: () => Date
}

/** Another worker reads the mailbox by now, or may. */
class LeaseLost extends Error {}

/** The reason of a failure in words for staff; what the server says may name addresses. */
export function reasonOf(error: unknown): string {
  if (error instanceof MailSourceFailure) return error.message
  const { code, authenticationFailed, responseStatus } = (error ?? {}) as Record<string, unknown>
  if (authenticationFailed) return 'The mail server refuses the user, or the password or token.'
  if (responseStatus === 'NO') return 'The mail server refuses the folder.'
  return `The mailbox cannot be reached (${typeof code === 'string' ? code : 'connection ended'}).`
}

/**
 * Reads a mailbox over IMAP. One worker at a time does, by a lease. A mail is marked as read once it is stored; then the UID after it is
 * noted. After a crash between any two of these steps the mail is fetched again and recognized.
 */
export function openImapSource({ connect = openMailbox, now = () => new Date(), ...deps }: Deps) {
  const { mailbox, credentials, receive, sources, stored, onError } = deps
  const holder = randomUUID()
  const name = `${mailbox.user}@${mailbox.host}/${mailbox.folder}`
  const stop = Promise.withResolvers<void>()
  let isClosed = false
  const pause = (ms: number) => Promise.race([new Promise((resolve) => setTimeout(resolve, ms)), stop.promise])

  /** Reads what is there. */
  async function fetchNew(box: OpenMailbox, hold: () => void): Promise<void> {
    const { next, workedAt, left } = await sources.progress('imap', box.validity)
    const today = now().toISOString().slice(0, 10)
    const beyond = new Set(left && left.day === today ? left.uids : [])
    // Before the search: what comes in meanwhile is read the next time.
    const uidNext = await box.uidNext()
    const isFull = left && left.uids.length >= maxLeft
    const again = left && left.day !== today ? (isFull ? await box.waiting(undefined, null) : left.uids) : []
    const found = await box.waiting(next, workedAt)
    const uids = [...new Set([...again, ...found])].filter((uid) => !beyond.has(uid)).sort((one, other) => one - other)
    for await (const copies of box.read(uids)) {
      if (copies.length === 0) continue
      hold()
      const mails = copies.map(({ uid, raw, receivedAt, isCut }) => ({
        raw,
        receivedAt,
        sourceKey: `imap:${name}:${box.validity}:${uid}`,
        ...(isCut && { is_cut: true as const }),
      }))
      const refused = await receive(mails)
      const isStored = (_: unknown, at: number) => !refused.has(mails[at]!)
      stored()
      hold()
      await box.markSeen(copies.filter(isStored).map(({ uid }) => uid))
      for (const [at, { uid }] of copies.entries()) if (!isStored(uid, at)) beyond.add(uid)
      // Where only some UIDs were searched, later ones may be unread still.
      if (next !== undefined) await sources.noteNextUid('imap', holder, box.validity, copies.at(-1)!.uid + 1)
    }
    hold()
    await sources.noteNextUid('imap', holder, box.validity, Math.max(uidNext, (uids.at(-1) ?? 0) + 1))
    if (left || beyond.size > 0)
      await sources.noteLeft('imap', holder, { validity: box.validity, day: today, uids: [...beyond].slice(-maxLeft) })
    await sources.report('imap', { worked: true })
  }

  async function session(worked: () => void): Promise<void> {
    let validUntil = performance.now() + sources.leaseMs
    let isLost = false
    const box = await connect(mailbox, await credentials())
    const lost = Promise.withResolvers<void>()
    const hold = () => {
      if (isLost || performance.now() > validUntil) throw new LeaseLost()
    }
    const renewing = setInterval(async () => {
      const startedAt = performance.now()
      const isOurs = await sources.hold('imap', holder).catch(() => undefined)
      if (isOurs) validUntil = startedAt + sources.leaseMs
      isLost ||= isOurs === false
      if (!isLost && performance.now() <= validUntil) return
      // A fetch that hangs ends, too.
      box.close()
      lost.resolve()
    }, sources.leaseMs / 3)
    try {
      while (!isClosed) {
        hold()
        await fetchNew(box, hold)
        worked()
        await box.untilNews(fetchEveryMs, Promise.race([stop.promise, lost.promise]))
      }
    } finally {
      clearInterval(renewing)
      box.close()
    }
  }

  async function run(): Promise<void> {
    for (let failures = 0; !isClosed; ) {
      try {
        // A mailbox that was read is there: only failures one after the other make the pauses longer.
        const worked = () => {
          failures = 0
        }
        if (await sources.hold('imap', holder)) await session(worked)
        else await pause(sources.leaseMs / 3)
      } catch (error) {
        if (error instanceof LeaseLost) continue
        onError(error)
        failures++
        // The first failures pass by themselves: a server that restarts, a connection that was idle for long.
        if (failures > 1) await sources.report('imap', { reason: reasonOf(error) }).catch(onError)
        await pause(Math.min(maxRetryMs, firstRetryMs * 2 ** failures))
      }
    }
    await sources.giveUp('imap', holder).catch(onError)
  }
  const running = run()

  return {
    async close(): Promise<void> {
      isClosed = true
      stop.resolve()
      await running
    },
  }
}
