import { hours } from '@app/contracts/durations'
import { type NewSeatOffer, offerSeat, readWaiting } from '@app/contracts/lessons'
import { readToday, type WaitingStudent } from '@app/contracts/today'
import { minuteOfDay, schoolDay, timeOfDay } from '@app/school-time/school-day'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { callApi } from '#lib/call-api'
import { useIsOffline } from '#lib/connection'
import { recordsKey } from '#lib/records'
import { dayAtSchool, schoolTime, shortDay } from '#lib/school-time'
import { counted } from '#lib/words'
import { Badge, StudentBadges } from '#ui/badge'
import { Button, SmallButton } from '#ui/button'
import { PhoneLink } from '#ui/phone'
import { freeSeats, type Seating, useSeating } from './change-seating'
import { SeatingError } from './lesson-students'

/** A seat is held for a day. */
const heldFor = hours(24)
/** Families answer from 8 AM to 9 PM at the school. */
const morning = 8 * 60
const evening = 21 * 60

/** Until when a seat is held that is offered now: an end at night is put off until the morning, and none is after the lesson begins. */
export function offerEnd(start: number, now = Date.now()): Date {
  const end = now + heldFor
  const minute = minuteOfDay(end)
  const isAwake = minute >= morning && minute <= evening
  const answered = isAwake ? end : timeOfDay(schoolDay(end), morning, minute > evening ? 1 : 0).getTime()
  return new Date(Math.min(answered, start))
}

type Props = {
  lesson: { id: string; startsAt: unknown; cancelled: boolean }
  seating: Seating
  waiting: readonly WaitingStudent[]
  mayEdit: boolean
  onChanged: () => void
}

const when = (instant: string) => `${shortDay(dayAtSchool(instant))}, ${schoolTime(instant)}`

/** The waiting list, in order. A free one is offered by one click. */
export function WaitingList({ lesson, seating: given, waiting, mayEdit, onChanged }: Props) {
  const client = useQueryClient()
  const { seating, save } = useSeating(lesson.id, given, onChanged)
  const isOffline = useIsOffline()
  const start = Date.parse(String(lesson.startsAt))
  const offer = useMutation({
    mutationKey: ['offer', lesson.id],
    networkMode: 'always',
    mutationFn: ({ student, siblings }: Pick<NewSeatOffer, 'student' | 'siblings'>) => {
      const until = offerEnd(start).toISOString()
      return callApi(offerSeat, { params: { id: lesson.id }, body: { student, siblings, until } })
    },
    onSettled() {
      for (const queryKey of [[readWaiting.id], [readToday.id], recordsKey('lessons')])
        void client.invalidateQueries({ queryKey })
      onChanged()
    },
  })
  // Whoever was added or removed just now is gone before the list is read again.
  const shown = waiting.filter(({ id }) => seating.waiting.includes(id) && !seating.students.includes(id))
  if (shown.length === 0) return null
  const isOpen = !lesson.cancelled && start > Date.now()
  const free = isOpen ? freeSeats(seating) : 0
  const isBusy = save.isPending || offer.isPending
  const next = shown.find((student) => !student.offer)
  const mayAct = mayEdit && !isOffline
  /** Those of one family who have no offer yet, by their first on the list, when there are seats for all of them. */
  const familyOf = (student: WaitingStudent) => {
    const family = [student, ...siblingsOf(student, shown)].filter((one) => !one.offer && !one.deleted)
    const isFirst = shown.find((one) => family.includes(one)) === student
    return isOpen && isFirst && family.length > 1 && family.length <= free ? family : null
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1" aria-busy={isBusy}>
      <h4 className="flex flex-wrap items-center gap-x-2 font-semibold tabular-nums" aria-live="polite">
        Waiting list ({shown.length}){free > 0 && <Badge tone="green" label={`${counted(free, 'seat')} free`} />}
      </h4>
      <ol aria-label="Waiting list" className="grid divide-y divide-line border-line border-y">
        {shown.map((student, at) => (
          <li key={student.id} className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
            <span className={student.deleted ? 'text-muted italic' : 'font-semibold'}>
              <span className="text-muted tabular-nums">{at + 1}. </span>
              {student.label}
            </span>
            {student.phone && <PhoneLink phone={student.phone} name={student.phoneOf ?? student.label} />}
            <StudentBadges student={student} badges={student.badges} />
            <SiblingNote siblings={siblingsOf(student, shown)} />
            <OfferState offer={student.offer} />
            {mayAct && (
              <span className="flex flex-wrap gap-1.5 max-sm:*:px-2 sm:ml-auto sm:justify-end">
                <OfferFamily
                  family={familyOf(student)}
                  isBusy={isBusy}
                  onOffer={(family) =>
                    offer.mutate({
                      student: student.id,
                      siblings: family.map(({ id }) => id).filter((id) => id !== student.id),
                    })
                  }
                />
                {isOpen && !student.deleted && (student.offer?.isOpen ? !student.offer.isMailed : free > 0) && (
                  <Button
                    size="small"
                    variant={student === next && !familyOf(student) ? 'primary' : 'outline'}
                    disabled={isBusy}
                    aria-label={`Offer a seat to ${student.label}`}
                    onClick={() => offer.mutate({ student: student.id })}
                  >
                    {student.offer?.isOpen ? 'Send the offer' : student.offer ? 'Offer again' : 'Offer seat'}
                  </Button>
                )}
                {!lesson.cancelled && !student.deleted && (student.offer?.isOpen || free > 0) && (
                  <SmallButton
                    disabled={isBusy}
                    aria-label={`Add ${student.label} to the lesson`}
                    onClick={() => save.mutate({ add: student.id })}
                  >
                    Add to lesson
                  </SmallButton>
                )}
                <Button
                  size="small"
                  variant="quiet"
                  disabled={isBusy}
                  aria-label={`Remove ${student.label} from the waiting list`}
                  onClick={() =>
                    save.mutate({ leave: student.id, told: `${student.label} no longer waits for a seat` })
                  }
                >
                  Remove
                </Button>
              </span>
            )}
          </li>
        ))}
      </ol>
      <SeatingError error={save.error ?? offer.error} />
    </div>
  )
}

/** Minors whose guardian answers the same phone. */
const siblingsOf = (student: WaitingStudent, waiting: readonly WaitingStudent[]) =>
  waiting.filter(
    ({ id, phone, phoneOf }) =>
      id !== student.id && student.phoneOf && student.phone && phoneOf === student.phoneOf && phone === student.phone,
  )

const SiblingNote = ({ siblings }: { siblings: readonly WaitingStudent[] }) =>
  siblings.length > 0 && (
    <span className="text-muted text-sm">Sibling of {siblings.map(({ label }) => label).join(' and ')}</span>
  )

type FamilyProps = {
  family: readonly WaitingStudent[] | null
  isBusy: boolean
  onOffer: (family: readonly WaitingStudent[]) => void
}

/** Siblings get their seats together, by one click. */
const OfferFamily = ({ family, isBusy, onOffer }: FamilyProps) =>
  family && (
    <Button
      size="small"
      disabled={isBusy}
      aria-label={`Offer ${family.length} seats to ${family.map(({ label }) => label).join(' and ')}`}
      onClick={() => onOffer(family)}
    >
      Offer {family.length} seats
    </Button>
  )

function OfferState({ offer }: Pick<WaitingStudent, 'offer'>) {
  if (!offer) return null
  if (!offer.isOpen) return <Badge tone="gray" label={`Offer ended ${when(offer.until)}`} />
  return <Badge tone="amber" label={`Seat held until ${when(offer.until)}`} />
}
