import type { Call } from '@app/contracts/call'
import { useQueryClient } from '@tanstack/react-query'
import { useToast } from './toast'

/** For a dialog that changes an entry of a list: `done` says so and closes it; the list is read again. */
export function useDone(list: Call, onClose: () => void) {
  const client = useQueryClient()
  const showToast = useToast()
  const reload = () => client.invalidateQueries({ queryKey: [list.id] })
  const done = (text: string) => {
    reload()
    showToast({ text })
    onClose()
  }
  return { reload, done }
}
