import { useMutation } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useRef, useState } from 'react'
import { showToastAtom } from '#ui/toast'
import { useUndo } from '#ui/use-undo'
import { changeSeating, type SeatingChange, undoOf } from './change-seating'
import { freeSeats, type Seating } from './seating'

/** `told`: what the toast says of a removal. */
type Change = SeatingChange & { told?: string }

/** The students of a lesson, changed one by one, each change saved at once; a removal has an undo. */
export function useSeating(lesson: string, given: Seating, onChanged: () => void) {
  const [known, setKnown] = useState(given)
  // An answer that was requested before the last save is older than what is known.
  const isNewer = (given.version ?? '') > (known.version ?? '')
  // Offers are read apart from the lesson, so they may be known later than its version.
  const seating = isNewer ? given : given.version === known.version ? { ...known, held: given.held } : known
  const latest = useRef(seating)
  latest.current = seating
  const keep = (next: Seating) => {
    latest.current = next
    setKnown(next)
  }
  const showToast = useSetAtom(showToastAtom)
  const undo = useUndo(async () => {})
  const save = useMutation({
    mutationKey: ['students', lesson],
    networkMode: 'always',
    // One after the other: each step builds on what the one before has saved.
    scope: { id: `students ${lesson}` },
    mutationFn: async (change: Change) => {
      const back = undoOf(change, latest.current)
      return { saved: await changeSeating(lesson, latest.current, change, keep), back }
    },
    onSuccess({ saved, back }, { told = 'Removed' }) {
      keep(saved)
      if (back) showToast({ text: told, undo: () => undo(() => save.mutateAsync(back).then(() => 'Undone')) })
    },
    onSettled: onChanged,
  })
  return { seating, isFull: freeSeats(seating) === 0, save }
}
