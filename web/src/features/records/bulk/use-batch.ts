import type { Batch } from '@app/contracts/batches'
import type { TableSchema } from '@app/table-schema/schema'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { failureText } from '#lib/failure-text'
import { paths } from '#lib/paths'
import { useSingleMutation } from '#lib/queries'
import { reloadRecords } from '#lib/records'
import type { RecordChange, RecordTarget } from '#lib/table-extension'
import { useFollowUp } from '#lib/use-follow-up'
import { useToast } from '#ui/toast'
import { useExtension } from '../list/use-extension'
import { type BatchAction, recordCount, runBatch, useUndoBatch } from './run-batch'

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
