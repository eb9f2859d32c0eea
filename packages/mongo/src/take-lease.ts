import type { Collection, Document, Filter, UpdateFilter } from 'mongodb'
import { isDuplicateKey } from './errors'

type Lease = {
  holder: string
  at: Date
  ms: number
  /** The fields that hold it. */
  fields?: { holder: string; until: string }
}

/**
 * Takes or renews a lease, which is a part of the document with this id: one process has it until its time is over. Resolves with the
 * document as it was before, `null` if there was none, and `undefined` while another process has the lease.
 *
 * @param more what is written with it
 */
export async function takeLease<Stored extends Document & { _id: string }>(
  collection: Collection<Stored>,
  _id: Stored['_id'],
  { holder, at, ms, fields = { holder: 'holder', until: 'until' } }: Lease,
  { $set = {}, ...more }: { $set?: Document; $setOnInsert?: Document } = {},
) {
  const isFree = { _id, $or: [{ [fields.holder]: holder }, { [fields.until]: { $not: { $gt: at } } }] }
  const lease = { [fields.holder]: holder, [fields.until]: new Date(at.getTime() + ms) }
  const update = { ...more, $set: { ...$set, ...lease } }
  try {
    return await collection.findOneAndUpdate(isFree as Filter<Stored>, update as UpdateFilter<Stored>, { upsert: true })
  } catch (error) {
    // The upsert collides with the document, which another process has the lease of.
    if (isDuplicateKey(error)) return undefined
    throw error
  }
}
