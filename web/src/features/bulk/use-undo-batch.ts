import { useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { recordsKey } from '#features/list/tables.api'
import { failureText } from '#lib/failure-text'
import { counted } from '#lib/words'
import { showToastAtom } from '#ui/toast'
import { undoBatch } from './run-batch'

export const recordCount = (count: number) => counted(count, 'record')

/** Takes a batch of a table back, and says what was left because it was changed since. */
export function useUndoBatch(table: string) {
  const client = useQueryClient()
  const showToast = useSetAtom(showToastAtom)
  return async (id: string) => {
    try {
      const { restored, kept } = await undoBatch(table, id)
      const rest = kept.length > 0 ? `; ${recordCount(kept.length)} changed since, left as is` : ''
      showToast({ text: `Undone: ${recordCount(restored)}${rest}` })
    } catch (error) {
      showToast({ text: failureText(error, 'Failed to undo') })
    }
    client.invalidateQueries({ queryKey: ['record', table] })
    await client.invalidateQueries({ queryKey: recordsKey(table) })
  }
}
