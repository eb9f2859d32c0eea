import type { Collection } from 'mongodb'

export type Actor = { id: string; email: string; sid: string; requestId: string }
export type AuditAction = 'create' | 'update' | 'delete' | 'restore' | 'purge' | 'export' | 'import' | 'upload'
type Entry = {
  at: Date
  user_id: string
  email: string
  action: AuditAction
  table: string
  record_id: string | null
  request_id: string
}

/**
 * Who did what to which record, and when; never what was in it. Entries are added, never changed.
 *
 * @param onLost hears of an entry that could not be written, so that it is in the log at least
 */
export function auditStore(
  collection: () => Collection<Entry>,
  onLost: (entry: Omit<Entry, 'email'>, error: unknown) => void,
  now = () => new Date(),
) {
  return {
    prepare: () => collection().createIndex({ table: 1, record_id: 1, at: 1 }, { name: 'history' }),

    async add({ id, email, requestId }: Actor, action: AuditAction, table: string, recordId?: string): Promise<void> {
      const about = { at: now(), user_id: id, action, table, record_id: recordId ?? null, request_id: requestId }
      try {
        await collection().insertOne({ ...about, email })
      } catch (error) {
        onLost(about, error)
      }
    },
  }
}

export type AuditStore = ReturnType<typeof auditStore>
