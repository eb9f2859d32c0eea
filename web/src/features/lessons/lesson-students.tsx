import type { ReactNode } from 'react'
import { SmallButton } from '#ui/button'
import { Failure } from '#ui/load-state'
import { type Seating, type SeatingChange, takenText, useSeating } from './change-seating'

/** `without`: who is there already. */
type PickInstead = { label: string; without: readonly string[]; onChoose: (id: string) => void }

export type StudentPicker = (props: {
  ids: readonly string[]
  /** `removed`: the name of who is no longer among them. */
  onIds: (ids: readonly string[], removed?: string) => void
  /** Why no student can be added. */
  full?: string | undefined
  /** Where the lesson is full: what choosing a student does instead. */
  instead?: PickInstead | undefined
  /** For one student instead of the whole list. */
  isSingle?: boolean
}) => ReactNode

type Props = {
  lesson: string
  seating: Seating
  picker: StudentPicker
  onChanged: () => void
}

const stepTo = (ids: readonly string[], students: readonly string[], name = 'The student') => {
  const added = ids.find((id) => !students.includes(id))
  const removed = students.find((id) => !ids.includes(id))
  if (added) return { add: added }
  return removed ? { remove: removed, told: `${name} is no longer in the lesson` } : undefined
}

/** The students of a lesson: added and removed one by one, each saved at once. */
export function LessonStudents({ lesson, seating, picker, onChanged }: Props) {
  const { seating: now, isFull, save } = useSeating(lesson, seating, onChanged)
  const { students } = now
  const change = (next: SeatingChange | undefined) => next && save.mutate(next)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2" aria-busy={save.isPending}>
      <h4 className="font-semibold tabular-nums" aria-live="polite">
        Students ({takenText(now)}){isFull && ': full'}
      </h4>
      {picker({
        ids: students,
        onIds: (ids, removed) => change(stepTo(ids, students, removed)),
        full: isFull ? `Full: ${takenText(now)}` : undefined,
        instead: isFull
          ? { label: 'Add to the waiting list', without: now.waiting, onChoose: (wait) => change({ wait }) }
          : undefined,
      })}
      {isFull && <OneMoreSeat isBusy={save.isPending} onAdd={() => change({ oneMoreSeat: true })} />}
      <SeatingError error={save.error} />
    </div>
  )
}

export const OneMoreSeat = ({ isBusy, onAdd }: { isBusy: boolean; onAdd: () => void }) => (
  <SmallButton disabled={isBusy} onClick={onAdd}>
    One more seat
  </SmallButton>
)

export const SeatingError = ({ error }: { error: Error | null }) => (
  <Failure error={error} fallback="Failed to change the students" />
)
