import { AppError } from '@app/contracts/errors'
import type { Attendance, DayLesson } from '@app/contracts/today'
import { skipToken, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query'
import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { failureText } from '#lib/failure-text'
import { markAtom, rebaseAtom, unsavedAtom } from './attendance.atoms'
import { applyChanges, type Marks, marksFrom } from './marks'
import { attendanceKey, type SavedAttendance } from './saved-attendance'
import { useSaveAttendance } from './use-save-attendance'

const savedOf = ({ attendance, version }: DayLesson): SavedAttendance => ({ marks: marksFrom(attendance), version })

const useKnown = (lesson: string) =>
  useQuery<SavedAttendance>({
    queryKey: attendanceKey(lesson),
    queryFn: skipToken,
    gcTime: Number.POSITIVE_INFINITY,
  }).data

const useSaved = (lesson: DayLesson): SavedAttendance => useKnown(lesson.id) ?? savedOf(lesson)

/** The saved marks of a lesson that is not shown. */
export const useSavedMarks = (lesson: string): Marks => useKnown(lesson)?.marks ?? {}

/** The marks of a lesson's students, saved or not. */
export function useMarks(lesson: DayLesson): Marks {
  const { changes } = useAtomValue(unsavedAtom)(lesson.id)
  return applyChanges(useSaved(lesson).marks, changes)
}

/** The attendance of a lesson: what is saved, with the marks made on this page on top of it. */
export function useAttendance(lesson: DayLesson) {
  const { id } = lesson
  const client = useQueryClient()
  const save = useSaveAttendance()
  const setMark = useSetAtom(markAtom)
  const rebase = useSetAtom(rebaseAtom)
  const { changes, collisions } = useAtomValue(unsavedAtom)(id)
  const saved = useSaved(lesson)
  useEffect(() => {
    const known = client.getQueryData<SavedAttendance>(attendanceKey(id))
    const isSaving = client.isMutating({ mutationKey: attendanceKey(id), exact: true }) > 0
    // An answer that was requested before the last save is older than what is known.
    if (known && (isSaving || (known.version ?? '') > (lesson.version ?? ''))) return
    const read = savedOf(lesson)
    client.setQueryData(attendanceKey(id), read)
    rebase(id, read.marks)
  }, [client, rebase, id, lesson])

  const state = useSaveState(id)
  return {
    ...state,
    saved: saved.marks,
    marks: applyChanges(saved.marks, changes),
    unsaved: Object.keys(changes).length,
    collisions,
    save: () => save(id),
    /** Marks everybody who is not marked yet. */
    markRest(students: readonly string[], mark: Attendance) {
      const marks = applyChanges(saved.marks, changes)
      for (const student of students) if (!marks[student]) setMark({ lesson: id, student, mark, saved: saved.marks })
      return save(id)
    },
    mark(student: string, mark: Attendance | undefined) {
      setMark({ lesson: id, student, mark, saved: saved.marks })
      // A mark that is saved already; while another one is on its way, it may differ from that.
      if (state.status !== 'saving') rebase(id, saved.marks)
      return save(id)
    },
  }
}

/** The result of a lesson's last save. */
export function useSaveState(lesson: string): { status: 'idle' | 'saving' | 'offline' | 'failed'; message: string } {
  const last = useMutationState({
    filters: { mutationKey: attendanceKey(lesson), exact: true },
    select: ({ state }) => state,
  }).at(-1)
  if (last?.status === 'pending') return { status: 'saving', message: '' }
  if (last?.status !== 'error') return { status: 'idle', message: '' }
  const { error } = last
  const isOffline = error instanceof AppError && (error.code === 'offline' || error.code === 'timed_out')
  return { status: isOffline ? 'offline' : 'failed', message: failureText(error, 'Failed to save attendance') }
}
