import { AppError } from '@app/contracts/errors'
import { lessonOf, readWaiting } from '@app/contracts/lessons'
import type { TableRecord } from '@app/contracts/tables'
import type { WaitingStudent } from '@app/contracts/today'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { callApi } from '#lib/call-api'
import { currentRecord, updateRecord } from '#lib/records'
import { useToast, useUndo } from '#ui/toast'

/**
 * The facts that a change of a lesson's students depends on. `held`: students of the waiting list for whom a seat is held. `version` is the
 * `updated_at` that it was read with.
 */
export type Seating = {
  students: readonly string[]
  waiting: readonly string[]
  held: readonly string[]
  /** Students who may make up the lesson in another one. */
  makeUps: readonly string[]
  /** Students whose make-up lesson is booked. */
  madeUp: readonly string[]
  seats: number
  version: string | null
}

export function seatingFrom(record: TableRecord, held: readonly string[] = []): Seating {
  const { students, waiting, makeUps, madeUp, seats, version } = lessonOf(record)
  return { students, waiting, held, makeUps, madeUp, seats, version }
}

export const heldFor = (waiting: readonly WaitingStudent[]): string[] =>
  waiting.filter(({ offer }) => offer?.isOpen).map(({ id }) => id)

/** Seats that are held for others than this student. */
const heldSeats = ({ students, waiting, held }: Seating, apartFrom?: string): number =>
  held.filter((id) => id !== apartFrom && waiting.includes(id) && !students.includes(id)).length

export const freeSeats = (given: Seating): number => Math.max(0, given.seats - given.students.length - heldSeats(given))

/** `7 of 8 seats are taken, 1 is held`. */
export function takenText(given: Seating): string {
  const held = heldSeats(given)
  const taken = `${given.students.length} of ${given.seats}`
  return held > 0 ? `${taken}, ${held} held` : taken
}

/** @throws AppError with status 409 when the lesson was changed since `version` */
async function saveSeating(lesson: string, change: object, { version, held }: Seating): Promise<Seating> {
  return seatingFrom(await updateRecord('lessons', lesson, change, version), held)
}

/** The saved seating, from a 409 of `saveSeating`. */
async function currentSeating(lesson: string, error: unknown): Promise<Seating | undefined> {
  const record = currentRecord(error)
  if (!record) return undefined
  const current = seatingFrom(record)
  if (current.waiting.length === 0) return current
  // Perhaps a seat was offered meanwhile.
  const { waiting } = await callApi(readWaiting, { params: { id: lesson } })
  return { ...current, held: heldFor(waiting) }
}

/**
 * One step that a person takes: it is applied to whatever the lesson is by then. `wait`, `leave`: the waiting list; `owe`, `waive`,
 * `book`: who may make up the lesson in another one, no longer may, or has it booked. `at`: the place in the list, from 0; else the end.
 */
export type SeatingChange =
  | { add: string; at?: number }
  | { remove: string }
  | { wait: string; at?: number }
  | { leave: string }
  | { owe: readonly string[] }
  | { waive: string }
  | { book: string }
  | { oneMoreSeat: true }

const maxAttempts = 4

/** A make-up is no longer owed: it was booked meanwhile, or removed. */
export class MakeUpNotOwed extends AppError {
  readonly isBooked: boolean
  constructor(isBooked: boolean) {
    super('conflict', `Another person has ${isBooked ? 'booked' : 'removed'} this make-up lesson.`)
    this.isBooked = isBooked
  }
}

const without = (ids: readonly string[], id: string) => ids.filter((each) => each !== id)
const placed = (ids: readonly string[], id: string, at = ids.length) => ids.toSpliced(at, 0, id)

/** The step that undoes a removal, by the seating before it; undefined for every other step, and when there was nothing to remove. */
function undoOf(change: SeatingChange, { students, waiting, makeUps }: Seating): SeatingChange | undefined {
  if ('remove' in change && students.includes(change.remove))
    return { add: change.remove, at: students.indexOf(change.remove) }
  if ('leave' in change && waiting.includes(change.leave))
    return { wait: change.leave, at: waiting.indexOf(change.leave) }
  if ('waive' in change && makeUps.includes(change.waive)) return { owe: [change.waive] }
  return undefined
}

function fullError({ students, seats }: Seating, held: number) {
  const taken = `This lesson is full: ${students.length} of ${seats} seats are taken`
  return new AppError('conflict', held > 0 ? `${taken}, and ${held} held for the waiting list.` : `${taken}.`)
}

/** The fields to write; nothing when another person has done the same already. */
function fieldsFor(seating: Seating, change: SeatingChange): object | undefined {
  const { students, waiting, makeUps, madeUp, seats } = seating
  const owedApartFrom = (id: string) => {
    const left = without(makeUps, id)
    // Empty, so that the list of lessons with make-ups no longer has it.
    return left.length > 0 ? left : null
  }
  if ('oneMoreSeat' in change) return { seats: seats + 1 }
  if ('remove' in change)
    return students.includes(change.remove) ? { students: without(students, change.remove) } : undefined
  if ('leave' in change) return waiting.includes(change.leave) ? { waiting: without(waiting, change.leave) } : undefined
  if ('owe' in change) {
    const added = change.owe.filter((id) => !makeUps.includes(id))
    return added.length > 0 ? { make_ups: [...makeUps, ...added] } : undefined
  }
  if ('waive' in change) return makeUps.includes(change.waive) ? { make_ups: owedApartFrom(change.waive) } : undefined
  if ('book' in change) {
    const { book } = change
    if (!makeUps.includes(book)) throw new MakeUpNotOwed(madeUp.includes(book))
    return { make_ups: owedApartFrom(book), made_up: [...without(madeUp, book), book] }
  }
  if ('wait' in change) {
    const isKnown = waiting.includes(change.wait) || students.includes(change.wait)
    return isKnown ? undefined : { waiting: placed(waiting, change.wait, change.at) }
  }
  const { add } = change
  if (students.includes(add)) return undefined
  const held = heldSeats(seating, add)
  if (students.length + held >= seats) throw fullError(seating, held)
  return {
    students: placed(students, add, change.at),
    ...(waiting.includes(add) && { waiting: without(waiting, add) }),
  }
}

/**
 * Saves one step. When the lesson was changed meanwhile, the step is repeated on what it is now, which `onCurrent`
 * receives; the last seat goes to one of two people. Resolves with what it was last told when there was nothing to write.
 * @throws AppError `conflict` when no seat is left, MakeUpNotOwed when there is none to book
 */
export async function changeSeating(
  lesson: string,
  from: Seating,
  change: SeatingChange,
  onCurrent: (seating: Seating) => void,
): Promise<Seating> {
  let seating = from
  for (let attempt = 1; ; attempt++) {
    const fields = fieldsFor(seating, change)
    if (!fields) return seating
    try {
      return await saveSeating(lesson, fields, seating)
    } catch (error) {
      const current = await currentSeating(lesson, error)
      if (!current || attempt === maxAttempts) throw error
      seating = current
      onCurrent(current)
    }
  }
}

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
  const showToast = useToast()
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
