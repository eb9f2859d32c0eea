import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { changeSeating, type SeatingChange } from './change-seating'
import { freeSeats, type Seating } from './seating'

/** The students of a lesson, changed one by one, each change saved at once. */
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
  const save = useMutation({
    mutationKey: ['students', lesson],
    networkMode: 'always',
    // One after the other: each step builds on what the one before has saved.
    scope: { id: `students ${lesson}` },
    mutationFn: (change: SeatingChange) => changeSeating(lesson, latest.current, change, keep),
    onSuccess: keep,
    onSettled: onChanged,
  })
  return { seating, isFull: freeSeats(seating) === 0, save }
}
