import { type Batch, type BatchUndone, readBatch, startBatch, undoBatch as undoCall } from '@app/contracts/batches'
import { idempotencyHeader } from '@app/contracts/idempotency'
import { printExportQuery } from '@app/table-schema/list-query'
import type { TableSchema } from '@app/table-schema/schema'
import { useQueryClient } from '@tanstack/react-query'
import { callApi } from '#lib/call-api'
import { pauseBeforePoll } from '#lib/follow-job'
import { newKey } from '#lib/idempotency-key'
import { reloadRecords } from '#lib/records'
import type { RecordTarget } from '#lib/table-extension'
import { counted, undoneText } from '#lib/words'
import { useUndo } from '#ui/toast'
import type { View } from '../list/list-view'
import { selectionFrom } from '../list/tables.api'

export type BatchAction = { action: 'update'; changes: Record<string, unknown> } | { action: 'delete' }

export const batchTarget = (
  schema: TableSchema,
  view: View,
  selection: { ids: ReadonlySet<string>; everything: boolean },
  total: number,
): RecordTarget =>
  selection.everything
    ? { query: printExportQuery(selectionFrom(schema, view)), expected: total }
    : { ids: [...selection.ids] }

/** Runs a batch to its end, reporting progress on the way. */
export async function runBatch(
  table: string,
  action: BatchAction,
  target: RecordTarget,
  onProgress: (progress: Batch) => void,
): Promise<Batch> {
  const headers = { [idempotencyHeader]: newKey() }
  const body = { ...action, ...target }
  let now: Batch = await callApi(startBatch, { params: { table }, body, headers })
  for (let polls = 1; now.state === 'running'; polls++) {
    onProgress(now)
    await pauseBeforePoll(polls)
    now = await callApi(readBatch, { params: { table, id: now.id } })
  }
  return now
}

/** Undoes a batch as far as its records were not changed since. */
async function undoBatch(table: string, id: string): Promise<BatchUndone> {
  let now: BatchUndone = await callApi(undoCall, { params: { table, id } })
  for (let polls = 1; now.state === 'running'; polls++) {
    await pauseBeforePoll(polls)
    now = (await callApi(readBatch, { params: { table, id } })).undo ?? now
  }
  return now
}

export const recordCount = (count: number) => counted(count, 'record')

/** Undoes a batch of a table, and says what was left because it was changed since. */
export function useUndoBatch(table: string) {
  const client = useQueryClient()
  const undo = useUndo(() => reloadRecords(client, table))
  return (id: string) =>
    undo(async () => {
      const { restored, kept } = await undoBatch(table, id)
      return undoneText(restored, kept.length, 'record')
    })
}
