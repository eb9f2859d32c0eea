import { seconds } from '@app/contracts/durations'
import { newestOf } from './messages'
import type { Conversations } from './models/conversations'
import type { InboundFiles } from './models/inbound-files'
import type { InboundMail, StoredAttachment } from './models/inbound-mail'
import { type InboundJournal, maxAttempts } from './models/journal'
import type { Place } from './place-mail'
import { type ReadMail, readMail, tooLarge } from './read-mail'

const retryMs = seconds(10)
const tooMuch = 'Reading the mail failed several times, so only its raw form is stored.'

type Deps = {
  journal: Pick<InboundJournal, 'claim' | 'place' | 'postpone' | 'pending' | 'settled' | 'release'>
  files: Pick<InboundFiles, 'add' | 'read' | 'removeOf'>
  conversations: Pick<Conversations, 'receive'>
  place: (mail: ReadMail) => Promise<Place>
  log: { info(details: object, event: string): void; warn(details: object, event: string): void }
  count?: (state: InboundMail['state']) => void
}

/**
 * Reads stored mails and puts each where it belongs. The mail is placed first, and its inquiry is told afterwards: `is_pending` says that
 * this is left to do, whichever process does it.
 */
export function readWaiting({ journal, files, conversations, place, log, count = () => {} }: Deps) {
  async function tell(mail: InboundMail): Promise<void> {
    const isThere = mail.inquiry && (await conversations.receive(mail.inquiry, newestOf(mail)))
    await (isThere ? journal.settled(mail._id) : journal.release(mail._id))
  }

  async function store({ _id }: InboundMail, { attachments }: ReadMail): Promise<StoredAttachment[]> {
    await files.removeOf([_id], ['attachment'])
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
    const { state, reason, conversation, bounce } = await place(found)
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
      ...(isAnswer && { is_pending: true as const }),
    })
    if (!placed) return
    if (isAnswer) await tell({ ...mail, ...found.content, inquiry: conversation._id })
    count(state)
    log.info({ mail: mail._id.toHexString(), state, inquiry: conversation?._id.toHexString() }, 'incoming mail placed')
  }

  return {
    /** Reads mails that wait, at most so many. Resolves with their number. */
    async all(limit: number): Promise<number> {
      for (let done = 0; done < limit; done++) {
        const mail = await journal.claim()
        if (!mail) return done
        try {
          await read(mail)
        } catch (err) {
          // The database or the storage failed: the mail itself has a note and no error.
          log.warn({ err, mail: mail._id.toHexString() }, 'incoming mail could not be placed yet')
          await journal.postpone(mail, retryMs)
          return done
        }
      }
      return limit
    },

    /** Tells inquiries of the mails that they do not know of. */
    async tellPending(): Promise<void> {
      for (const mail of await journal.pending()) await tell(mail)
    },

    tell,
  }
}
