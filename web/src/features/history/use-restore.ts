import { AppError } from '@app/contracts/errors'
import type { TableRecord } from '@app/contracts/tables'
import { useMutation } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { messageOf } from '#lib/message-of'
import { momentText } from '#lib/school-time'
import { showToastAtom } from '#ui/toast'
import { restoreValue, revertRecord } from './history.api'
import type { Restore } from './revision-item'

const failure = (error: unknown) =>
  error instanceof AppError && error.code === 'conflict' && error.status === 409
    ? 'Another person has changed this record since you opened it. It is shown as it is now: please look again.'
    : messageOf(error, 'Failed to restore')

/** Restores a value or the whole record as an ordinary change. After a conflict the record is loaded again. */
export function useRestore(table: string, record: TableRecord, onChanged: () => void) {
  const toast = useSetAtom(showToastAtom)
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ revision, field, value }: Restore) =>
      field === undefined ? revertRecord(table, record, revision) : restoreValue(table, record, field, value),
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
