import type { TrashedRecord } from '@app/contracts/history'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { messageOf } from '#lib/message-of'
import { showToastAtom } from '#ui/toast'
import { restore, trashKey } from './trash.api'

export type Kept = { record: TrashedRecord; reason: string }

const countText = (count: number) => (count === 1 ? '1 record is' : `${count} records are`)

/** Restores records one after the other, and returns those that had to stay with the reason. */
export function useRestore() {
  const client = useQueryClient()
  const toast = useSetAtom(showToastAtom)
  const { mutate, isPending, data } = useMutation({
    async mutationFn(records: readonly TrashedRecord[]): Promise<Kept[]> {
      const kept: Kept[] = []
      for (const record of records)
        await restore(record).catch((error) => kept.push({ record, reason: messageOf(error, 'Failed to restore') }))
      return kept
    },
    onSuccess(kept, records) {
      const restored = records.length - kept.length
      if (restored > 0) toast({ text: `${countText(restored)} back in the table.` })
    },
    onSettled: () => client.invalidateQueries({ queryKey: trashKey }),
  })
  return { restoreAll: mutate, isRestoring: isPending, kept: data ?? [] }
}
