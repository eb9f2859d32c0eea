import { minutes, seconds } from '@app/contracts/durations'
import { type Db, ObjectId } from 'mongodb'
import type { InboundMail } from './inbound-mail'

const maxTimeMS = seconds(2)
/** A worker that has not placed a mail within this time has lost it to the next. */
const leaseMs = minutes(2)
/** A mail whose reading ends the process is read no more often. */
export const maxAttempts = 5
/** Other workers may be faster as often. */
const maxRounds = 20
/** Of mails that are read together. */
const maxBytes = 4 * 1024 * 1024

export type Placement = { mail: InboundMail; change: Partial<InboundMail> }

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
