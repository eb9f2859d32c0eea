import { seconds } from '@app/contracts/durations'
import { readRecord } from '@app/contracts/records'
import { references, type TableRecord } from '@app/contracts/tables'
import { type DayLesson, readToday } from '@app/contracts/today'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useAtomValue, useSetAtom, useStore } from 'jotai'
import { WifiOff } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import * as v from 'valibot'
import { callApi } from '#lib/call-api'
import { useIsOffline } from '#lib/connection'
import { forgetOutdated, untilMidnight } from '#lib/device-store'
import { recordKey } from '#lib/records'
import { schoolTime } from '#lib/school-time'
import { useListener } from '#lib/use-listener'
import { counted } from '#lib/words'
import { Button, SmallButton } from '#ui/button'
import { Notice } from '#ui/notice'
import { useToast } from '#ui/toast'
import {
  discardMarksAtom,
  markAtom,
  unsavedAtom,
  unsavedCountAtom,
  unsavedLessonsAtom,
  waitingLessonsAtom,
} from '../attendance.atoms'
import { CollisionNotice } from '../collision-notice'
import { useSaveAttendance, useSavedMarks, useSaveState } from '../use-attendance'
import { forgetEarlierTurn, keepMarks, marksPlaceAtom, restoreMarks } from './offline-marks'
import { outboxAtom, removeEntryAtom, restoreOutboxAtom, useSendOutbox, type Waiting } from './use-send-outbox'

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

type Props = {
  /** Since when the lessons may be outdated. */
  keptAt: string | undefined
}

/** The only sign of the network: what is shown, and what waits to be sent. It never blocks. */
export function RangeStrip({ keptAt }: Props) {
  const isOffline = useIsOffline()
  const marks = useAtomValue(unsavedCountAtom)
  const entries = useAtomValue(outboxAtom)
  const walkIns = entries.filter(({ entry }) => entry.kind === 'walk-in').length
  const notes = entries.length - walkIns
  const waiting = [
    marks > 0 && counted(marks, 'mark'),
    walkIns > 0 && counted(walkIns, 'walk-in'),
    notes > 0 && counted(notes, 'note'),
  ].filter(Boolean)
  if (!isOffline && !keptAt) return null
  return (
    <p
      role="status"
      className="sticky top-0 z-10 flex flex-wrap items-center gap-x-3 gap-y-0.5 rounded-lg bg-ink px-3 py-2 font-semibold text-card"
    >
      <WifiOff className="size-5 shrink-0" aria-hidden="true" />
      <span>
        {isOffline ? 'Offline' : 'Weak connection'}
        {waiting.length > 0 && `, ${waiting.join(', ')} to send`}
      </span>
      {keptAt && <span className="ml-auto font-normal">Lessons as of {schoolTime(keptAt)}</span>}
    </p>
  )
}

/** Marks of lessons that the page does not show, such as those of yesterday that could not be sent. */
export function EarlierMarks({ shown }: { shown: readonly string[] }) {
  const waiting = useAtomValue(waitingLessonsAtom).filter((lesson) => !shown.includes(lesson))
  return waiting.map((lesson) => <EarlierLesson key={lesson} id={lesson} />)
}

const labelsOf = (record: TableRecord | undefined) => v.parse(v.fallback(references, {}), record?.['references'])

function EarlierLesson({ id }: { id: string }) {
  const { data } = useQuery({
    queryKey: [...recordKey('lessons', id), 'marks'],
    queryFn: ({ signal }) => callApi(readRecord, { params: { table: 'lessons', id }, signal }),
  })
  const { changes, collisions } = useAtomValue(unsavedAtom)(id)
  const saved = useSavedMarks(id)
  const { status, message } = useSaveState(id)
  const mark = useSetAtom(markAtom)
  const discard = useSetAtom(discardMarksAtom)
  const save = useSaveAttendance()
  const labels = Object.entries(labelsOf(data)['students'] ?? {})
  const students = labels.map(([student, { label }]) => ({ id: student, label })) as DayLesson['students']
  const title = typeof data?.['title'] === 'string' ? data['title'] : 'an earlier lesson'
  const count = Object.keys(changes).length
  return (
    <>
      <CollisionNotice
        title={`Marked differently in ${title}`}
        lesson={{ students }}
        collisions={collisions}
        onMark={(student, to) => {
          mark({ lesson: id, student, mark: to, saved })
          save(id)
        }}
      />
      {status === 'failed' && count > 0 && (
        <Notice tone="warn" title="Not saved yet">
          <p>
            {counted(count, 'mark')} of {title}. {message}
          </p>
          <div className="flex flex-wrap gap-2">
            <SmallButton onClick={() => save(id)}>Try again</SmallButton>
            <SmallButton onClick={() => discard(id)}>Discard</SmallButton>
          </div>
        </Notice>
      )}
    </>
  )
}

const about = ({ entry }: Waiting) =>
  entry.kind === 'note' ? `Note on ${entry.about}: ${entry.line}` : `Walk-in ${entry.name} in ${entry.about}`

/** Entries without a connection that were refused since, with a way out for each. */
export function RefusedEntries() {
  const refused = useAtomValue(outboxAtom).filter(({ failure }) => failure !== undefined)
  const remove = useSetAtom(removeEntryAtom)
  const { send } = useSendOutbox()
  const [busy, setBusy] = useState(false)
  const again = async (waiting: Waiting, oneMoreSeat = false) => {
    setBusy(true)
    await send(waiting, oneMoreSeat)
    setBusy(false)
  }
  if (refused.length === 0) return null
  return (
    <Notice tone="warn" title="Not saved yet">
      <ul className="grid gap-3">
        {refused.map((waiting) => (
          <li key={waiting.key} className="grid gap-2 [overflow-wrap:anywhere]">
            <p>
              <strong>{about(waiting)}</strong>. {waiting.failure}
            </p>
            <div className="flex flex-wrap gap-2">
              {waiting.isFull && (
                <Button size="small" disabled={busy} onClick={() => again(waiting, true)}>
                  Add with one more seat
                </Button>
              )}
              <SmallButton disabled={busy} onClick={() => again(waiting)}>
                Try again
              </SmallButton>
              <SmallButton disabled={busy} onClick={() => remove(waiting.key)}>
                Discard
              </SmallButton>
            </div>
          </li>
        ))}
      </ul>
    </Notice>
  )
}
