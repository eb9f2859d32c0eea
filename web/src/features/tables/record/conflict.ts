import { AppError } from '@app/contracts/errors'
import { type TableRecord, tableRecord } from '@app/contracts/tables'
import * as v from 'valibot'
import { instantWords } from './local-time'

const staleBody = v.object({ record: tableRecord })
const goneBody = v.object({ deleted: v.object({ at: v.string(), by: v.nullish(v.string()) }) })

/** Why a save found something else than what it was made for. */
export type Conflict = { kind: 'stale'; record: TableRecord } | { kind: 'gone'; at: string | null; by: string | null }

/** Reads a refusal: someone else saved first, or deleted the record meanwhile. Undefined for any other failure. */
export function conflictOf(error: unknown): Conflict | undefined {
  if (!(error instanceof AppError)) return undefined
  if (error.status === 409) {
    const stale = v.safeParse(staleBody, error.cause)
    if (stale.success) return { kind: 'stale', record: stale.output.record }
  }
  if (error.status !== 404) return undefined
  const gone = v.safeParse(goneBody, error.cause)
  const { at = null, by = null } = gone.success ? gone.output.deleted : {}
  return { kind: 'gone', at, by }
}

/** Who deleted a record, and when, as far as it is known. */
export function goneText(conflict: Conflict | undefined) {
  if (conflict?.kind !== 'gone' || !conflict.at) return undefined
  return `This record was deleted${conflict.by ? ` by ${conflict.by}` : ''} at ${instantWords(conflict.at)}.`
}
