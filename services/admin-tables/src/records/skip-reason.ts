import type { TrashStore } from './trash-store'
import type { Outcome } from './write'

/** Why a record was skipped. One that this very batch has deleted, just before it was interrupted, was not. */
export async function skipReason(
  { trash }: { trash: Pick<TrashStore, 'find'> },
  batch: string,
  table: string,
  outcome: Outcome,
) {
  if (!('error' in outcome)) return undefined
  const { code, message } = outcome.error
  if (code !== 'not_found') return message
  const entry = await trash.find(table, outcome.id)
  return entry?.batch === batch ? undefined : message
}
