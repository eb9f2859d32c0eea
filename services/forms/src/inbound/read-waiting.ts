import { seconds } from '@app/contracts/durations'
import type { ConversationWords } from '../models/conversation-words'
import type { MailAddresses } from '../models/mail-addresses'
import { newestOf } from './messages'
import type { Conversations } from './models/conversations'
import type { InboundFiles } from './models/inbound-files'
import type { InboundMail, StoredAttachment } from './models/inbound-mail'
import { type InboundJournal, maxAttempts } from './models/journal'
import type { Place } from './place-mail'
import { type ReadMail, readMail, tooLarge } from './read-mail'

const retryMs = seconds(10)
/** Mails that are read at a time: most of it is time of the database. */
const lanes = 8
const maxSmallBytes = 512 * 1024
const tooMuch = 'Reading the mail failed several times, so only its raw form is stored.'

type Deps = {
  journal: Pick<InboundJournal, 'claim' | 'place' | 'postpone' | 'pending' | 'settled' | 'release'>
  files: Pick<InboundFiles, 'add' | 'read' | 'removeEach' | 'removeOthers'>
  conversations: Pick<Conversations, 'receive'>
  words: Pick<ConversationWords, 'renew'>
  place: (mail: ReadMail) => Promise<Place>
  addresses: Pick<MailAddresses, 'suppress'>
  log: { info(details: object, event: string): void; warn(details: object, event: string): void }
  count?: (state: InboundMail['state']) => void
}

/**
 * Reads stored mails and puts each where it belongs. The mail is placed first, and its inquiry is told afterwards: `is_pending` says that
 * this is left to do, whichever process does it.
 */
export function readWaiting({ journal, files, conversations, words, place, addresses, log, count = () => {} }: Deps) {
  async function tell(mail: InboundMail): Promise<void> {
    const isThere = mail.inquiry && (await conversations.receive(mail.inquiry, newestOf(mail)))
    await (isThere ? journal.settled(mail._id) : journal.release(mail._id))
  }

  async function store({ _id }: InboundMail, { attachments }: ReadMail): Promise<StoredAttachment[]> {
    const stored: StoredAttachment[] = []
    for (const { name, type, bytes, size } of attachments)
      stored.push({ name, type, size, file: bytes && (await files.add(bytes, { mail: _id, kind: 'attachment' })) })
    return stored
  }

  async function read(mail: InboundMail): Promise<void> {
    const obstacle = (mail.is_cut && tooLarge) || (mail.attempts > maxAttempts && tooMuch) || undefined
    const found = await readMail(await files.read(mail.raw, mail.size), obstacle)
    if (mail.envelope?.from === '' && found.kind === 'person') {
      found.kind = 'automated'
      found.reason = 'Sent by a mail server.'
      found.content.automated = true
    }
    // Whoever connects to this product can write any header.
    if (mail.envelope) found.authentication = []
    const { state, reason, conversation, bounce, report, suppressed } = await place(found)
    // Before the mail is placed: a repeat after a crash changes nothing.
    if (suppressed) await addresses.suppress(suppressed.email, { ...suppressed, at: mail.received_at })
    const attachments = await store(mail, found)
    const isAnswer = state === 'threaded' && conversation !== undefined
    const placed = await journal.place(mail, {
      ...found.content,
      attachments,
      state,
      reason,
      inquiry: conversation?._id ?? null,
      ...(conversation?.email && { inquiry_email: conversation.email }),
      ...(bounce && { bounce }),
      ...(report && { report }),
      ...(isAnswer && { is_pending: true as const }),
    })
    const own = attachments.flatMap(({ file }) => file ?? [])
    // Another worker has placed it, with files of its own.
    if (!placed) return files.removeEach(own)
    if (mail.attempts > 1) await files.removeOthers(mail._id, own)
    if (conversation && !isAnswer) await words.renew([conversation._id])
    if (isAnswer) await tell({ ...mail, ...found.content, inquiry: conversation._id })
    count(state)
    log.info({ mail: mail._id.toHexString(), state, inquiry: conversation?._id.toHexString() }, 'incoming mail placed')
  }

  /** Large mails are in memory one at a time. */
  let large: Promise<void> = Promise.resolve()
  function readInTurn(mail: InboundMail): Promise<void> {
    if (mail.size <= maxSmallBytes) return read(mail)
    const turn = large.then(() => read(mail))
    large = turn.catch(() => {})
    return turn
  }

  /** Claims come one after the other: several at once would compete for the same mail. */
  let claiming: Promise<unknown> = Promise.resolve()
  function claim(): Promise<InboundMail | undefined> {
    const next = claiming.then(() => journal.claim())
    claiming = next.catch(() => {})
    return next
  }

  return {
    /** Reads mails that wait, several at a time, until none waits or `isStopped`. */
    async all(isStopped = () => false): Promise<void> {
      let isOver = false
      const lane = async () => {
        while (!isOver && !isStopped()) {
          const mail = await claim()
          if (!mail) return
          try {
            await readInTurn(mail)
          } catch (err) {
            // The database or the storage failed: the mail itself has a note and no error.
            log.warn({ err, mail: mail._id.toHexString() }, 'incoming mail could not be placed yet')
            isOver = true
            await journal.postpone(mail, retryMs)
          }
        }
      }
      await Promise.all(Array.from({ length: lanes }, lane))
    },

    /** Tells inquiries of the mails that they do not know of. */
    async tellPending(): Promise<void> {
      for (const mail of await journal.pending()) await tell(mail)
    },

    tell,
  }
}
