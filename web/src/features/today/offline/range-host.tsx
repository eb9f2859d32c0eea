import type { LessonDay } from '@app/contracts/today'
import type { ReactNode } from 'react'
import { useKeepPeople } from '#features/attendance/offline/offline-people'
import {
  EarlierMarks,
  RangeStrip,
  RefusedEntries,
  useKept,
  useMidnight,
  useSendWaiting,
} from '#features/attendance/offline/unsent'
import { Loading } from '#ui/load-state'
import { useKeptStudents } from './offline-students'

/** Takes over what waits on this device before its children are shown, keeps what they enter, and sends it. */
export function RangeHost({ children }: { children?: ReactNode }) {
  const isReady = useKept()
  useMidnight()
  useSendWaiting(isReady)
  if (children === undefined) return null
  return isReady ? children : <Loading>Loading today...</Loading>
}

type HeadProps = { keptAt: string | undefined; days: readonly LessonDay[] | undefined }

/** Above the lessons: the connection, and what was entered before and is still to be decided. */
export function RangeHead({ keptAt, days }: HeadProps) {
  useKeepPeople(days, keptAt !== undefined)
  useKeptStudents()
  const shown = (days ?? []).flatMap(({ lessons }) => lessons.map(({ id }) => id))
  return (
    <>
      <RangeStrip keptAt={keptAt} />
      <RefusedEntries />
      <EarlierMarks shown={shown} />
    </>
  )
}
