import { seconds } from '@app/contracts/durations'
import { readToday } from '@app/contracts/today'
import { useQueryClient } from '@tanstack/react-query'
import { useAtomValue, useSetAtom, useStore } from 'jotai'
import { useEffect, useEffectEvent, useState } from 'react'
import { forgetOutdated, untilMidnight } from '#lib/device-store'
import { useListener } from '#lib/use-listener'
import { counted } from '#lib/words'
import { useToast } from '#ui/toast'
import { unsavedCountAtom, unsavedLessonsAtom } from '../attendance.atoms'
import { useSaveAttendance } from '../use-attendance'
import { forgetEarlierTurn, keepMarks, marksPlaceAtom, restoreMarks } from './offline-marks'
import { outboxAtom, restoreOutboxAtom, useSendOutbox } from './use-send-outbox'

/** Takes over what waits on the device, and keeps what is marked from then on. Resolves with whether that is done. */
export function useKept(): boolean {
  const store = useStore()
  const client = useQueryClient()
  const restoreOutbox = useSetAtom(restoreOutboxAtom)
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    let stop = () => {}
    let isGone = false
    forgetEarlierTurn(store)
    Promise.all([restoreMarks(store, client), restoreOutbox()]).then(() => {
      if (isGone) return
      stop = keepMarks(store)
      setReady(true)
    })
    return () => {
      isGone = true
      stop()
    }
  }, [store, client, restoreOutbox])
  return isReady
}

/** Nothing of a day stays on the device, nor on the screen, when it is over. */
export function useMidnight() {
  const client = useQueryClient()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const wait = () => {
      timer = setTimeout(async () => {
        await forgetOutdated()
        await client.resetQueries({ queryKey: [readToday.id] })
        await client.resetQueries({ queryKey: ['kept today'] })
        wait()
      }, untilMidnight() + 1_000)
    }
    forgetOutdated()
    wait()
    return () => clearTimeout(timer)
  }, [client])
}

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
