import type { TableSchema } from '@app/table-schema/schema'
import { CalendarPlus } from 'lucide-react'
import { useState } from 'react'
import { useIsOffline } from '#lib/connection'
import { Badge } from '#ui/badge'
import { Button, SmallButton } from '#ui/button'
import { onDemand } from '#ui/chunk'
import { type Seating, type SeatingChange, useSeating } from './change-seating'
import { SeatingError } from './lesson-students'

const MakeUpDialog = onDemand(() => import('./make-up-dialog').then((file) => file.MakeUpDialog))

type Person = { id: string; label: string; deleted?: true | undefined }
export type MakeUpProps = {
  lesson: string
  schema: TableSchema | undefined
  seating: Seating
  /** Students who did not come, or would have come to a lesson that was canceled. */
  missed: readonly Person[]
  mayEdit: boolean
  onChanged: () => void
}

/** Students who missed a lesson: those for whom it was canceled, or who were marked so, and those who may make it up or do. */
export function missedBy(
  lesson: { cancelled: boolean; students: readonly string[]; absent: readonly string[]; excused: readonly string[] },
  { makeUps, madeUp }: Pick<Seating, 'makeUps' | 'madeUp'>,
): string[] {
  const away = lesson.cancelled ? lesson.students : [...lesson.absent, ...lesson.excused]
  return [...new Set([...away, ...makeUps, ...madeUp])]
}

/** Students who missed a lesson. An absence may earn a make-up lesson, which is booked from here into one that has a seat. */
export function MakeUps({ lesson, schema, seating: given, missed, mayEdit, onChanged }: MakeUpProps) {
  const { seating, save } = useSeating(lesson, given, onChanged)
  const [open, setOpen] = useState(given.makeUps.length > 0)
  const [booking, setBooking] = useState<Person>()
  const mayAct = !useIsOffline() && mayEdit
  const stateOf = ({ id }: Person) =>
    seating.makeUps.includes(id) ? 'owed' : seating.madeUp.includes(id) ? 'booked' : undefined
  const shown = mayAct ? missed : missed.filter(stateOf)
  const others = missed.filter((person) => !stateOf(person) && !person.deleted)
  if (shown.length === 0) return null
  if (mayAct && !open)
    return (
      <SmallButton aria-expanded={false} onClick={() => setOpen(true)}>
        <CalendarPlus className="size-4.5" />
        Make-up lessons
      </SmallButton>
    )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1" aria-busy={save.isPending}>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h4 className="font-semibold">Make-up lessons</h4>
        {mayAct && others.length > 1 && (
          <SmallButton disabled={save.isPending} onClick={() => save.mutate({ owe: others.map(({ id }) => id) })}>
            {others.length === missed.length ? 'Give all a make-up credit' : 'Give all others a make-up credit'}
          </SmallButton>
        )}
      </div>
      <ul aria-label="Make-up lessons" className="grid divide-y divide-line border-line border-y">
        {shown.map((person) => (
          <li key={person.id} className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
            <span className={person.deleted ? 'text-muted italic' : 'font-semibold'}>{person.label}</span>
            {stateOf(person) === 'owed' && <Badge tone="amber" label="Make-up owed" />}
            {stateOf(person) === 'booked' && <Badge tone="green" label="Make-up booked" />}
            {mayAct && (
              <Actions
                person={person}
                state={stateOf(person)}
                isBusy={save.isPending}
                onChange={save.mutate}
                onBook={() => setBooking(person)}
              />
            )}
          </li>
        ))}
      </ul>
      <SeatingError error={save.error} />
      {booking && (
        <MakeUpDialog
          lesson={lesson}
          schema={schema}
          student={booking}
          onBooked={() => save.mutateAsync({ book: booking.id })}
          onClose={() => setBooking(undefined)}
        />
      )}
    </div>
  )
}

type ActionProps = {
  person: Person
  state: 'owed' | 'booked' | undefined
  isBusy: boolean
  onChange: (change: SeatingChange & { told?: string }) => void
  onBook: () => void
}

function Actions({ person: { id, label, deleted }, state, isBusy, onChange, onBook }: ActionProps) {
  if (state === 'booked' || (deleted && !state)) return null
  return (
    <span className="flex flex-wrap gap-1.5 max-sm:*:px-2 sm:ml-auto sm:justify-end">
      {!state && (
        <SmallButton
          disabled={isBusy}
          aria-label={`Give ${label} a make-up credit`}
          onClick={() => onChange({ owe: [id] })}
        >
          Give a make-up credit
        </SmallButton>
      )}
      {state && !deleted && (
        <SmallButton disabled={isBusy} aria-label={`Book a make-up lesson for ${label}`} onClick={onBook}>
          Book
        </SmallButton>
      )}
      {state && (
        <Button
          size="small"
          variant="quiet"
          disabled={isBusy}
          aria-label={`Remove the make-up lesson of ${label}`}
          onClick={() => onChange({ waive: id, told: `${label} has no make-up lesson` })}
        >
          Remove
        </Button>
      )}
    </span>
  )
}
