import { seconds } from '@app/contracts/durations'
import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { showToastAtom } from '#ui/toast'
import { sendWaitingAtom, unsavedCountAtom } from './attendance.atoms'

/** The `online` event can be missing on a weak connection, so waiting marks are retried as well. */
const retryEvery = seconds(15)

/** Sends waiting marks when the connection is back and shows that; leaving the page with unsaved marks asks first. */
export function useSendWaiting() {
  const unsaved = useAtomValue(unsavedCountAtom)
  const send = useSetAtom(sendWaitingAtom)
  const showToast = useSetAtom(showToastAtom)
  const hasUnsaved = unsaved > 0
  useEffect(() => {
    if (!hasUnsaved) return
    const retry = async () => {
      const sent = await send()
      if (sent > 0) showToast({ text: `Back online: ${sent} ${sent === 1 ? 'mark' : 'marks'} saved` })
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
  }, [hasUnsaved, send, showToast])
}
