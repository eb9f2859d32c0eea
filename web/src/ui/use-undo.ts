import { failureText } from '#lib/failure-text'
import { useToast } from './toast'

/** Undoes a change: a toast says how it went, and `reload` runs either way. `undo` resolves with what the toast says. */
export function useUndo(reload: () => Promise<unknown>, failed = 'Failed to undo') {
  const showToast = useToast()
  return async (undo: () => Promise<string>) => {
    try {
      showToast({ text: await undo() })
    } catch (error) {
      showToast({ text: failureText(error, failed) })
    }
    await reload()
  }
}
