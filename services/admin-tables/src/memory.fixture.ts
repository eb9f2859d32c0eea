import type { AuditEntry } from '@app/audit'
import type { Revision } from '@app/contracts/history'
import { type PersonFile, personSections } from '@app/contracts/person-file'
import type { TableSchema } from '@app/table-schema'
import type { CalendarDeps } from './calendar/routes'
import type { NewRecord, RecordChange, WholeRecord } from './records/record-writer'
import type { StoredRevision } from './records/revision-store'
import type { NewTrash, Trashed } from './records/trash-store'
import type { WireRecord } from './tables/read-record'

const clock = () => {
  let time = Date.parse('2026-05-01T10:00:00.000Z')
  return () => new Date(time++).toISOString()
}

const toWire = ({ _id, at, actor, action, source, changes = {}, batch }: StoredRevision): Revision => ({
  ...{ id: _id.toHexString(), at: at.toISOString(), actor: { email: actor.email }, action, source, changes },
  ...(batch !== undefined && { batch }),
})

/** As much of the database as the routes use, in memory, one table for all names. */
export function memory(given: readonly WireRecord[], audit: (entry: AuditEntry) => Promise<void>) {
  const rows = new Map(given.map((record) => [record.id, record]))
  const trash = new Map<string, Trashed>()
  const history: StoredRevision[] = []
  const note = (revision: StoredRevision) => {
    history.push(revision)
    const { actor, action, table, record_id: recordId } = revision
    if (revision.batch === undefined) void audit({ actor, action, table, recordId })
  }
  const iso = clock()
  let made = 0
  const add = ({ id, values, revision }: NewRecord) => {
    const at = revision.at.toISOString()
    const record = { id, ...values, created_at: at, updated_at: at } as WireRecord
    rows.set(id, record)
    note(revision)
    return record
  }
  const whole = (id: string) => {
    const record = rows.get(id)
    return record && { _id: id, ...record }
  }
  const remove = ({ _id, updated_at }: WholeRecord) =>
    rows.get(String(_id))?.updated_at === updated_at && rows.delete(String(_id))
  const ofRecord = (table: string, id: string) =>
    history.filter((one) => one.table === table && one.record_id === id).reverse()
  return {
    rows,
    trash,
    history,
    writer: {
      now: () => new Date(iso()),
      newId: () => String(++made).padStart(24, '0'),
      insert: async (_: TableSchema, added: NewRecord) => {
        const existing = rows.get(added.id)
        if (existing) return { record: existing, isNew: false }
        return { record: add(added), isNew: true }
      },
      insertMany: async (_: TableSchema, added: readonly NewRecord[]) => {
        const known = new Set(added.map(({ id }) => id).filter((id) => rows.has(id)))
        for (const one of added) if (!known.has(one.id)) add(one)
        return known
      },
      update: async (_: TableSchema, { id, updated_at }: WireRecord, values: object, revision: StoredRevision) => {
        const before = rows.get(id)
        if (!before || before.updated_at !== updated_at) return undefined
        const after = { ...before, ...values, updated_at: revision.at.toISOString() }
        rows.set(id, after)
        note(revision)
        return after
      },
      updateMany: async (_: TableSchema, changes: readonly RecordChange[]) => {
        const lost = new Set<string>()
        for (const { before, values, revision } of changes) {
          if (rows.get(before.id)?.updated_at !== before.updated_at) lost.add(before.id)
          else {
            rows.set(before.id, { ...before, ...values, updated_at: revision.at.toISOString() })
            note(revision)
          }
        }
        return lost
      },
      whole: async (_: string, id: string) => whole(id),
      rawDocuments: async (_: string, ids: readonly string[]) => ids.flatMap((id) => whole(id) ?? []),
      remove: async (_: string, document: WholeRecord) => remove(document),
      removeMany: async (_: string, documents: readonly WholeRecord[]) =>
        new Set(documents.filter((one) => !remove(one)).map(({ _id }) => String(_id))),
      putBack: async (
        _: string,
        { _id, _revisions = [], ...record }: { _id?: string; _revisions?: StoredRevision[] },
      ) => {
        if (rows.has(String(_id))) return false
        rows.set(String(_id), record as WireRecord)
        for (const revision of _revisions) if (!history.includes(revision)) note(revision)
        return true
      },
    },
    trashStore: {
      put: async (records: readonly NewTrash[]) =>
        records.map(({ table, id, record, title, by, unlinked = [] }) => {
          const deleted_at = new Date('2026-05-02T19:30:00Z')
          const entry: Trashed = { _id: id, table, record, title, deleted_by: by, deleted_at, unlinked }
          trash.set(id, entry)
          return entry
        }),
      find: async (_: string, id: string) => trash.get(id),
      drop: async ({ _id }: Pick<Trashed, '_id'>) => trash.delete(_id),
      complete: async () => {},
      merge: async () => false,
      page: async (tables: readonly string[], q: string) => {
        const data = [...trash.values()].filter(({ table, title }) => tables.includes(table) && title?.includes(q))
        return { data, total: data.length }
      },
    },
    revisions: {
      copy: async (pending: readonly StoredRevision[]) => {
        for (const revision of pending) if (!history.includes(revision)) note(revision)
      },
      pendingIn: () => [],
      flush: async () => {},
      forget: async () => {},
      flushBatch: async () => {},
      ofBatch: async (batch: string) => history.filter((one) => one.batch === batch).reverse(),
      byIds: async (ids: readonly StoredRevision['_id'][]) =>
        ids.flatMap((id) => history.find(({ _id }) => _id.equals(id)) ?? []),
      recordsOfBatch: async (batch: string, _: string, ids: readonly string[]) =>
        new Set(history.flatMap((one) => (one.batch === batch && ids.includes(one.record_id) ? [one.record_id] : []))),
      creation: async (table: string, id: string) => ofRecord(table, id).find(({ action }) => action === 'create'),
      from: async (table: string, id: string, at: Date) =>
        ofRecord(table, id)
          .filter((one) => one.at >= at)
          .reverse(),
      since: async (table: string, id: string, revision: string) => {
        const all = ofRecord(table, id)
        return all.slice(0, all.findIndex(({ _id }) => _id.toHexString() === revision) + 1)
      },
      page: async (table: string, id: string, _page?: number, _shown?: ReadonlySet<string>, who?: string) => {
        const own = ofRecord(table, id).filter(
          ({ actor }) => who === undefined || [actor.id, actor.email].includes(who),
        )
        const data = own.map(toWire)
        return { data, total: data.length }
      },
      pageOfBatch: async (table: string, batch: string) => {
        const found = history.filter((one) => one.table === table && one.batch === batch)
        return { data: found.map((one) => ({ ...toWire(one), recordId: one.record_id })), total: found.length }
      },
    },
    /** A reference is missing unless a row has its id; nothing refers to anything unless a row, then one of `friends`, holds the id. */
    integrity: {
      missing: async (_: string, ids: readonly string[]) => new Set(ids.filter((id) => !rows.has(id))),
      referred: async (_: string, ids: readonly string[]) =>
        new Set([...rows.values()].map((row) => String(row.friend)).filter((id) => ids.includes(id))),
      referrers: async (_: string, id: string) => {
        const total = [...rows.values()].filter((row) => row.friend === id).length
        return total > 0 ? [{ table: 'friends', field: 'friend', total }] : []
      },
      references: async (_: string, id: string) =>
        [...rows.values()]
          .filter((row) => row.friend === id)
          .map((row) => ({ table: 'friends', id: row.id, field: 'friend' })),
    },
  }
}

/** A feed in which nothing has happened. */
export const noEvents = { read: async () => ({ data: [], next: '0.00000000', more: false }) }

/** Of a person that nothing is stored about. */
export const noPersonFile = async (email: string) => ({
  file: {
    email,
    createdAt: '2026-11-28T10:00:00.000Z',
    sections: Object.fromEntries(personSections.map((id) => [id, []])) as unknown as PersonFile['sections'],
    attachments: [],
  },
  files: [],
})

/** No calendar has an entry, and no feed is kept. */
export const noCalendars: Omit<CalendarDeps['calendars'], 'publicOrigin'> = {
  read: async () => 'BEGIN:VCALENDAR',
  feeds: {
    list: async () => [],
    create: async (_, table, mine) => ({
      id: '0'.repeat(24),
      table,
      mine,
      createdAt: '',
      lastReadAt: null,
      token: 'secret',
    }),
    remove: async () => true,
  },
}
