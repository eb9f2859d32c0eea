import { setTimeout as pause } from 'node:timers/promises'
import { seconds } from '@app/contracts/durations'
import { countIn, type Erasure } from '@app/contracts/erasures'
import { AppError } from '@app/contracts/errors'
import { inquiryTable } from '@app/contracts/inquiries'
import type { MailPlace } from '@app/contracts/person-file'
import type { Collection } from 'mongodb'
import type { MailAddresses } from '../addresses/mail-addresses'
import type { InboundActions } from '../inbound/inbound-actions'
import type { MailingStore } from '../mailings/mailing'
import type { ReplyFiles } from '../replies/reply-files'

const checkEveryMs = 100
/** Shorter than the edge waits for this call. */
const waitMs = seconds(12)

/** Requests to admin-tables, which erases what the tables, their trash and their history hold of an address or of these records. */
export const erasureRequests = (collection: () => Collection<Erasure>, wait = waitMs, onAdded = () => {}) => ({
  /** `undefined` when it is not done in time. The request stays, and is carried out later. */
  async run(
    address: string | undefined,
    records: readonly string[],
    actor: NonNullable<Erasure['actor']>,
  ): Promise<Erasure | undefined> {
    const request = { ...(address !== undefined && { address }), actor, asked_at: new Date(), records: [...records] }
    const { insertedId } = await collection().insertOne(request)
    onAdded()
    for (const end = Date.now() + wait; Date.now() < end; ) {
      await pause(checkEveryMs)
      const done = await collection().findOne({ _id: insertedId, done_at: { $exists: true } })
      if (done) return done
    }
    return undefined
  },
})

type Deps = {
  erasures: ReturnType<typeof erasureRequests>
  mailings: Pick<MailingStore, 'erase'>
  mailAddresses: Pick<MailAddresses, 'erase'>
  inbound: Pick<InboundActions, 'erase'>
  files: Pick<ReplyFiles, 'erase'>
}
type ErasedCount = { inquiries: number; students: number }

/**
 * Erases an address, or records of a person without one: its part of mailings, incoming mail, the files of replies and what is known about its delivery here; inquiries with their replies and queued mails, students, trash and history by
 * admin-tables. It may be repeated at any time.
 * @throws AppError `unavailable` while it is not complete
 */
export const eraseAddress =
  ({ erasures, mailings, mailAddresses, inbound, files }: Deps) =>
  async (
    { email, records = [] }: { email?: string | undefined; records?: readonly string[] },
    actor: NonNullable<Erasure['actor']>,
  ): Promise<ErasedCount> => {
    // While its inquiries are still there: mail in their conversations goes, whoever it is from.
    const places: Record<MailPlace, { erase(email: string): Promise<unknown> }> = {
      mailings,
      incoming: inbound,
      suppression: mailAddresses,
      replyFiles: files,
    }
    const eraseHere = async () => {
      if (email !== undefined) for (const place of Object.values(places)) await place.erase(email)
    }
    await eraseHere()
    const done = await erasures.run(email, records, actor)
    // Again, for data that arrived meanwhile, such as a file for a reply that was being written.
    await eraseHere()
    if (!done)
      throw new AppError(
        'unavailable',
        'The erasure has begun but is not complete yet. It continues automatically; repeat it in a minute to be sure.',
      )
    return { inquiries: countIn(done, inquiryTable), students: countIn(done, 'students') }
  }
