import { AppError } from '@app/contracts/errors'
import type { Attendance, DayLesson } from '@app/contracts/today'
import { type QueryClient, skipToken, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query'
import { useAtomValue, useSetAtom, useStore } from 'jotai'
import { useCallback, useEffect } from 'react'
import { noteOutcome } from '#lib/connection'
import { failureText } from '#lib/failure-text'
import { local } from '#lib/query-client'
import { counted } from '#lib/words'
import { showToastAtom } from '#ui/toast'
import { markAtom, rebaseAtom, savedAtom, unsavedAtom, withdrawMarksAtom } from './attendance.atoms'
import { applyChanges, type Marks, marksFrom } from './marks'
import { keepSaved } from './offline/offline-marks'
import { attendanceKey, currentFrom, readSaved, type SavedAttendance, saveMarks, seatedFrom } from './saved-attendance'

/** Marks of colleagues may come first as often; after that the next change tries again. */
const maxConflicts = 5

/** Drops the marks of students who were taken out of the lesson meanwhile: they would count for a lesson that the students are not in. */
function withdrawUnseated(lesson: string, seated: readonly string[] | undefined, store: ReturnType<typeof useStore>) {
  if (!seated) return
  const unseated = Object.keys(store.get(unsavedAtom)(lesson).changes).filter((student) => !seated.includes(student))
  if (unseated.length === 0) return
  store.set(withdrawMarksAtom, lesson, unseated)
  const marks = counted(unseated.length, 'mark')
  const who = unseated.length === 1 ? 'the student is' : 'the students are'
  store.set(showToastAtom, { text: `${marks} not saved: ${who} no longer in the lesson` })
}

async function saveAll(lesson: string, client: QueryClient, store: ReturnType<typeof useStore>) {
  const changes = () => store.get(unsavedAtom)(lesson).changes
  for (let conflicts = 0; Object.keys(changes()).length > 0; ) {
    const known = client.getQueryData<SavedAttendance>(attendanceKey(lesson))
    // A lesson that is not shown, such as one of yesterday whose marks could not be sent.
    const saved = known ?? (await readSaved(lesson))
    if (!known) {
      client.setQueryData(attendanceKey(lesson), saved)
      store.set(rebaseAtom, lesson, saved.marks)
    }
    const sent = changes()
    if (Object.keys(sent).length === 0) return
    try {
      const now = await saveMarks(lesson, applyChanges(saved.marks, sent), saved.version)
      noteOutcome()
      client.setQueryData(attendanceKey(lesson), now)
      await keepSaved(lesson, now)
      store.set(savedAtom, lesson, sent)
      store.set(rebaseAtom, lesson, now.marks)
    } catch (error) {
      const current = currentFrom(error)
      withdrawUnseated(lesson, seatedFrom(error), store)
      if (current) client.setQueryData(attendanceKey(lesson), current)
      store.set(rebaseAtom, lesson, (current ?? saved).marks)
      conflicts++
      if (!current || conflicts === maxConflicts) throw error
    }
  }
}

/** Resolves when no save of a lesson is under way. */
const savesSettled = (client: QueryClient, lesson: string) =>
  new Promise<void>((resolve) => {
    const isSaving = () => client.isMutating({ mutationKey: attendanceKey(lesson), exact: true }) > 0
    if (!isSaving()) return resolve()
    const stop = client.getMutationCache().subscribe(() => {
      if (isSaving()) return
      stop()
      resolve()
    })
  })

/**
 * Withdraws the mark of a student before the student is taken out of the lesson. An unsent mark is dropped. A save that is running is
 * waited for: its mark is then removed with the student, instead of arriving after the removal.
 */
export function useWithdrawMark() {
  const client = useQueryClient()
  const store = useStore()
  return async (lesson: string, student: string) => {
    store.set(withdrawMarksAtom, lesson, [student])
    await savesSettled(client, lesson)
  }
}

/** Saves what is not saved yet of a lesson, one call at a time for each lesson. A failure is in the state of the mutation. */
export function useSaveAttendance() {
  const client = useQueryClient()
  const store = useStore()
  return useCallback(
    async (lesson: string) => {
      const mutationKey = attendanceKey(lesson)
      if (client.isMutating({ mutationKey, exact: true }) > 0) return
      const mutation = client.getMutationCache().build(client, {
        mutationKey,
        mutationFn: () => saveAll(lesson, client, store),
        meta: local,
        networkMode: 'always',
      })
      await mutation.execute(undefined).catch(noteOutcome)
    },
    [client, store],
  )
}

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
