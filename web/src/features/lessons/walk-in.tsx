import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { SmallButton } from '#ui/button'
import { type Seating, takenText, useSeating } from './change-seating'
import { OneMoreSeat, SeatingError, type StudentPicker } from './lesson-students'

type Props = {
  lesson: string
  seating: Seating
  picker: StudentPicker
  onChanged: () => void
  /** The student is in the lesson, whether added now or before. */
  onAdded: (student: string) => void
}

/** Adds a student who comes without being expected. In a row of buttons its picker is below them. */
export function WalkIn({ lesson, seating, picker, onChanged, onAdded }: Props) {
  const [open, setOpen] = useState(false)
  const { seating: now, isFull, save } = useSeating(lesson, seating, onChanged)
  const add = ([student]: readonly string[]) =>
    student &&
    save.mutate(
      { add: student },
      {
        onSuccess() {
          setOpen(false)
          onAdded(student)
        },
      },
    )
  return (
    <>
      <SmallButton className="min-h-11" aria-busy={save.isPending} aria-expanded={open} onClick={() => setOpen(!open)}>
        <UserPlus className="size-4.5" />
        Walk-in
      </SmallButton>
      {open && (
        <div className="order-1 grid w-full grid-cols-[minmax(0,1fr)] gap-2">
          {isFull && <p className="text-sm text-warn">Full: {takenText(now)}</p>}
          {isFull ? (
            <OneMoreSeat isBusy={save.isPending} onAdd={() => save.mutate({ oneMoreSeat: true })} />
          ) : (
            picker({ ids: [], onIds: add, isSingle: true })
          )}
        </div>
      )}
      {save.error && (
        <div className="order-1 w-full">
          <SeatingError error={save.error} />
        </div>
      )}
    </>
  )
}
