import { minutes, seconds } from '@app/contracts/durations'
import { excerptLength } from '@app/contracts/messages'
import { type Db, ObjectId } from 'mongodb'
import type { MailAddresses } from '../addresses/mail-addresses'
import type { ConversationWords } from '../search/conversation-words'
import type { ArrivedMails } from './arrived-mails'
import type { Conversations } from './conversations'
import type { InboundFiles } from './inbound-files'
import type { InboundMail, StoredAttachment } from './inbound-mail'
import type { ReadRaw } from './mail-process'
import { newestOf } from './messages'
import { type Place, type ReadMail, tooLarge } from './place-mail'

const maxTimeMS = seconds(2)
/** A worker that has not placed a mail within this time has lost it to the next. */
const leaseMs = minutes(2)
/** A mail whose reading ends the process is read no more often. */
const maxAttempts = 5
/** Other workers may be faster as often. */
const maxRounds = 20
/** Of mails that are read together. */
const maxBytes = 4 * 1024 * 1024

type Placement = { mail: InboundMail; change: Partial<InboundMail> }

/** The beginning of these mails that is read at once. What was read before without success is read alone, so that it takes no other with it. */
function readTogether(found: readonly InboundMail[]): InboundMail[] {
  const [first] = found
  if (!first || first.attempts > 0) return found.slice(0, 1)
  let bytes = 0
  const end = found.findIndex(({ attempts, size }, at) => {
    bytes += size
    return attempts > 0 || (at > 0 && bytes > maxBytes)
  })
  return end < 0 ? [...found] : found.slice(0, end)
}

/** Mails that were stored at once differ by their ids alone. */
const byArrival = (one: InboundMail, other: InboundMail) =>
  Number(one.due_at) - Number(other.due_at) || one._id.toHexString().localeCompare(other._id.toHexString())

/** The mails that are to be read and placed, each by one worker at a time. */
export function waitingMails(db: () => Db, now = () => new Date()) {
  const mails = () => db().collection<InboundMail>('inbound_mails')
  const idsOf = (claimed: readonly InboundMail[]) => ({ $in: claimed.map(({ _id }) => _id) })

  return {
    /** Up to `max` mails in the order in which they came, with the exclusive right to read them for two minutes. */
    async claim(max: number): Promise<InboundMail[]> {
      for (let round = 0; round < maxRounds; round++) {
        const at = now()
        const due = { state: 'waiting' as const, due_at: { $lte: at } }
        const found = await mails()
          .find(due, { sort: { due_at: 1 }, limit: max, maxTimeMS })
          .toArray()
        const wanted = readTogether(found.sort(byArrival))
        if (wanted.length === 0) return []
        const claim = new ObjectId()
        const own = { due_at: new Date(at.getTime() + leaseMs), claim }
        const { matchedCount } = await mails().updateMany(
          { _id: idsOf(wanted), ...due },
          { $set: own, $inc: { attempts: 1 } },
        )
        if (matchedCount === wanted.length)
          return wanted.map((mail) => ({ ...mail, ...own, attempts: mail.attempts + 1 }))
        // Another worker has taken some of them, or all.
        const taken = await mails()
          .find({ _id: idsOf(wanted), claim }, { maxTimeMS })
          .toArray()
        if (taken.length > 0) return taken.sort(byArrival)
      }
      throw new Error(`no mail could be claimed in ${maxRounds} rounds although mails are due`)
    },

    /** Places mails of one claim. Resolves with the ids, as hex, of all but those that another worker has claimed, or an erasure has removed. */
    async place(placements: readonly Placement[]): Promise<ReadonlySet<string>> {
      const own = placements.map(({ mail }) => mail)
      const writes = placements.map(({ mail: { _id, claim }, change }) => ({
        updateOne: {
          filter: { _id, state: 'waiting' as const, ...(claim && { claim }) },
          update: { $set: { ...change, due_at: null } },
        },
      }))
      const { matchedCount } = await mails().bulkWrite(writes, { ordered: false })
      const isOurs = new Set(own.map(({ _id }) => _id.toHexString()))
      if (matchedCount === own.length) return isOurs
      const claims = { $in: own.flatMap(({ claim }) => claim ?? []) }
      const filter = { _id: idsOf(own), claim: claims, state: { $ne: 'waiting' as const } }
      const placed = await mails().distinct('_id', filter, { maxTimeMS })
      return new Set(placed.map((id) => id.toHexString()))
    },

    /**
     * Gives mails back after a failure that may pass. One that was read alone is read alone again, and the failure does not count: several
     * are read one by one, should one of them be the reason.
     */
    postpone: (claimed: readonly InboundMail[], ms: number) =>
      mails().updateMany(
        { _id: idsOf(claimed), state: 'waiting', claim: { $in: claimed.flatMap(({ claim }) => claim ?? []) } },
        {
          $set: { due_at: new Date(now().getTime() + ms) },
          ...(claimed.length === 1 && claimed[0]!.attempts > 1 && { $inc: { attempts: -1 } }),
        },
      ),
  }
}

