import type { TableSchema } from '@app/table-schema/schema'
import { useState } from 'react'
import { useIsOffline } from '#lib/connection'
import { Badge } from '#ui/badge'
import { Button } from '#ui/button'
import { SeatingError } from './lesson-students'
import { MakeUpDialog } from './make-up-dialog'
import type { Seating } from './seating'
import { useSeating } from './use-seating'

type Person = { id: string; label: string; deleted?: true | undefined }
export type MakeUpProps = {
  lesson: string
  schema: TableSchema | undefined
  seating: Seating
  /** Who did not come, or would have come to a lesson that was canceled. */
  missed: readonly Person[]
  mayEdit: boolean
  onChanged: () => void
}

/** Who missed a lesson: those for whom it was canceled, or who were marked so, and those who may make it up. */
export function missedBy(
  lesson: { cancelled: boolean; students: readonly string[]; absent: readonly string[]; excused: readonly string[] },
  { makeUps }: Pick<Seating, 'makeUps'>,
): string[] {
  const away = lesson.cancelled ? lesson.students : [...lesson.absent, ...lesson.excused]
  return [...new Set([...away, ...makeUps])]
}

/** Who missed a lesson. An absence may earn a make-up lesson, which is booked from here into one that has a seat. */
export function MakeUps({ lesson, schema, seating: given, missed, mayEdit, onChanged }: MakeUpProps) {
  const { seating, save } = useSeating(lesson, given, onChanged)
  const [booking, setBooking] = useState<Person>()
  const mayAct = !useIsOffline() && mayEdit
  const isOwed = ({ id }: Person) => seating.makeUps.includes(id)
  const shown = mayAct ? missed : missed.filter(isOwed)
  const open = missed.filter((person) => !isOwed(person) && !person.deleted)
  if (shown.length === 0) return null
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1" aria-busy={save.isPending}>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h4 className="font-semibold tabular-nums" aria-live="polite">
          Missed this lesson ({shown.length})
        </h4>
        {mayAct && open.length > 1 && (
          <Button
            size="small"
            variant="outline"
            disabled={save.isPending}
            onClick={() => save.mutate({ owe: open.map(({ id }) => id) })}
          >
            Make-ups for {open.length === missed.length ? 'all' : 'all others'}
          </Button>
        )}
      </div>
      <ul aria-label="Missed this lesson" className="grid divide-y divide-line border-line border-y">
        {shown.map((person) => (
          <li key={person.id} className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
            <span className={person.deleted ? 'text-muted italic' : 'font-semibold'}>{person.label}</span>
            {isOwed(person) && <Badge tone="amber" label="Make-up owed" />}
            {mayAct && (
              <span className="flex flex-wrap gap-1.5 max-sm:*:px-2 sm:ml-auto">
                {isOwed(person) && !person.deleted && (
                  <Button
                    size="small"
                    disabled={save.isPending}
                    aria-label={`Book a make-up lesson for ${person.label}`}
                    onClick={() => setBooking(person)}
                  >
                    Book make-up
                  </Button>
                )}
                {isOwed(person) ? (
                  <Button
                    size="small"
                    variant="quiet"
                    disabled={save.isPending}
                    aria-label={`Remove the make-up lesson of ${person.label}`}
                    onClick={() => save.mutate({ settle: person.id })}
                  >
                    Remove
                  </Button>
                ) : (
                  !person.deleted && (
                    <Button
                      size="small"
                      variant="outline"
                      disabled={save.isPending}
                      aria-label={`Owe ${person.label} a make-up lesson`}
                      onClick={() => save.mutate({ owe: [person.id] })}
                    >
                      Owe a make-up
                    </Button>
                  )
                )}
              </span>
            )}
          </li>
        ))}
      </ul>
      {save.error && <SeatingError error={save.error} />}
      {booking && (
        <MakeUpDialog
          lesson={lesson}
          schema={schema}
          student={booking}
          settle={() => save.mutateAsync({ settle: booking.id })}
          onClose={() => setBooking(undefined)}
        />
      )}
    </div>
  )
}
