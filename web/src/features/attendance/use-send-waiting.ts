import { seconds } from '@app/contracts/durations'
import { useAtomValue, useSetAtom, useStore } from 'jotai'
import { useEffect } from 'react'
import { counted } from '#lib/words'
import { showToastAtom } from '#ui/toast'
import { unsavedCountAtom, unsavedLessonsAtom } from './attendance.atoms'
import { useSaveAttendance } from './use-save-attendance'

/** The `online` event can be missing on a weak connection, so waiting marks are retried as well. */
const retryEvery = seconds(15)

/** Sends waiting marks when the connection is back and shows that; leaving the page with unsaved marks asks first. */
export function useSendWaiting() {
  const store = useStore()
  const save = useSaveAttendance()
  const showToast = useSetAtom(showToastAtom)
  const hasUnsaved = useAtomValue(unsavedCountAtom) > 0
  useEffect(() => {
    if (!hasUnsaved) return
    const retry = async () => {
      const before = store.get(unsavedCountAtom)
      await Promise.all(store.get(unsavedLessonsAtom).map(save))
      const sent = before - store.get(unsavedCountAtom)
      if (sent > 0) showToast({ text: `Back online: ${counted(sent, 'mark')} saved` })
    }
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    const timer = setInterval(retry, retryEvery)
    addEventListener('online', retry)
    addEventListener('beforeunload', warn)
    return () => {
      clearInterval(timer)
      removeEventListener('online', retry)
      removeEventListener('beforeunload', warn)
    }
  }, [hasUnsaved, store, save, showToast])
}
