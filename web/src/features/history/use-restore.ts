import { AppError } from '@app/contracts/errors'
import type { TableRecord } from '@app/contracts/tables'
import { useSetAtom } from 'jotai'
import { failureText } from '#lib/failure-text'
import { momentText } from '#lib/school-time'
import { useSingleMutation } from '#lib/use-single-mutation'
import { showToastAtom } from '#ui/toast'
import { revertRecord } from './history.api'
import type { Restore } from './revision-item'

const failure = (error: unknown) =>
  error instanceof AppError && error.code === 'conflict' && error.status === 409
    ? 'Another person has changed this record since you opened it. It is shown as it is now: please look again.'
    : failureText(error, 'Failed to restore')

/** Restores a value or the whole record as an ordinary change. After a conflict the record is loaded again. */
export function useRestore(table: string, record: TableRecord, onChanged: () => void) {
  const toast = useSetAtom(showToastAtom)
  const { mutate, isPending, error } = useSingleMutation({
    mutationKey: ['restore', table, record.id],
    mutationFn: ({ revision, field }: Restore) => revertRecord(table, record, revision, field),
    onSuccess: (_, { field, at }) => {
      toast({ text: field === undefined ? `Restored as it was on ${momentText(at)}.` : 'The value is restored.' })
      onChanged()
    },
    onError: (error) => {
      if (error instanceof AppError && error.code === 'conflict') onChanged()
    },
  })
  return { restore: mutate, isBusy: isPending, error: error && failure(error) }
}
