import { seconds } from '@app/contracts/durations'
import { useAtomValue, useStore } from 'jotai'
import { useEffect, useEffectEvent } from 'react'
import { useListener } from '#lib/use-listener'
import { counted } from '#lib/words'
import { useToast } from '#ui/toast'
import { unsavedCountAtom, unsavedLessonsAtom } from './attendance.atoms'
import { marksPlaceAtom } from './offline/offline-marks'
import { outboxAtom } from './offline/outbox.atoms'
import { useSendOutbox } from './offline/use-send-outbox'
import { useSaveAttendance } from './use-save-attendance'

/** The `online` event can be missing on a weak connection, so what waits is retried as well. */
const retryEvery = seconds(15)

/** Sends what waits when the page opens and when the connection is back, and shows that; leaving the page with marks that are nowhere else asks first. */
export function useSendWaiting(isReady = true) {
  const store = useStore()
  const save = useSaveAttendance()
  const { sendAll } = useSendOutbox()
  const showToast = useToast()
  const unsaved = useAtomValue(unsavedCountAtom)
  const hasEntries = useAtomValue(outboxAtom).length > 0
  const hasWaiting = unsaved > 0 || hasEntries
  const isAtRisk = useAtomValue(marksPlaceAtom) === 'page' && unsaved > 0

  const retry = useEffectEvent(async () => {
    const before = store.get(unsavedCountAtom)
    // Walk-ins first: a mark of theirs needs their seat.
    const entries = await sendAll()
    await Promise.all(store.get(unsavedLessonsAtom).map(save))
    const marks = before - store.get(unsavedCountAtom)
    const sent = [marks > 0 && counted(marks, 'mark'), entries > 0 && counted(entries, 'entry', 'entries')]
    const text = sent.filter(Boolean).join(' and ')
    if (text !== '') showToast({ text: `Back online: ${text} saved` })
  })

  useEffect(() => {
    if (isReady) retry()
  }, [isReady])
  useEffect(() => {
    if (!hasWaiting) return
    const timer = setInterval(() => retry(), retryEvery)
    return () => clearInterval(timer)
  }, [hasWaiting])
  useListener('online', () => retry(), { isOn: hasWaiting })
  useListener('beforeunload', (event) => event.preventDefault(), { isOn: isAtRisk })
}
