import { seconds } from '@app/contracts/durations'
import { isObjectId } from '@app/contracts/object-id'
import { escapePattern } from '@app/mongo/escape-pattern'
import type { Collection, Filter } from 'mongodb'
import type { StoredEntry } from './audit-collection'

const maxTimeMS = seconds(4)

export type AuditFilter = {
  who?: string | undefined
  action?: StoredEntry['action'] | undefined
  table?: string | undefined
  record?: string | undefined
  /** From `from` (inclusive) to `before` (exclusive). */
  from?: Date | undefined
  before?: Date | undefined
}

/** Entries as they are stored; those of releases before the chains have no details. */
export type ReadEntry = Omit<StoredEntry, '_id' | 'about'> & { _id: unknown; about?: StoredEntry['about'] }

function filterOf({ who, action, table, record, from, before }: AuditFilter): Filter<StoredEntry> {
  return {
    ...(who && (isObjectId(who) ? { user_id: who } : { email: { $regex: escapePattern(who), $options: 'i' } })),
    ...(action && { action: { $eq: action } }),
    ...(table && { table: { $eq: table } }),
    ...(record && { record_id: { $eq: record } }),
    ...((from || before) && { at: { ...(from && { $gte: from }), ...(before && { $lt: before }) } }),
  }
}

/** The audit for the Activity page: newest first, over all chains. */
export function auditReader(collection: () => Collection<StoredEntry>) {
  const sort = { at: -1, _id: -1 } as const
  return {
    /** One page, and whether there is another. */
    async page(filter: AuditFilter, page: number, size: number): Promise<{ entries: ReadEntry[]; more: boolean }> {
      const found = await collection()
        .find(filterOf(filter), { maxTimeMS })
        .sort(sort)
        .skip((page - 1) * size)
        .limit(size + 1)
        .toArray()
      return { entries: found.slice(0, size), more: found.length > size }
    },

    stream: (filter: AuditFilter): AsyncIterable<ReadEntry> =>
      collection().find(filterOf(filter), { batchSize: 500 }).sort(sort),
  }
}

export type AuditReader = ReturnType<typeof auditReader>
