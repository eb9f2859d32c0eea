import { seconds } from '@app/contracts/durations'
import type { Collection, Document, OptionalId } from 'mongodb'
import { bulkFaults } from './bulk-faults'
import { together } from './together'

/** Waiting in line and being written fit into the time that Nginx gives a request. */
const limits = { most: 100, lanes: 3, patience: seconds(1.5), longest: seconds(3.5) }

/** Inserts one document as `insertOne` does, but a crowd goes together. */
export const insertTogether = (collection: () => Pick<Collection, 'insertMany'>) =>
  together<OptionalId<Document>, undefined>(
    (documents) =>
      bulkFaults(
        collection().insertMany(documents, { ordered: false }),
        documents.length,
        ({ insertedCount }) => insertedCount,
      ),
    limits,
  )
