import { useQueryClient } from '@tanstack/react-query'
import { reloadRecords } from '#lib/record-keys'
import { counted, undoneText } from '#lib/words'
import { useUndo } from '#ui/use-undo'
import { undoBatch } from './run-batch'

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
