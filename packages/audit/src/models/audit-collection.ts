import { createHash, randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { AuditDetails } from '@app/contracts/audit'
import type { AuditAction } from '@app/contracts/audit-actions'
import { minutes, seconds } from '@app/contracts/durations'
import { isNotAllowed } from '@app/mongo'
import type { Collection, CreateIndexesOptions, Db, IndexSpecification } from 'mongodb'

/** The services and tools that write, each in a chain of its own that all its replicas share. */
const chains = ['auth', 'forms', 'email-worker', 'admin-tables', 'backup'] as const
export type Chain = (typeof chains)[number]

/** An action on a record. `actor` is null for actions of the product itself. */
export type AuditEntry = {
  actor: { id: string; email: string; requestId?: string } | null
  action: AuditAction
  table?: string
  recordId?: string | undefined
  about?: AuditDetails
  at?: Date
  /** Names the event: of two entries with the same name only the first is stored. */
  ref?: string
}

export type StoredEntry = {
  /** `chain/number`, so that no two entries can take the same place. */
  _id: string
  chain: Chain
  number: number
  at: Date
  user_id: string | null
  email: string | null
  action: AuditAction
  table: string | null
  record_id: string | null
  request_id: string | null
  about: AuditDetails
  ref: string
  /** The hash of the entry before, empty for the first. */
  previous: string
  hash: string
}

type Content = Omit<StoredEntry, '_id' | 'chain' | 'number' | 'previous' | 'hash'>
export type Head = { number: number; hash: string }

export const noEntries: Head = { number: 0, hash: '' }
export const placeOf = (chain: string, number: number) => `${chain}/${String(number).padStart(12, '0')}`

// BSON has no lone surrogates: what is hashed is what will be stored.
const wellFormed = (value: string) => Buffer.from(value).toString()
const text = (value: string | null | undefined) => (value == null ? null : wellFormed(value))

export const contentOf = ({ actor, action, table, recordId, about = {}, at, ref }: AuditEntry): Content => ({
  at: at ?? new Date(),
  user_id: text(actor?.id),
  email: text(actor?.email),
  action,
  table: text(table),
  record_id: text(recordId),
  request_id: text(actor?.requestId),
  about: Object.fromEntries(
    Object.entries(about).map(([name, value]) => [name, typeof value === 'string' ? wellFormed(value) : value]),
  ),
  ref: ref ?? randomUUID(),
})

/** SHA-256 over every field in a fixed order, with the hash of the entry before. */
export function hashOf(entry: Omit<StoredEntry, '_id' | 'hash'>): string {
  const { chain, number, at, user_id, email, action, table, record_id, request_id, about, ref, previous } = entry
  const details = Object.entries(about ?? {}).sort(([one], [other]) => (one < other ? -1 : 1))
  const fields = [chain, number, at, user_id, email, action, table, record_id, request_id, details, ref, previous]
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex')
}

/** The entries that follow a head, in order. */
export function link(chain: Chain, head: Head, contents: readonly Content[]): StoredEntry[] {
  let { number, hash: previous } = head
  return contents.map((content) => {
    number += 1
    const entry = { ...content, chain, number, previous }
    const hash = hashOf(entry)
    previous = hash
    return { _id: placeOf(chain, number), ...entry, hash }
  })
}

/** The actor of an entry. */
export const auditActor = ({ id, email }: { id: string; email: string }, requestId: string) => ({
  id,
  email,
  requestId,
})

export type AuditDb = Pick<Db, 'collection'>
export type StoredPending = { _id: string; chain: Chain; at: Date; entry: AuditEntry }

/** Far longer than an action takes. */
const leftAfter = minutes(5)

/** Entries of actions that are under way, each until it is in the audit. */
export const pendingStore = (collection: () => Collection<StoredPending>, chain: Chain, now = () => new Date()) => ({
  /** Does nothing where the database does not allow it; the action is then recorded only after it has ended. */
  async put(entry: AuditEntry): Promise<string | undefined> {
    const _id = randomUUID()
    try {
      await collection().insertOne({ _id, chain, at: now(), entry })
      return _id
    } catch (error) {
      if (isNotAllowed(error)) return undefined
      throw error
    }
  },

  async drop(_id: string | undefined): Promise<void> {
    if (_id !== undefined) await collection().deleteOne({ _id })
  },

  /** Entries that ended actions have left. */
  left: (): Promise<StoredPending[]> =>
    collection()
      .find({ chain, at: { $lt: new Date(now().getTime() - leftAfter) } }, { maxTimeMS: seconds(2) })
      .limit(500)
      .toArray(),
})

export type PendingStore = ReturnType<typeof pendingStore>

const maxTimeMS = seconds(5)
const afterLast = 10 ** 12 - 1

/** deploy/mongo/users.js has the same list: there the operator makes them, and no service may. */
const indexes: { key: IndexSpecification; name: string; options?: CreateIndexesOptions }[] = [
  { key: { ref: 1 }, name: 'event', options: { unique: true, sparse: true } },
  { key: { at: -1, _id: -1 }, name: 'stream' },
  { key: { table: 1, record_id: 1, at: 1 }, name: 'history' },
]

/** The audit as the services use it: they insert and find, and have no right to anything else. */
export function auditCollection(collection: () => Collection<StoredEntry>) {
  const last = (chain: string, from: number) =>
    collection().findOne(
      { _id: { $gte: placeOf(chain, from), $lte: placeOf(chain, afterLast) } },
      { sort: { _id: -1 }, maxTimeMS },
    )
  return {
    collection,

    /** Creates missing indexes; returns those that the database user may not create. */
    async prepare(): Promise<string[]> {
      const existing = await collection()
        .listIndexes()
        .toArray()
        .catch(() => [])
      const missing = indexes.filter(({ name }) => !existing.some((one) => one['name'] === name))
      const refused: string[] = []
      for (const { key, name, options } of missing)
        await collection()
          .createIndex(key, { ...options, name })
          .catch((error) => {
            if (!isNotAllowed(error)) throw error
            refused.push(name)
          })
      return refused
    },

    /** The last entry of a chain. From a known entry on there is little to read, unless a restore has removed it. */
    async head(chain: Chain, known: Head): Promise<Head> {
      const next = known.number > 0 ? await last(chain, known.number) : null
      return next ?? (await last(chain, 0)) ?? noEntries
    },

    /** In order: after a failure the entries before it are stored, and none after it. */
    async insert(entries: readonly StoredEntry[]): Promise<void> {
      await collection().insertMany([...entries], { ordered: true })
    },

    /** Which of these events are in the audit. */
    async known(refs: readonly string[]): Promise<Set<string>> {
      const found = collection().find({ ref: { $in: [...refs] } }, { projection: { ref: 1 }, maxTimeMS })
      return new Set((await found.toArray()).map(({ ref }) => ref))
    },

    /** The heads of all chains that have entries. */
    async heads(): Promise<Record<string, Head>> {
      const found = await Promise.all(chains.map((chain) => last(chain, 0)))
      return Object.fromEntries(
        found.flatMap((one) => (one ? [[one.chain, { number: one.number, hash: one.hash }]] : [])),
      )
    },

    /** True while each chain ends at its number: one look by keys for the last entries, which a restore may have removed, and the next ones. */
    async endAt(numbers: Readonly<Record<string, number>>): Promise<boolean> {
      const ends = Object.entries(numbers).map(([chain, number]) => placeOf(chain, number))
      const next = chains.map((chain) => placeOf(chain, (numbers[chain] ?? 0) + 1))
      const found = await collection()
        .find({ _id: { $in: [...ends, ...next] } }, { projection: { _id: 1 }, maxTimeMS })
        .toArray()
      return isDeepStrictEqual(found.map(({ _id }) => _id).sort(), ends.sort())
    },

    /** The entries of these actions in a chain behind one place, up to another. */
    between: (chain: string, { from, to }: { from: number; to: number }, actions: readonly AuditAction[]) =>
      collection()
        .find(
          { _id: { $gt: placeOf(chain, from), $lte: placeOf(chain, to) }, action: { $in: [...actions] } },
          { sort: { _id: 1 }, maxTimeMS },
        )
        .toArray(),

    hashAt: async (place: string): Promise<string | undefined> =>
      (await collection().findOne({ _id: place }, { projection: { hash: 1 }, maxTimeMS }))?.hash,

    /** The entries that hold heads of chains: those of verifications, and the signed ones. */
    witnesses: () =>
      collection()
        .find({ action: { $in: ['verify', 'sign-heads'] } })
        .sort({ _id: 1 })
        .toArray(),

    /** All entries of all chains, each chain in order. */
    chained: () => collection().find({ _id: { $gte: '' } }, { sort: { _id: 1 }, batchSize: 500 }),

    /** Entries of releases that had no chain. */
    unchained: () => collection().countDocuments({ chain: { $exists: false } }),
  }
}

export type AuditCollection = ReturnType<typeof auditCollection>
