import { days, seconds } from '@app/contracts/durations'
import { type ReceivedRow, receivedPageSize } from '@app/contracts/received'
import { newJobId } from '@app/jobs'
import { pageOf } from '@app/mongo/page-of'
import { type Collection, ObjectId } from 'mongodb'

const maxTimeMS = seconds(4)
const keptFor = days(30)
/** Deliveries of one hook that are not imported, at most. */
const maxOpen = 5_000

export type StoredRow = Omit<ReceivedRow, 'externalId'> & {
  key: string
  former: string | null
  decision?: { create: true } | { record: string } | { again: true }
}
export type StoredReceived = {
  _id: ObjectId
  hook: string
  at: Date
  /** `kept` until the hook is active; `new` until its job has ended. */
  state: 'kept' | 'new' | 'waiting' | 'done'
  rows: StoredRow[]
  /** Says which parts were read in the most likely way. */
  notes?: readonly string[]
  /** The job that imports it, or will. */
  job: string
  /** The jobs that changed records. */
  jobs: string[]
  expires_at?: Date
}
export type RowChange = Pick<StoredRow, 'state' | 'reason' | 'record' | 'candidates'>

export const newRow = (key: string, former: string | null, cells: Record<string, string>): StoredRow => ({
  key,
  former,
  cells,
  state: 'new',
  reason: null,
  record: null,
  candidates: [],
})

const stateOf = (rows: readonly StoredRow[]): StoredReceived['state'] => {
  if (rows.some(({ state }) => state === 'new')) return 'new'
  return rows.some(({ state }) => state === 'waiting') ? 'waiting' : 'done'
}

