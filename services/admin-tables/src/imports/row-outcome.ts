import type { WireRecord } from '../tables/read-record'
import type { RowError } from './row-drafts'

/** Whom a new record may be once more: a record, or an earlier row. */
type Duplicate = { name: string; id?: string; sameAsRow?: number }

/** Someone whom rows name as a relative: a record that was found, or one that is added with the first of these rows. */
export type Relative = {
  id: string
  name: string
  /** The first row that names them. */
  row: number
  values: Record<string, unknown>
  found?: WireRecord
}

type Related = { family?: readonly Relative[] }

/** The effect of the import on one row. */
export type RowOutcome =
  | ({ row: number; action: 'create'; values: Record<string, unknown>; duplicate?: Duplicate } & Related)
  | ({ row: number; action: 'update'; before: WireRecord; values: Record<string, unknown> } & Related)
  | ({ row: number; action: 'unchanged'; id: string } & Related)
  | { row: number; action: 'error'; errors: RowError[] }
