import { days, seconds } from '@app/contracts/durations'
import { bulkWriteErrors, isDuplicateKey } from '@app/mongo'
import type { Db, ObjectId } from 'mongodb'
import type { InboundMail } from './inbound-mail'

const keptFor = days(400)
const maxTimeMS = seconds(10)

type Erased = { _id: string; at: Date }

/**
 * Digests of mails that an erasure has removed. Their copies may still be in the mailbox, and would be read again after its UIDVALIDITY has
 * changed. A digest says nothing about a person.
 */
export function erasedMails(db: () => Db, now = () => new Date()) {
  const erased = () => db().collection<Erased>('inbound_erased')
  return {
    prepare: () => erased().createIndex({ at: 1 }, { name: 'ends', expireAfterSeconds: keptFor / seconds(1) }),

    async note(mails: readonly ObjectId[]): Promise<void> {
      const found = await db()
        .collection<InboundMail>('inbound_mails')
        .find({ _id: { $in: [...mails] } }, { projection: { keys: 1 }, maxTimeMS })
        .toArray()
      // That of its copy in the mailbox names the account.
      const keys = found.flatMap((mail) => mail.keys.filter((key) => key.startsWith('mail:')))
      if (keys.length === 0) return
      const writes = keys.map((_id) => ({ insertOne: { document: { _id, at: now() } } }))
      const errors = await bulkWriteErrors(erased().bulkWrite(writes, { ordered: false }), writes.length)
      const failed = errors.find((error) => error && !isDuplicateKey(error))
      if (failed) throw failed
    },

    /** Those of these keys that belong to erased mails. */
    async among(keys: readonly string[]): Promise<ReadonlySet<string>> {
      if (keys.length === 0) return new Set()
      const found = await erased()
        .find({ _id: { $in: [...keys] } }, { maxTimeMS })
        .toArray()
      return new Set(found.map(({ _id }) => _id))
    },
  }
}

export type ErasedMails = ReturnType<typeof erasedMails>
