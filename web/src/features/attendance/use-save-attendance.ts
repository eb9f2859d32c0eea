import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useStore } from 'jotai'
import { useCallback } from 'react'
import { rebaseAtom, savedAtom, unsavedAtom } from './attendance.atoms'
import { applyChanges } from './marks'
import { currentFrom, type SavedAttendance, saveMarks } from './saved-attendance'

/** Of what is saved of a lesson, and of its saves. */
export const attendanceKey = (lesson: string) => ['attendance', lesson] as const

async function saveAll(lesson: string, client: QueryClient, store: ReturnType<typeof useStore>) {
  const changes = () => store.get(unsavedAtom)(lesson).changes
  while (Object.keys(changes()).length > 0) {
    const saved = client.getQueryData<SavedAttendance>(attendanceKey(lesson))
    // Nothing is known of the lesson until it is shown.
    if (!saved) return
    const sent = changes()
    try {
      const now = await saveMarks(lesson, applyChanges(saved.marks, sent), saved.version)
      client.setQueryData(attendanceKey(lesson), now)
      store.set(savedAtom, lesson, sent)
      store.set(rebaseAtom, lesson, now.marks)
    } catch (error) {
      const current = currentFrom(error)
      if (current) client.setQueryData(attendanceKey(lesson), current)
      store.set(rebaseAtom, lesson, (current ?? saved).marks)
      if (!current) throw error
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
        networkMode: 'always',
      })
      await mutation.execute(undefined).catch(() => {})
    },
    [client, store],
  )
}
