import { seconds } from '@app/contracts/durations'
import { collation } from '@app/record-query'
import type { Connection } from 'mongoose'
import { type Submission, submissionModel } from '../inquiries/submission-document'

/** A change of a conversation. `version` differs after each. */
export type InboxChange = { id: string; version: string }

/** More at once are left out: who loads the list sees them all. */
const maxChanges = 100

type Changed = Pick<Submission, '_id' | 'updated_at' | 'drafted_at'>

/** Which conversations have changed, or are being answered, since an instant. */
export function inboxChanges(connection: Connection) {
  const inquiries = () => submissionModel(connection).collection
  const since = async (name: 'updated_at' | 'drafted_at', at: Date): Promise<Changed[]> =>
    (await inquiries()
      .find(
        { [name]: { $gt: at } },
        {
          ...(name === 'updated_at' && { collation }),
          projection: { updated_at: 1, drafted_at: 1 },
          sort: { [name]: -1 },
          limit: maxChanges,
          maxTimeMS: seconds(2),
        },
      )
      .toArray()) as unknown as Changed[]
  return async (at: Date): Promise<InboxChange[]> => {
    const found = (await Promise.all([since('updated_at', at), since('drafted_at', at)])).flat()
    const versions = new Map(
      found.map(({ _id, updated_at, drafted_at }) => [String(_id), `${Number(updated_at)}/${Number(drafted_at ?? 0)}`]),
    )
    return [...versions].map(([id, version]) => ({ id, version }))
  }
}
