import { seconds } from '@app/contracts/durations'
import { mailVersionField } from '@app/contracts/inquiries'
import { escapePattern } from '@app/mongo/escape-pattern'
import type { Collection } from 'mongodb'

const maxTimeMS = seconds(30)

/**
 * Removes an address from the replies to others that it got a copy of, live or in the trash, where fields begin with `record.`. Drafts
 * hold addresses as they are typed.
 */
export async function dropCopies(collection: Pick<Collection, 'updateMany'>, prefix: '' | 'record.', address: string) {
  const field = (name: string) => `${prefix}${name}`
  const typed = { $regex: escapePattern(address), $options: 'i' }
  await collection.updateMany(
    { [field('replies.cc')]: address },
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
    { [field('reply_drafts.cc')]: typed },
    { $set: { [field('reply_drafts.$[draft].cc')]: '' }, $inc: { [field(mailVersionField)]: 1 } },
    { arrayFilters: [{ 'draft.cc': typed }], maxTimeMS },
  )
}
