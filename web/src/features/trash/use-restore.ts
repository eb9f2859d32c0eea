import { restoreRecord } from '@app/contracts/calls/records'
import type { TrashedRecord } from '@app/contracts/history'
import { useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { callApi } from '#lib/call-api'
import { failureText } from '#lib/failure-text'
import { useSingleMutation } from '#lib/use-single-mutation'
import { counted } from '#lib/words'
import { showToastAtom } from '#ui/toast'
import { trashKey } from './trash-query'

export type Kept = { record: TrashedRecord; reason: string }

/** Restores records one after the other, and returns those that had to stay with the reason. */
export function useRestore() {
  const client = useQueryClient()
  const toast = useSetAtom(showToastAtom)
  const { mutate, isPending, data } = useSingleMutation({
    mutationKey: ['restore'],
    async mutationFn(records: readonly TrashedRecord[]): Promise<Kept[]> {
      const kept: Kept[] = []
      for (const record of records)
        await callApi(restoreRecord, { params: { table: record.table, id: record.id } }).catch((error) =>
          kept.push({ record, reason: failureText(error, 'Failed to restore') }),
        )
      return kept
    },
    onSuccess(kept, records) {
      const restored = records.length - kept.length
      if (restored > 0) toast({ text: `${counted(restored, 'record is', 'records are')} back in the table.` })
    },
    onSettled: () => client.invalidateQueries({ queryKey: trashKey }),
  })
  return { restoreAll: mutate, isRestoring: isPending, kept: data ?? [] }
}
