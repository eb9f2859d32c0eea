import type { Descriptor } from '@app/table-schema/descriptor'
import { useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { messageOf } from '#lib/message-of'
import { useSingleMutation } from '#lib/use-single-mutation'
import { showToastAtom } from '#ui/toast'
import { recordsKey } from '../tables.api'
import { type BatchAction, type BatchOutcome, type BatchTarget, runBatch, undoBatch } from './batches.api'

const verbs = { update: 'Changed', delete: 'Deleted', restore: 'Restored' } as const
const records = (count: number) => `${count} ${count === 1 ? 'record' : 'records'}`

type Job = { action: BatchAction; target: BatchTarget }

/** Runs a batch with progress, one toast with Undo, and the list of skipped records. */
export function useBatch(schema: Descriptor, onDone: () => void) {
  const client = useQueryClient()
  const showToast = useSetAtom(showToastAtom)
  const [progress, setProgress] = useState<BatchOutcome>()
  const reload = () => {
    client.invalidateQueries({ queryKey: ['record', schema.name] })
    return client.invalidateQueries({ queryKey: recordsKey(schema.name) })
  }

  async function undo(id: string) {
    try {
      const { restored, kept } = await undoBatch(schema.name, id)
      const rest = kept.length > 0 ? `; ${records(kept.length)} changed since and kept` : ''
      showToast({ text: `Undone for ${records(restored)}${rest}` })
    } catch (error) {
      showToast({ text: messageOf(error, 'Failed to undo') })
    }
    await reload()
  }

  const { mutate, isPending, error, data, reset } = useSingleMutation({
    mutationKey: ['batch', schema.name],
    mutationFn: ({ action, target }: Job) => runBatch(schema.name, action, target, setProgress),
    async onSuccess(outcome, { action }) {
      const { id, changed, skipped } = outcome
      const rest = skipped.length > 0 ? `, ${skipped.length} skipped` : ''
      showToast({
        text: `${verbs[action.action]} ${records(changed)}${rest}`,
        action: changed > 0 ? { label: 'Undo', run: () => undo(id) } : undefined,
      })
      await reload()
      if (skipped.length === 0) onDone()
    },
    onSettled: () => setProgress(undefined),
  })
  return {
    run: mutate,
    isRunning: isPending,
    progress,
    failure: error ? messageOf(error, 'Failed to change the records') : undefined,
    skipped: data?.skipped ?? [],
    dismiss: reset,
  }
}