export type WaitingMails = ReturnType<typeof waitingMails>

export const retryMs = seconds(10)
/** Mails that are read together: most of it is time of the database, which a write of many costs little more. */
const maxClaimed = 200
/** Ordinary mails take a millisecond or two each; one that was made to harm takes longer than all of them. */
const maxReadingMs = seconds(0.5)
/** Of the mails that it answers, as far as they are stored. */
const maxAnswers = 10
const tooMuch = 'Reading the mail failed several times, so only its raw form is stored.'

type Deps = {
  waiting: WaitingMails
  arrived: Pick<ArrivedMails, 'pending' | 'settled' | 'release'>
  files: Pick<InboundFiles, 'add' | 'read' | 'remove' | 'removeOthers'>
  conversations: Pick<Conversations, 'receive'>
  words: Pick<ConversationWords, 'renew'>
  /** In a process of its own: this one sends mail, and parses nothing that strangers wrote. */
  read: ReadRaw
  /** In development: what its mail box sends by SMTP is proven. */
  trustsDirect?: boolean
  /** No mail waits any longer. */
  rest?: () => void
  place: (mail: ReadMail) => Promise<Place>
  addresses: Pick<MailAddresses, 'suppress'>
  log: { info(details: object, event: string): void; warn(details: object, event: string): void }
  count?: (state: InboundMail['state']) => void
  /** In milliseconds. */
  clock?: () => number
}

type OpenedMail = { mail: InboundMail; read: ReadMail }
type Placed = OpenedMail & { place: Place; attachments: StoredAttachment[] }

const isAnswer = ({ state, conversation }: Place) => state === 'threaded' && conversation !== undefined
const filesOf = ({ attachments }: Placed) => attachments.flatMap(({ file }) => file ?? [])

/** Reads a mail, once its raw form is loaded. */
async function understand(
  mail: InboundMail,
  raw: Buffer,
  { read: readRaw, trustsDirect = false }: Pick<Deps, 'read' | 'trustsDirect'>,
): Promise<ReadMail> {
  const obstacle = (mail.is_cut && tooLarge) || (mail.attempts > maxAttempts && tooMuch) || undefined
  const read = await readRaw(raw, obstacle)
  if (mail.envelope?.from === '' && read.kind === 'person') {
    read.kind = 'automated'
    read.reason = 'Sent by a mail server.'
    read.content.automated = true
  }
  // A sender that connects directly can write any header.
  if (mail.envelope) read.authentication = []
  if (mail.envelope && trustsDirect && read.isFromMailBox) read.isTrusted = true
  return read
}

/** The stored changes of a mail that has found its place. */
const changeOf = (placed: Placed): Partial<InboundMail> => {
  const { read, attachments, place } = placed
  const { state, reason, conversation, bounce, report, sender, isProven, named } = place
  return {
    ...read.content,
    sender: read.content.from.address,
    excerpt: read.content.text.slice(0, excerptLength),
    attachments,
    state,
    reason,
    inquiry: conversation?._id ?? null,
    ...(conversation?.email && { inquiry_email: conversation.email }),
    ...(sender && { sender_is: sender }),
    is_proven: isProven === true,
    ...(named && { named }),
    ...(read.answers.length > 0 && { answers: read.answers.slice(0, maxAnswers) }),
    ...(bounce && { bounce }),
    ...(report && { report }),
    ...(isAnswer(place) && { is_pending: true as const }),
  }
}

/**
 * Reads stored mails and puts each where it belongs, several by each step. A mail is placed first, and its inquiry is told afterwards:
 * `is_pending` says that this is left to do, whichever process does it.
 */
