import { seconds } from '@app/contracts/durations'
import { bulkWriteErrors } from '@app/mongo'
import type { Collection, Document, OptionalId } from 'mongodb'
import { batch } from './batch'

/** Waiting and writing fit into the time that Nginx allows a request. */
const limits = { maxItems: 100, maxCalls: 3, queueTimeoutMs: seconds(1.5), callTimeoutMs: seconds(3.5), gathers: true }

/** Inserts one document as `insertOne` does; concurrent inserts share a call. */
export const insertBatched = (collection: () => Pick<Collection, 'insertMany'>) =>
  batch<OptionalId<Document>, undefined>(
    (documents) =>
      bulkWriteErrors(
        collection().insertMany(documents, { ordered: false }),
        documents.length,
        ({ insertedCount }) => insertedCount,
      ),
    limits,
  )
