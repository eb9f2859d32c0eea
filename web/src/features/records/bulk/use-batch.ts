import { type Batch, type BatchUndone, readBatch, startBatch, undoBatch as undoCall } from '@app/contracts/batches'
import { idempotencyHeader } from '@app/contracts/idempotency'
import { printExportQuery } from '@app/table-schema/list-query'
import type { TableSchema } from '@app/table-schema/schema'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '#lib/call-api'
import { failureText } from '#lib/failure-text'
import { pauseBeforePoll } from '#lib/follow-job'
import { newKey } from '#lib/idempotency-key'
import { paths } from '#lib/paths'
import { useSingleMutation } from '#lib/queries'
import { reloadRecords } from '#lib/records'
import { type RecordChange, type RecordTarget, useFollowUp } from '#lib/table-extension'
import { counted, undoneText } from '#lib/words'
import { useToast, useUndo } from '#ui/toast'
import type { View } from '../list/list-view'
import { selectionFrom } from '../list/tables.api'
import { useExtension } from '../list/use-schema'
import type { ListSelection } from './use-selection'

export type BatchAction = { action: 'update'; changes: Record<string, unknown> } | { action: 'delete' }

/** The records that are selected in a list of `total`. */
export const selectedRecords = (
  schema: TableSchema,
  view: View,
  { ids, everything: isEverything, clear: onDone }: Pick<ListSelection, 'ids' | 'everything' | 'clear'>,
  total: number,
) => ({
  table: schema.name,
  count: isEverything ? total : ids.size,
  isEverything,
  target: (): RecordTarget =>
    isEverything ? { query: printExportQuery(selectionFrom(schema, view)), expected: total } : { ids: [...ids] },
  onDone,
})

/** Runs a batch to its end, reporting progress on the way. */
async function runBatch(
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

const verbs: Record<Batch['action'], string> = {
  update: 'Changed',
  delete: 'Deleted',
  restore: 'Restored',
  import: 'Imported',
}

type Job = { action: BatchAction; target: RecordTarget }

/** Records that a batch has changed. Those that were selected by a query may not match it any more. */
function changeOf(schema: TableSchema, { action, target }: Job, skipped: Batch['skipped']): RecordChange | undefined {
  if (action.action !== 'update' || !('ids' in target)) return undefined
  const unchanged = new Set(skipped.map(({ id }) => id))
  return { schema, ids: target.ids.filter((id) => !unchanged.has(id)), changes: action.changes }
}

/** Runs a batch with progress, one toast with Undo, and the list of skipped records. */
export function useBatch(schema: TableSchema, onDone: () => void) {
  const client = useQueryClient()
  const showToast = useToast()
  const undo = useUndoBatch(schema.name)
  const [progress, setProgress] = useState<Batch>()
  const offer = useFollowUp(useExtension(schema.name).followUp)

  const { mutate, isPending, error, data, reset } = useSingleMutation({
    mutationKey: ['batch', schema.name],
    mutationFn: ({ action, target }: Job) => runBatch(schema.name, action, target, setProgress),
    async onSuccess({ id, action, changed, skipped }, job) {
      const rest = skipped.length > 0 ? `, ${skipped.length} skipped` : ''
      showToast({
        text: `${verbs[action]} ${recordCount(changed)}${rest}`,
        link: { label: 'Show in Recent work', href: paths.work },
        ...(changed > 0 && { undo: () => undo(id) }),
        ...offer(changeOf(schema, job, skipped)),
      })
      onDone()
      await reloadRecords(client, schema.name)
    },
    onSettled: () => setProgress(undefined),
  })
  return {
    run: mutate,
    isRunning: isPending,
    progress,
    failure: error ? failureText(error, 'Failed to change the records') : undefined,
    skipped: data?.skipped ?? [],
    dismiss: reset,
  }
}
