import { minutes } from '@app/contracts/durations'
import { unlessDuplicate } from '@app/mongo'
import type { Connection } from 'mongoose'

/** Up to which entry of each chain people were told. `due`: the next round, or the end of the one that runs. */
type StoredMarks = { _id: 'audit'; due: Date; numbers: Numbers }
export type Numbers = Record<string, number>

/** The time for which a round counts as running after its process has ended. */
const lease = minutes(2)

/** The position up to which the audit was read for notices. At most one replica reads at a time. */
export function noticeMarks(connection: Connection, now = () => new Date()) {
  const collection = () => connection.collection<StoredMarks>('notice_marks')
  return {
    /** Stores where the audit ends, unless there are marks: what is there before the service serves is not told. */
    async prepare(numbers: Numbers): Promise<void> {
      const first = { $setOnInsert: { numbers, due: now() } }
      await unlessDuplicate(collection().updateOne({ _id: 'audit' }, first, { upsert: true }))
    },

    /** The marks, for the one process that is to read now. */
    async claim(): Promise<Numbers | undefined> {
      const at = now()
      const found = await collection().findOneAndUpdate(
        { _id: 'audit', due: { $lte: at } },
        { $set: { due: new Date(at.getTime() + lease) } },
      )
      return found?.numbers
    },

    async move(numbers: Numbers): Promise<void> {
      await collection().updateOne({ _id: 'audit' }, { $set: { numbers, due: now() } })
    },
  }
}

export type NoticeMarks = ReturnType<typeof noticeMarks>
