import type { Batch } from '@app/contracts/batches'
import type { TableSchema } from '@app/table-schema/schema'
import { useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { recordsKey } from '#features/list/tables.api'
import { failureText } from '#lib/failure-text'
import { paths } from '#lib/paths'
import type { RecordTarget } from '#lib/table-extension'
import { useSingleMutation } from '#lib/use-single-mutation'
import { showToastAtom } from '#ui/toast'
import { type BatchAction, runBatch } from './run-batch'
import { recordCount, useUndoBatch } from './use-undo-batch'

const verbs: Record<Batch['action'], string> = {
  update: 'Changed',
  delete: 'Deleted',
  restore: 'Restored',
  import: 'Imported',
}

type Job = { action: BatchAction; target: RecordTarget }

/** Runs a batch with progress, one toast with Undo, and the list of skipped records. */
export function useBatch(schema: TableSchema, onDone: () => void) {
  const client = useQueryClient()
  const showToast = useSetAtom(showToastAtom)
  const undo = useUndoBatch(schema.name)
  const [progress, setProgress] = useState<Batch>()

  const { mutate, isPending, error, data, reset } = useSingleMutation({
    mutationKey: ['batch', schema.name],
    mutationFn: ({ action, target }: Job) => runBatch(schema.name, action, target, setProgress),
    async onSuccess({ id, action, changed, skipped }) {
      const rest = skipped.length > 0 ? `, ${skipped.length} skipped` : ''
      showToast({
        text: `${verbs[action]} ${recordCount(changed)}${rest}`,
        link: { label: 'Show in Recent work', href: paths.work },
        ...(changed > 0 && { undo: () => undo(id) }),
      })
      onDone()
      client.invalidateQueries({ queryKey: ['record', schema.name] })
      await client.invalidateQueries({ queryKey: recordsKey(schema.name) })
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
