import { seconds } from '@app/contracts/durations'
import { mailVersionField } from '@app/contracts/inquiries'
import { escapePattern } from '@app/mongo/escape-pattern'
import type { Collection } from 'mongodb'

const maxTimeMS = seconds(30)

/** Replies that an address got a copy of, and drafts that name it: inquiries, or their copies in the trash, where fields begin with `record.`. */
export function copiesFor(prefix: '' | 'record.', address: string) {
  const typed = { $regex: escapePattern(address), $options: 'i' }
  return {
    typed,
    sent: { [`${prefix}replies.cc`]: address },
    drafted: { [`${prefix}reply_drafts.cc`]: typed },
  }
}

/**
 * Removes an address from the replies to others that it got a copy of, live or in the trash, where fields begin with `record.`. Drafts
 * hold addresses as they are typed.
 */
export async function dropCopies(collection: Pick<Collection, 'updateMany'>, prefix: '' | 'record.', address: string) {
  const field = (name: string) => `${prefix}${name}`
  const { typed, sent, drafted } = copiesFor(prefix, address)
  await collection.updateMany(
    sent,
    {
      $pull: {
        [field('replies.$[].cc')]: address,
        [field('mails')]: { kind: 'copy', to: address },
      } as never,
      $inc: { [field(mailVersionField)]: 1 },
    },
    { maxTimeMS },
  )
  await collection.updateMany(
    drafted,
    { $set: { [field('reply_drafts.$[draft].cc')]: '' }, $inc: { [field(mailVersionField)]: 1 } },
    { arrayFilters: [{ 'draft.cc': typed }], maxTimeMS },
  )
}
