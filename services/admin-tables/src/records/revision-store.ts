import type { AuditEntry } from '@app/audit'
import { pacer } from '@app/concurrency/pacer'
import { days, seconds } from '@app/contracts/durations'
import {
  type ChangeSource,
  type Changes,
  erasedValue,
  historyPageSize,
  type Revision,
  type RevisionAction,
} from '@app/contracts/history'
import type { Actor } from '@app/jobs'
import { unlessDuplicate } from '@app/mongo'
import { pageOf } from '@app/mongo/page-of'
import { type Collection, type Document, type Filter, ObjectId } from 'mongodb'
import { ownRevision, type PendingRevision, type StoredRevision } from './stored-revision'

export type { StoredRevision }

/** `hold` throws when the job that makes a change may have been taken over; it is called before each write. */
export type Reason = { source: ChangeSource; batch?: string; hold?: () => void }

/** The field of a record's own document in which a revision waits to be copied. No schema can name it. */
export const pendingField = '_revisions'

const maxTimeMS = seconds(2)
const valuesKeptFor = days(730)
/** Records whose revisions are copied by one call. */
const groupSize = 100

type RevisionOfBatch = Pick<StoredRevision, '_id' | 'table' | 'record_id'>

type About = { table: string; id: string; action: RevisionAction; changes: Changes; at: Date }

export const newRevision = (actor: Actor, { source, batch }: Reason, about: About): StoredRevision => ({
  _id: new ObjectId(),
  table: about.table,
  record_id: about.id,
  at: about.at,
  actor: { id: actor.id, email: actor.email },
  action: about.action,
  source,
  changes: about.changes,
  request_id: actor.requestId,
  ...(batch !== undefined && { batch }),
  ...(about.action !== 'delete' && { version: about.at }),
})

const toWire = (
  { _id, at, actor, action, source, changes = {}, batch }: StoredRevision,
  shown: ReadonlySet<string>,
) => ({
  id: _id.toHexString(),
  at: at.toISOString(),
  actor: { email: actor.email },
  action,
  source,
  changes: Object.fromEntries(Object.entries(changes).filter(([field]) => shown.has(field))),
  ...(batch !== undefined && { batch }),
})

/** The names of the changed fields, in one text. */
export const fieldNames = (changes: object = {}) => Object.keys(changes).join(', ')

/** The audit entry of a change: who, what and which record, without values. A batch has one entry of its own. */
const auditEntryOf = ({
  _id,
  actor,
  action,
  table,
  record_id,
  source,
  changes,
  at,
  request_id = '',
}: StoredRevision) => ({
  actor: { ...actor, requestId: request_id },
  action,
  table,
  recordId: record_id,
  about: { source, ...(action === 'update' && { fields: fieldNames(changes) }) },
  at,
  ref: `revision/${_id.toHexString()}`,
})

/** `[before, after]` with every value replaced; that there was none stays visible. */
const erasedPair = {
  $map: {
    input: '$$change.v',
    as: 'value',
    in: { $cond: [{ $eq: [{ $ifNull: ['$$value', null] }, null] }, null, erasedValue] },
  },
}
const erasedChanges = {
  $arrayToObject: {
    $map: {
      input: { $objectToArray: { $ifNull: ['$changes', {}] } },
      as: 'change',
      in: { k: '$$change.k', v: erasedPair },
    },
  },
}

/**
 * The history of records. A revision is written with the change itself, into the record's own document, and copied from
 * there: a crash in between loses nothing, and copying is idempotent.
 */
