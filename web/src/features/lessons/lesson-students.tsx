import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { failureText } from '#lib/failure-text'
import { Button } from '#ui/button'
import { Notice } from '#ui/notice'
import { changeSeating, type SeatingChange } from './change-seating'
import type { Seating } from './seating'

export type StudentPicker = (props: {
  ids: readonly string[]
  onIds: (ids: readonly string[]) => void
  /** Why no student can be added. */
  full: string | undefined
}) => ReactNode

type Props = {
  lesson: string
  seating: Seating
  picker: StudentPicker
  onChanged: () => void
}

const stepTo = (ids: readonly string[], students: readonly string[]): SeatingChange | undefined => {
  const added = ids.find((id) => !students.includes(id))
  const removed = students.find((id) => !ids.includes(id))
  if (added) return { add: added }
  return removed ? { remove: removed } : undefined
}

/** Who comes to a lesson: added and removed one by one, each saved at once. */
export function LessonStudents({ lesson, seating: given, picker, onChanged }: Props) {
  const [known, setKnown] = useState(given)
  // An answer that was requested before the last save is older than what is known.
  const seating = (given.version ?? '') > (known.version ?? '') ? given : known
  const { students, seats } = seating
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
  const change = (next: SeatingChange | undefined) => next && save.mutate(next)
  const isFull = students.length >= seats
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2" aria-busy={save.isPending}>
      <h4 className="font-semibold tabular-nums" aria-live="polite">
        Students ({students.length} of {seats}){isFull && ': full'}
      </h4>
      {picker({
        ids: students,
        onIds: (ids) => change(stepTo(ids, students)),
        full: isFull ? `Full: ${students.length} of ${seats}` : undefined,
      })}
      {isFull && (
        <Button
          size="small"
          variant="outline"
          className="justify-self-start"
          disabled={save.isPending}
          onClick={() => change({ oneMoreSeat: true })}
        >
          One more seat
        </Button>
      )}
      {save.error && (
        <Notice tone="bad">
          <p>{failureText(save.error, 'Failed to change the students')}</p>
        </Notice>
      )}
    </div>
  )
}
