import type { WireRecord } from '../tables/read-record'
import type { RowError } from './row-drafts'

/** Whom a new record may be once more: a record, or an earlier row. */
type Duplicate = { name: string; id?: string; sameAsRow?: number }

/** What applying the import does with one row. */
export type RowOutcome =
  | { row: number; action: 'create'; values: Record<string, unknown>; duplicate?: Duplicate }
  | { row: number; action: 'update'; before: WireRecord; values: Record<string, unknown> }
  | { row: number; action: 'unchanged'; id: string }
  | { row: number; action: 'error'; errors: RowError[] }
