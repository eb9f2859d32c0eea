import { MongoServerError } from 'mongodb'
import type { Head, StoredEntry } from '../entry'
import type { AuditCollection } from './audit-collection'

const duplicate = () => new MongoServerError({ message: 'duplicate key', code: 11_000 })

/** An audit in memory that answers as the database does: a place and an event are taken once, an insert may be cut off. */
export function auditInMemory() {
  const entries = new Map<string, StoredEntry>()
  const faults = { cutAfter: Number.POSITIVE_INFINITY }
  const ordered = () => [...entries.values()].sort((one, other) => (one._id < other._id ? -1 : 1))
  const stored = {
    head: async (chain: string) => {
      await Bun.sleep(0)
      return ordered().findLast((one) => one.chain === chain) ?? { number: 0, hash: '' }
    },
    insert: async (given: readonly StoredEntry[]) => {
      for (const entry of given) {
        await Bun.sleep(0)
        if (faults.cutAfter-- <= 0) throw new Error('connection closed')
        if (entries.has(entry._id) || [...entries.values()].some(({ ref }) => ref === entry.ref)) throw duplicate()
        entries.set(entry._id, entry)
      }
    },
    known: async (refs: readonly string[]) =>
      new Set([...entries.values()].map(({ ref }) => ref).filter((ref) => refs.includes(ref))),
    heads: async () =>
      Object.fromEntries(ordered().map(({ chain, number, hash }) => [chain, { number, hash }])) as Record<string, Head>,
    hashAt: async (place: string) => entries.get(place)?.hash,
    witnesses: async () => ordered().filter(({ action }) => ['verify', 'sign-heads'].includes(action)),
    unchained: async () => 0,
    chained: async function* () {
      yield* ordered()
    },
  }
  return { entries, faults, stored: stored as unknown as AuditCollection & typeof stored }
}