export function readWaiting(deps: Deps) {
  const { waiting, arrived, files, conversations, words, place, addresses, log, count = () => {} } = deps
  const { rest = () => {}, clock = () => performance.now() } = deps

  /** In the order of the mails, which is that of their conversations. */
  async function tell(mails: readonly InboundMail[]): Promise<void> {
    const answers = mails.flatMap((mail) => (mail.inquiry ? [{ inquiry: mail.inquiry, newest: newestOf(mail) }] : []))
    const there = answers.length > 0 ? await conversations.receive(answers) : new Set<string>()
    const isThere = ({ inquiry }: InboundMail) => there.has(inquiry?.toHexString() ?? '')
    const told = mails.filter(isThere).map(({ _id }) => _id)
    const gone = mails.filter((mail) => !isThere(mail)).map(({ _id }) => _id)
    if (told.length > 0) await arrived.settled(told)
    if (gone.length > 0) await arrived.release(gone)
  }

  async function store(found: readonly OpenedMail[]): Promise<StoredAttachment[][]> {
    const each = found.map(({ read }) => read.attachments)
    const bytes = found.flatMap(({ mail, read }) =>
      read.attachments.flatMap((one) =>
        one.bytes ? [{ bytes: one.bytes, metadata: { mail: mail._id, kind: 'attachment' as const } }] : [],
      ),
    )
    const ids = bytes.length > 0 ? await files.add(bytes) : []
    let next = 0
    return each.map((attachments) =>
      attachments.map(({ name, type, size, bytes }) => ({ name, type, size, file: bytes && ids[next++]! })),
    )
  }

  async function placeAll(found: readonly OpenedMail[]): Promise<void> {
    const places = await Promise.all(found.map(({ read }) => place(read)))
    // Before the mail is placed: a repeat after a crash changes nothing.
    for (const [n, { suppressed }] of places.entries())
      if (suppressed) await addresses.suppress(suppressed.email, { ...suppressed, at: found[n]!.mail.received_at })
    const attachments = await store(found)
    const all = found.map((one, n): Placed => ({ ...one, place: places[n]!, attachments: attachments[n]! }))
    const ours = await waiting.place(all.map((one) => ({ mail: one.mail, change: changeOf(one) })))
    const placed = all.filter(({ mail }) => ours.has(mail._id.toHexString()))
    // Another worker has placed the rest, with files of its own.
    const unused = all.filter((one) => !placed.includes(one)).flatMap(filesOf)
    if (unused.length > 0) await files.remove(unused)
    for (const one of placed) if (one.mail.attempts > 1) await files.removeOthers(one.mail._id, filesOf(one))
    const mentioned = placed.flatMap((one) => (isAnswer(one.place) ? [] : (one.place.conversation?._id ?? [])))
    if (mentioned.length > 0) await words.renew(mentioned)
    const answers = placed.filter((one) => isAnswer(one.place))
    await tell(answers.map((one) => ({ ...one.mail, ...changeOf(one) })))
    for (const { mail, place } of placed) {
      count(place.state)
      const about = { mail: mail._id.toHexString(), inquiry: place.conversation?._id.toHexString() }
      log.info({ ...about, state: place.state }, 'incoming mail placed')
    }
  }

  /** Reads the mails of a claim. What was read is placed after half a second, whatever else is left: a crash loses no more of it. */
  async function readBatch(mails: readonly InboundMail[]): Promise<void> {
    const raws = await files.read(mails.map(({ raw, size }) => ({ id: raw, length: size })))
    let found: OpenedMail[] = []
    let since = clock()
    for (const mail of mails) {
      const raw = raws.get(mail.raw.toHexString())
      if (!raw) throw new Error(`The raw mail ${mail.raw} is not stored completely`)
      found.push({ mail, read: await understand(mail, raw, deps) })
      if (clock() - since < maxReadingMs) continue
      await placeAll(found)
      found = []
      since = clock()
    }
    if (found.length > 0) await placeAll(found)
  }

  return {
    /** Reads mails that wait, until none waits or `isStopped`. Resolves with true when some wait for another attempt. */
    async all(isStopped = () => false): Promise<boolean> {
      while (!isStopped()) {
        const mails = await waiting.claim(maxClaimed)
        if (mails.length === 0) {
          rest()
          return false
        }
        try {
          await readBatch(mails)
        } catch (err) {
          // The database or the storage failed: the mail itself has a note and no error.
          log.warn({ err, mails: mails.map(({ _id }) => _id.toHexString()) }, 'incoming mail could not be placed yet')
          await waiting.postpone(mails, retryMs)
          return true
        }
      }
      return false
    },

    /** Tells inquiries of the mails that they do not know of. */
    async tellPending(): Promise<void> {
      const mails = await arrived.pending()
      if (mails.length > 0) await tell(mails)
    },
  }
}