export function revisionStore(
  collection: (name: string) => Collection,
  /** Receives every change at least once, before its revision leaves the record; after a crash it receives it again. */
  append: (entry: AuditEntry) => Promise<void>,
  /** Finds revisions whose values have been erased since. */
  covered: (revisions: readonly StoredRevision[]) => Promise<readonly StoredRevision[]>,
  now = () => new Date(),
  onCopied = () => {},
) {
  const revisions = () => collection('revisions') as unknown as Collection<StoredRevision>

  async function copy(pending: readonly StoredRevision[]): Promise<void> {
    if (pending.length === 0) return
    const stored = unlessDuplicate(revisions().insertMany([...pending], { ordered: false }))
    const alone = pending.filter(({ batch }) => batch === undefined)
    await Promise.all([stored, ...alone.map((one) => append(auditEntryOf(one)))])
    onCopied()
    // Looked up after the copy: an erasure that is not there yet finds the copy.
    const erased = await covered(pending)
    if (erased.length > 0) await eraseValues({ _id: { $in: erased.map(({ _id }) => _id) } })
  }

  /** That something was changed, by whom and when stays; what it was does not. */
  async function eraseValues(filter: Filter<StoredRevision>): Promise<void> {
    await revisions().updateMany(filter, [{ $set: { changes: erasedChanges } }])
  }

  const waitingIn = (document: Document | null | undefined) => (document?.[pendingField] ?? []) as PendingRevision[]
  const pendingIn = (document: Document | null | undefined): StoredRevision[] =>
    waitingIn(document).map((one) => ownRevision(String(document?._id), one))

  async function flushGroup(table: string, ids: readonly string[]): Promise<void> {
    const found = await collection(table)
      .find({ _id: { $in: ids.map((id) => new ObjectId(id)) } }, { projection: { [pendingField]: 1 }, maxTimeMS })
      .toArray()
    const waiting = found.filter((document) => waitingIn(document).length > 0)
    if (waiting.length === 0) return
    await copy(waiting.flatMap(pendingIn))
    const copied = new Map(waiting.flatMap(waitingIn).map(({ _id }) => [_id.toHexString(), _id]))
    // One update for all of them: some servers make each update of a bulk write durable separately.
    await collection(table).updateMany(
      { _id: { $in: waiting.map(({ _id }) => _id) } },
      { $pull: { [pendingField]: { _id: { $in: [...copied.values()] } } } as Document },
    )
  }

  /** Copies the revisions still in the documents of these records. */
  async function flush(table: string, ids: readonly string[]): Promise<void> {
    const rest = pacer()
    for (let at = 0; at < ids.length; at += groupSize) {
      if (at > 0) await rest()
      await flushGroup(table, ids.slice(at, at + groupSize))
    }
  }

  return {
    prepare: async () => {
      await revisions().createIndex({ table: 1, record_id: 1, at: -1, _id: -1 }, { name: 'history' })
      await revisions().createIndex({ batch: 1 }, { name: 'batch', sparse: true })
    },

    copy,
    flush,
    pendingIn,
    eraseValues,

    /** @param who the id or the name of a person or a service account */
    async page(table: string, id: string, page: number, shown: ReadonlySet<string>, who?: string) {
      const byThem = who !== undefined && { $or: [{ 'actor.id': { $eq: who } }, { 'actor.email': { $eq: who } }] }
      const filter = { table: { $eq: table }, record_id: { $eq: id }, ...byThem }
      const wanted = { sort: { at: -1, _id: -1 }, page, size: historyPageSize, maxTimeMS } as const
      const { data, total } = await pageOf(revisions(), filter, wanted)
      return { data: data.map((one): Revision => toWire(one, shown)), total }
    },

    /** The changes of a batch, in the order of its parts. */
    async pageOfBatch(table: string, batch: string, page: number, shown: ReadonlySet<string>) {
      const filter = { batch: { $eq: batch }, table: { $eq: table } }
      const wanted = { sort: { at: 1, _id: 1 }, page, size: historyPageSize, maxTimeMS } as const
      const { data, total } = await pageOf(revisions(), filter, wanted)
      return { data: data.map((one) => ({ ...toWire(one, shown), recordId: one.record_id })), total }
    },

    /** One revision and all that came after it, newest first. Empty when there is no such revision. */
    async since(table: string, id: string, revision: string): Promise<StoredRevision[]> {
      const all = await revisions()
        .find({ table: { $eq: table }, record_id: { $eq: id } }, { maxTimeMS })
        .sort({ at: -1, _id: -1 })
        .toArray()
      const at = all.findIndex(({ _id }) => _id.toHexString() === revision)
      return at < 0 ? [] : all.slice(0, at + 1)
    },

    /** The changes of a record from a moment on, oldest first, also those that still wait to be copied. */
    async from(table: string, id: string, at: Date): Promise<StoredRevision[]> {
      await flush(table, [id])
      return revisions()
        .find({ table: { $eq: table }, record_id: { $eq: id }, at: { $gte: at } }, { maxTimeMS })
        .sort({ at: 1, _id: 1 })
        .toArray()
    },

    /** The revision that created a record, if its history reaches back so far. */
    creation: async (table: string, id: string): Promise<StoredRevision | undefined> =>
      (await revisions().findOne(
        { table: { $eq: table }, record_id: { $eq: id }, action: 'create' },
        { sort: { at: -1, _id: -1 }, maxTimeMS },
      )) ?? undefined,

    /** The revisions of a batch, without their values. References that a deletion removed return with its record, so they are left out. */
    async ofBatch(batch: string): Promise<RevisionOfBatch[]> {
      const filter = { batch: { $eq: batch }, source: { $ne: 'unlink' as const } }
      const found = await revisions()
        .find(filter, { projection: { table: 1, record_id: 1 } })
        .toArray()
      return found.sort((one, other) => (one._id.toHexString() < other._id.toHexString() ? -1 : 1))
    },

    byIds: (ids: readonly ObjectId[]): Promise<StoredRevision[]> =>
      revisions()
        .find({ _id: { $in: [...ids] } })
        .toArray(),

    /** Those of these records that a batch has written. */
    async recordsOfBatch(batch: string, table: string, ids: readonly string[]): Promise<Set<string>> {
      const filter = { table: { $eq: table }, record_id: { $in: [...ids] }, batch: { $eq: batch } }
      const found = await revisions()
        .find(filter, { projection: { record_id: 1 } })
        .toArray()
      return new Set(found.map(({ record_id }) => record_id))
    },

    /** Copies the revisions still in the records that a batch has written. */
    async flushBatch(table: string, batch: string): Promise<void> {
      const waiting = await collection(table)
        .find({ [`${pendingField}.batch`]: { $eq: batch } }, { projection: { _id: 1 } })
        .toArray()
      await flush(
        table,
        waiting.map(({ _id }) => String(_id)),
      )
    },

    /** Removes the values of a record's history; who changed it and when stays. */
    async forget(table: string, id: string): Promise<void> {
      await revisions().updateMany({ table: { $eq: table }, record_id: { $eq: id } }, { $unset: { changes: '' } })
    },

    /** Copies revisions that a crash left in the documents of a table, and drops values past their retention. */
    async sweep(tables: readonly string[]): Promise<void> {
      for (const table of tables) {
        const left = await collection(table)
          .find({ [`${pendingField}.0`]: { $exists: true } }, { projection: { _id: 1 } })
          .limit(5_000)
          .toArray()
        await flush(
          table,
          left.map(({ _id }) => String(_id)),
        )
      }
      const due = new Date(now().getTime() - valuesKeptFor)
      await revisions().updateMany({ at: { $lt: due }, changes: { $exists: true } }, { $unset: { changes: '' } })
    },
  }
}

export type RevisionStore = ReturnType<typeof revisionStore>