/** Deliveries of incoming hooks. What waits for a person is kept until it is decided, the rest for 30 days. */
export function receivedStore(collection: (name: string) => Collection, now = () => new Date(), onDue = () => {}) {
  const all = () => collection('received_deliveries') as unknown as Collection<StoredReceived>
  const byId = (id: string) => ({ _id: new ObjectId(id) })
  /** Deliveries that mention an address, or became one of these records. */
  async function* about(address: string | undefined, records: readonly string[]): AsyncGenerator<StoredReceived> {
    const wanted = address?.toLowerCase()
    const isWanted = (row: StoredRow) =>
      records.includes(row.record ?? '') || (wanted !== undefined && JSON.stringify(row).toLowerCase().includes(wanted))
    for await (const one of all().find({})) {
      const rows = one.rows.filter(isWanted)
      if (rows.length > 0) yield { ...one, rows }
    }
  }
  const expiry = () => new Date(now().getTime() + keptFor)

  /** Brings the state of a delivery in line with its rows. */
  async function settle(id: string): Promise<void> {
    const found = await all().findOne(byId(id), { projection: { rows: 1, state: 1 }, maxTimeMS })
    if (!found || found.state === 'kept') return
    const state = stateOf(found.rows)
    const ends =
      state === 'done'
        ? { $set: { state, expires_at: expiry() } }
        : { $set: { state }, $unset: { expires_at: 1 } as const }
    await all().updateOne({ ...byId(id), rows: found.rows }, ends)
    if (state === 'new') onDue()
  }

  return {
    prepare: async () => {
      await all().createIndex({ hook: 1, at: -1 }, { name: 'list' })
      await all().createIndex({ state: 1, at: 1 }, { name: 'due' })
      await all().createIndex({ expires_at: 1 }, { name: 'ends', expireAfterSeconds: 0 })
    },

    /** `undefined` when too many are not imported yet. */
    async add(
      hook: string,
      state: 'kept' | 'new',
      rows: StoredRow[],
      notes: readonly string[] = [],
    ): Promise<StoredReceived | undefined> {
      const open = { hook, state: { $ne: 'done' as const } }
      if ((await all().countDocuments(open, { limit: maxOpen, maxTimeMS })) >= maxOpen) return undefined
      const stored: StoredReceived = {
        _id: new ObjectId(),
        hook,
        at: now(),
        state,
        rows,
        ...(notes.length > 0 && { notes }),
        job: newJobId(),
        jobs: [],
      }
      await all().insertOne(stored, { writeConcern: { w: 'majority', j: true } })
      return stored
    },

    find: async (id: string): Promise<StoredReceived | undefined> =>
      (await all().findOne(byId(id), { maxTimeMS })) ?? undefined,

    page: (hook: string, page: number, state?: 'waiting') =>
      pageOf(
        all(),
        { hook, ...(state && { state }) },
        { sort: { at: -1, _id: -1 }, page, size: receivedPageSize, maxTimeMS },
      ),

    /** The latest, from which a mapping is made. */
    latest: (hook: string, limit: number): Promise<StoredReceived[]> =>
      all()
        .find({ hook }, { sort: { at: -1, _id: -1 }, limit, maxTimeMS })
        .toArray(),

    /** Those that are to be imported, the oldest first. */
    due: (limit: number): Promise<StoredReceived[]> =>
      all()
        .find({ state: 'new' }, { sort: { at: 1, _id: 1 }, limit, maxTimeMS })
        .toArray(),

    /** The number of rows that wait for a person, by hook. */
    async waiting(): Promise<ReadonlyMap<string, number>> {
      const found = await all()
        .aggregate<{ _id: string; count: number }>(
          [{ $match: { state: 'waiting' } }, { $group: { _id: '$hook', count: { $sum: 1 } } }],
          { maxTimeMS },
        )
        .toArray()
      return new Map(found.map(({ _id, count }) => [_id, count]))
    },

    /** Stores the result of a row that was new. */
    async settleRow(id: string, at: number, change: RowChange, changedBy?: string): Promise<void> {
      const $set = Object.fromEntries(Object.entries(change).map(([name, value]) => [`rows.${at}.${name}`, value]))
      const filter = { ...byId(id), [`rows.${at}.state`]: 'new' }
      await all().updateOne(filter, { $set, ...(changedBy !== undefined && { $addToSet: { jobs: changedBy } }) })
    },
    settle,

    /** Rows that were not imported wait, for this reason. */
    async wait(id: string, reason: string): Promise<void> {
      await all().updateOne(
        byId(id),
        // The state last: servers that write one path after the other still find the row by it.
        { $set: { 'rows.$[row].reason': reason, 'rows.$[row].state': 'waiting' } },
        { arrayFilters: [{ 'row.state': 'new' }] },
      )
      await settle(id)
    },

    /** Looks at a row again, as a person has decided; `undefined` when it does not wait any more. */
    async decide(
      id: string,
      at: number,
      decision: StoredRow['decision'] | 'ignore',
    ): Promise<StoredReceived | undefined> {
      const row = `rows.${at}`
      const $set =
        decision === 'ignore'
          ? { [`${row}.state`]: 'ignored', [`${row}.reason`]: 'It was left out' }
          : { [`${row}.state`]: 'new', [`${row}.decision`]: decision, state: 'new' as const, job: newJobId() }
      const filter = { ...byId(id), [`${row}.state`]: 'waiting' }
      const changed = await all().findOneAndUpdate(filter, { $set } as never, { returnDocument: 'after', maxTimeMS })
      if (!changed) return undefined
      await settle(id)
      return changed
    },

    /** Rows of the same booking that wait are looked at again. */
    async retry(hook: string, key: string, except: string): Promise<void> {
      const others = { hook, state: 'waiting' as const, 'rows.key': key, _id: { $ne: new ObjectId(except) } }
      for (const { _id } of await all()
        .find(others, { projection: { _id: 1 }, limit: 50, maxTimeMS })
        .toArray())
        await all().updateOne(
          { _id, state: 'waiting' },
          { $set: { state: 'new', job: newJobId(), 'rows.$[row].state': 'new' } },
          { arrayFilters: [{ 'row.key': key, 'row.state': 'waiting' }] },
        )
      onDue()
    },

    /** Another job imports what the one before left. */
    async renew(id: string, job: string): Promise<string | undefined> {
      const next = newJobId()
      const { modifiedCount } = await all().updateOne({ ...byId(id), job }, { $set: { job: next } })
      return modifiedCount === 1 ? next : undefined
    },

    /** Imports what was kept, or keeps what was not imported yet. */
    async release(hook: string): Promise<void> {
      await all().updateMany({ hook, state: 'kept' }, { $set: { state: 'new' } })
    },
    keep: async (id: string): Promise<void> =>
      void (await all().updateOne({ ...byId(id), state: 'new' }, { $set: { state: 'kept' } })),

    /** Sets the external ids of kept deliveries anew, once it is known which value has them. */
    async rekey(id: string, rows: readonly Pick<StoredRow, 'key' | 'former'>[]): Promise<void> {
      const $set = Object.fromEntries(
        rows.flatMap(({ key, former }, at) => [
          [`rows.${at}.key`, key],
          [`rows.${at}.former`, former],
        ]),
      )
      await all().updateOne(byId(id), { $set })
    },
    /** Few are read at once: each is as large as a stranger has made it. */
    unfinished: (hook: string): AsyncIterable<StoredReceived> =>
      all().find({ hook, state: { $in: ['kept', 'waiting'] } }, { limit: maxOpen, batchSize: 10, maxTimeMS }),

    removeOf: async (hook: string): Promise<void> => void (await all().deleteMany({ hook })),

    /** Removes deliveries that mention an address, or became one of these records. */
    async erase(address: string | undefined, records: readonly string[]): Promise<void> {
      for await (const { _id } of about(address, records)) await all().deleteOne({ _id })
    },

    /** The same, to be shown: of each delivery only the rows that are about them. */
    about,
  }
}

export type ReceivedStore = ReturnType<typeof receivedStore>
