import type { Batch, BatchUndone } from '@app/contracts/batches'
import { readBatch, startBatch, undoBatch as undoCall } from '@app/contracts/calls/batches'
import { idempotencyHeader } from '@app/contracts/forms'
import { printExportQuery } from '@app/table-schema/list-query'
import type { TableSchema } from '@app/table-schema/schema'
import type { View } from '#features/list/list-view'
import { selectionFrom } from '#features/list/tables.api'
import { callApi } from '#lib/call-api'
import { newKey } from '#lib/new-key'

export type BatchAction = { action: 'update'; changes: Record<string, unknown> } | { action: 'delete' }

/** Which records: the chosen ids, or all that match the list, of which `expected` were shown. */
export type BatchTarget = { ids: readonly string[] } | { query: string; expected: number }

export const batchTarget = (
  schema: TableSchema,
  view: View,
  selection: { ids: ReadonlySet<string>; everything: boolean },
  total: number,
): BatchTarget =>
  selection.everything
    ? { query: printExportQuery(selectionFrom(schema, view)), expected: total }
    : { ids: [...selection.ids] }

/** Short at first, for small batches; later a second, well below the reads that a session may make in a minute. */
const pause = (polls: number) => new Promise((done) => setTimeout(done, Math.min(100 * 1.5 ** polls, 1_000)))

/** Runs a batch to its end, reporting progress on the way. */
export async function runBatch(
  table: string,
  action: BatchAction,
  target: BatchTarget,
  onProgress: (progress: Batch) => void,
): Promise<Batch> {
  const headers = { [idempotencyHeader]: newKey() }
  const body = { ...action, ...('ids' in target ? { ids: [...target.ids] } : target) }
  let now: Batch = await callApi(startBatch, { params: { table }, body, headers })
  for (let polls = 1; now.state === 'running'; polls++) {
    onProgress(now)
    await pause(polls)
    now = await callApi(readBatch, { params: { table, id: now.id } })
  }
  return now
}

/** Takes a batch back as far as its records were not changed since. */
export async function undoBatch(table: string, id: string): Promise<BatchUndone> {
  let now: BatchUndone = await callApi(undoCall, { params: { table, id } })
  for (let polls = 1; now.state === 'running'; polls++) {
    await pause(polls)
    now = (await callApi(readBatch, { params: { table, id } })).undo ?? now
  }
  return now
}
