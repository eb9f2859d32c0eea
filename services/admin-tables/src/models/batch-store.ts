import type { Batch, BatchRequest, BatchUndone } from '@app/contracts/batches'
import { days, seconds } from '@app/contracts/durations'
import { isDuplicateKey } from '@app/mongo'
import { type Collection, ObjectId } from 'mongodb'
import type { Actor } from './actor'

/** A batch whose process has not reported for this long is continued by another process. */
const leaseMs = seconds(20)
const maxTimeMS = seconds(2)
/** A batch can be undone for this long, and is removed after it. */
const undoableFor = days(30)

type Undo = BatchUndone & { actor: Actor; lease: Date }

export type StoredBatch = {
  _id: ObjectId
  table: string
  action: Batch['action']
  actor: Actor
  at: Date
  /** None for an import, whose revisions name its records. */
  ids: readonly string[]
  changes?: BatchRequest['changes']
  /** Digest of the request, by which a repeated key is recognised. */
  request?: string
  state: Batch['state']
  /** The position of the first record that is not done. */
  next: number
  changed: number
  skipped: Batch['skipped']
  lease: Date
  undo?: Undo
}

/** What a process has done of a batch since it last reported. */
export type Part = { next: number; changed: number; skipped: Batch['skipped']; isLast: boolean }

export const toUndone = ({ state, restored, kept }: BatchUndone): BatchUndone => ({ state, restored, kept })

export const toBatch = ({ _id, action, state, ids, changed, skipped, undo }: StoredBatch): Batch => ({
  id: _id.toHexString(),
  action,
  state,
  total: action === 'import' ? changed : ids.length,
  changed,
  skipped,
  ...(undo && { undo: toUndone(undo) }),
})

export type NewBatch = Pick<StoredBatch, 'table' | 'action' | 'actor' | 'ids' | 'changes' | 'request'> & { id?: string }

const leaseFrom = (at: Date) => new Date(at.getTime() + leaseMs)

/** A batch that has not started. */
export const newBatch = ({ id, changes, request, ...about }: NewBatch, at: Date): StoredBatch => ({
  _id: new ObjectId(id),
  ...about,
  ...(changes && { changes }),
  ...(request && { request }),
  at,
  state: about.ids.length === 0 ? 'done' : 'running',
  next: 0,
  changed: 0,
  skipped: [],
  lease: leaseFrom(at),
})

/** Batches with their progress, so that another process can continue what one has begun. */
export function batchStore(collection: () => Collection<StoredBatch>, now = () => new Date()) {
  const lease = () => leaseFrom(now())
  const find = async (table: string, id: string): Promise<StoredBatch | undefined> =>
    (await collection().findOne({ _id: new ObjectId(id), table: { $eq: table } }, { maxTimeMS })) ?? undefined

  /** `false` when it exists already. */
  async function insert(batch: StoredBatch): Promise<boolean> {
    try {
      await collection().insertOne(batch)
      return true
    } catch (error) {
      if (isDuplicateKey(error)) return false
      throw error
    }
  }

  return {
    prepare: () => collection().createIndex({ at: 1 }, { name: 'ends', expireAfterSeconds: undoableFor / seconds(1) }),

    find,

    /** `undefined` when a batch with this id exists already. */
    async begin(about: NewBatch): Promise<StoredBatch | undefined> {
      const batch = newBatch(about, now())
      return (await insert(batch)) ? batch : undefined
    },

    /** Records that an import is over, so that it can be undone like any batch. */
    async addImport({ id, table, actor, changed }: { id: string; table: string; actor: Actor; changed: number }) {
      const done = newBatch({ id, table, actor, action: 'import', ids: [] }, now())
      await insert({ ...done, changed })
    },

    /** Records a finished part. `false` when another process has gone on from `at`. */
    async advance(id: ObjectId, at: number, { skipped, ...part }: Part): Promise<boolean> {
      const { matchedCount } = await collection().updateOne(
        { _id: id, state: 'running', next: at },
        {
          $set: { next: part.next, state: part.isLast ? 'done' : 'running', lease: lease() },
          $inc: { changed: part.changed },
          $push: { skipped: { $each: skipped } },
        },
      )
      return matchedCount === 1
    },

    /** Takes over a batch whose process has ended; of all, or this one. */
    async orphaned(id?: ObjectId): Promise<StoredBatch | undefined> {
      const found = await collection().findOneAndUpdate(
        { ...(id && { _id: id }), state: 'running', lease: { $lt: now() } },
        { $set: { lease: lease() } },
        { returnDocument: 'after', maxTimeMS },
      )
      return found ?? undefined
    },

    /** Begins an undo. `undefined` when one has begun before. */
    async beginUndo(id: ObjectId, actor: Actor): Promise<StoredBatch | undefined> {
      const undo: Undo = { state: 'running', restored: 0, kept: [], actor, lease: lease() }
      const found = await collection().findOneAndUpdate(
        { _id: id, state: 'done', undo: { $exists: false } },
        { $set: { undo } },
        { returnDocument: 'after', maxTimeMS },
      )
      return found ?? undefined
    },

    /** Takes over an undo whose process has ended; it starts at the beginning. */
    async orphanedUndo(): Promise<StoredBatch | undefined> {
      const found = await collection().findOneAndUpdate(
        { 'undo.state': 'running', 'undo.lease': { $lt: now() } },
        { $set: { 'undo.lease': lease() } },
        { returnDocument: 'after', maxTimeMS },
      )
      return found ?? undefined
    },

    async reportUndo(id: ObjectId, { state, restored, kept }: BatchUndone): Promise<void> {
      await collection().updateOne(
        { _id: id, 'undo.state': 'running' },
        { $set: { 'undo.state': state, 'undo.restored': restored, 'undo.kept': kept, 'undo.lease': lease() } },
      )
    },
  }
}

export type BatchStore = ReturnType<typeof batchStore>
