import { createHash, randomUUID } from 'node:crypto'
import type { AuditDetails } from '@app/contracts/audit'
import type { AuditAction } from '@app/contracts/audit-actions'

/** The services and tools that write, each in a chain of its own that all its replicas share. */
export const chains = ['auth', 'forms', 'email-worker', 'admin-tables', 'backup'] as const
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
