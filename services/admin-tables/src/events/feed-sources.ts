import { seconds } from '@app/contracts/durations'
import { type EventType, type WaitingEvent, waitingEventsField } from '@app/contracts/events'
import { inquiryTable } from '@app/contracts/inquiries'
import type { Collection, Document, ObjectId } from 'mongodb'
import type { StoredRevision } from '../records/stored-revision'
import type { NewEvent } from './feed-store'

const maxTimeMS = seconds(4)

const types: Record<StoredRevision['action'], EventType> = {
  create: 'record.created',
  update: 'record.updated',
  delete: 'record.deleted',
  restore: 'record.restored',
}

const eventOfRevision = (one: StoredRevision): NewEvent => ({
  source: `revision/${one._id.toHexString()}`,
  type: types[one.action],
  table: one.table,
  record: one.record_id,
  version: one.version ?? null,
  changed: one.action === 'update' ? Object.keys(one.changes ?? {}) : [],
  actor: one.actor.email,
  job: one.batch ?? null,
  at: one.at,
})

const eventOfInquiry = (record: string, { _id, type, changed, by, at }: WaitingEvent<ObjectId>): NewEvent => ({
  source: `inquiry/${_id.toHexString()}`,
  type,
  table: inquiryTable,
  record,
  version: at,
  changed,
  actor: by,
  job: null,
  at,
})

/** The sources of the feed's events. Each keeps its events until they are in the feed. */
export function feedSources(collection: (name: string) => Collection) {
  const revisions = () => collection('revisions') as unknown as Collection<StoredRevision & { sequenced?: true }>
  const inquiries = () => collection(inquiryTable)

  return {
    prepare: () => revisions().createIndex({ sequenced: 1, at: 1, _id: 1 }, { name: 'unsequenced' }),

    /** Revisions without a place in the feed, oldest first. Those of a record have one order: each is later than the one before. */
    async revisions(floor: Date, limit: number) {
      const found = await revisions()
        .find({ sequenced: null as never, at: { $gte: floor } }, { sort: { at: 1, _id: 1 }, limit, maxTimeMS })
        .toArray()
      return { events: found.map(eventOfRevision), ids: found.map(({ _id }) => _id) }
    },
    async releaseRevisions(ids: readonly ObjectId[]): Promise<void> {
      if (ids.length > 0) await revisions().updateMany({ _id: { $in: [...ids] } }, { $set: { sequenced: true } })
    },

    /** Events that wait in inquiries. */
    async inquiries(limit: number) {
      const found: Document[] = await inquiries()
        .find(
          { [`${waitingEventsField}._id`]: { $exists: true } },
          { projection: { [waitingEventsField]: 1 }, limit, maxTimeMS },
        )
        .toArray()
      const waitingIn = (one: Document) => (one[waitingEventsField] ?? []) as WaitingEvent<ObjectId>[]
      return {
        events: found.flatMap((one) => waitingIn(one).map((each) => eventOfInquiry(String(one['_id']), each))),
        records: found.map(({ _id }) => _id as ObjectId),
        ids: found.flatMap((one) => waitingIn(one).map(({ _id }) => _id)),
      }
    },
    async releaseInquiries(records: readonly ObjectId[], ids: readonly ObjectId[]): Promise<void> {
      if (records.length === 0) return
      await inquiries().updateMany(
        { _id: { $in: [...records] } },
        { $pull: { [waitingEventsField]: { _id: { $in: [...ids] } } } as Document },
      )
    },
  }
}

export type FeedSources = ReturnType<typeof feedSources>
