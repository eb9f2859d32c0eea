import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useStore } from 'jotai'
import { useCallback } from 'react'
import { noteOutcome } from '#lib/connection'
import { local } from '#lib/query-client'
import { rebaseAtom, savedAtom, unsavedAtom } from './attendance.atoms'
import { applyChanges } from './marks'
import { keepSaved } from './offline/offline-marks'
import { attendanceKey, currentFrom, readSaved, type SavedAttendance, saveMarks } from './saved-attendance'

/** Marks of colleagues may come first as often; after that the next change tries again. */
const maxConflicts = 5

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
      if (current) client.setQueryData(attendanceKey(lesson), current)
      store.set(rebaseAtom, lesson, (current ?? saved).marks)
      conflicts++
      if (!current || conflicts === maxConflicts) throw error
    }
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
