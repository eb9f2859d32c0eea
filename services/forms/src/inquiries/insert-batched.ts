import { seconds } from '@app/contracts/durations'
import { insertErrors } from '@app/mongo'
import type { Db, Document } from 'mongodb'
import { batch } from './batch'

/** Waiting and writing fit into the time that Nginx allows a request. */
const limits = { maxItems: 100, maxCalls: 3, queueTimeoutMs: seconds(1.5), callTimeoutMs: seconds(3.5), gathers: true }

/** Inserts one document, which must have its `_id`; concurrent inserts share a call. */
export const insertBatched = (db: () => Db, name: string) =>
  batch<Document, undefined>((documents) => insertErrors(db(), name, documents), limits)
