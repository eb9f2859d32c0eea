import { AppError } from '@app/contracts/errors'
import type { Attendance, DayLesson } from '@app/contracts/today'
import { atom } from 'jotai'
import { messageOf } from '#lib/message-of'
import { currentFrom, saveMarks } from './attendance.api'
import { applyChanges, type Changes, type Collision, type Marks, marksFrom, rebaseChanges } from './marks'

export type LessonAttendance = {
  saved: Marks
  version: string | null
  changes: Changes
  collisions: readonly Collision[]
  status: 'idle' | 'saving' | 'offline' | 'failed'
  message: string
}

const stateAtom = atom<Readonly<Record<string, LessonAttendance>>>({})
export const attendanceAtom = atom((get) => get(stateAtom))

/** Marks that exist on this page only. */
export const unsavedCountAtom = atom((get) =>
  Object.values(get(stateAtom)).reduce((sum, { changes }) => sum + Object.keys(changes).length, 0),
)

type Change = Partial<LessonAttendance>
const changeAtom = atom(null, (get, set, lesson: string, change: Change) => {
  const all = get(stateAtom)
  const current = all[lesson]
  if (current) set(stateAtom, { ...all, [lesson]: { ...current, ...change } })
})

/** Takes over what the service says about a lesson; marks made here stay on top of it. */
export const readLessonAtom = atom(null, (get, set, { id, attendance, version }: DayLesson) => {
  const all = get(stateAtom)
  const known = all[id]
  const read = { saved: marksFrom(attendance), version }
  if (!known)
    return set(stateAtom, {
      ...all,
      [id]: { ...read, changes: {}, collisions: [], status: 'idle', message: '' },
    })
  // An answer that was requested before the last save is older than what is known.
  if (known.status === 'saving' || (known.version ?? '') >= (version ?? '')) return
  if (Object.keys(known.changes).length === 0) set(changeAtom, id, read)
})

/** Marks a student, or takes the mark back when it is the same, and saves. */
export const markAtom = atom(null, (get, set, lesson: string, student: string, mark: Attendance | undefined) => {
  const current = get(stateAtom)[lesson]
  if (!current) return
  const from = current.saved[student]
  const { [student]: _, ...others } = current.changes
  set(changeAtom, lesson, {
    changes: from === mark ? others : { ...others, [student]: { from, to: mark } },
    collisions: current.collisions.filter((each) => each.student !== student),
  })
  return set(saveAtom, lesson)
})

/** Saves what is not saved yet, one call at a time for each lesson. */
export const saveAtom = atom(null, async (get, set, lesson: string) => {
  const read = () => get(stateAtom)[lesson]
  if (!read() || read()!.status === 'saving') return
  while (Object.keys(read()!.changes).length > 0) {
    const { saved, changes, version } = read()!
    set(changeAtom, lesson, { status: 'saving', message: '' })
    try {
      const after = await saveMarks(lesson, applyChanges(saved, changes), version)
      const { changes: left } = rebaseChanges(read()!.changes, after.marks)
      set(changeAtom, lesson, { saved: after.marks, version: after.version, changes: left })
    } catch (error) {
      const current = currentFrom(error)
      if (!current) return set(changeAtom, lesson, failureOf(error))
      const { changes: left, collisions } = rebaseChanges(read()!.changes, current.marks)
      set(changeAtom, lesson, { saved: current.marks, version: current.version, changes: left, collisions })
    }
  }
  set(changeAtom, lesson, { status: 'idle', message: '' })
})

/** Sends everything that waits for a connection. Resolves with how many marks were sent. */
export const sendWaitingAtom = atom(null, async (get, set) => {
  const before = get(unsavedCountAtom)
  const waiting = Object.entries(get(stateAtom)).filter(([, { changes }]) => Object.keys(changes).length > 0)
  await Promise.all(waiting.map(([lesson]) => set(saveAtom, lesson)))
  return before - get(unsavedCountAtom)
})

function failureOf(error: unknown): Change {
  const isOffline = error instanceof AppError && (error.code === 'offline' || error.code === 'timed_out')
  return { status: isOffline ? 'offline' : 'failed', message: messageOf(error, 'Failed to save attendance') }
}
