import { lessonOf, readWaiting } from '@app/contracts/lessons'
import type { TableRecord } from '@app/contracts/tables'
import type { WaitingStudent } from '@app/contracts/today'
import { callApi } from '#lib/call-api'
import { currentRecord, updateRecord } from '#lib/records'

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
export const heldSeats = ({ students, waiting, held }: Seating, apartFrom?: string): number =>
  held.filter((id) => id !== apartFrom && waiting.includes(id) && !students.includes(id)).length

export const freeSeats = (given: Seating): number => Math.max(0, given.seats - given.students.length - heldSeats(given))

/** `7 of 8 seats are taken, 1 is held`. */
export function takenText(given: Seating): string {
  const held = heldSeats(given)
  const taken = `${given.students.length} of ${given.seats}`
  return held > 0 ? `${taken}, ${held} held` : taken
}

/** @throws AppError with status 409 when the lesson was changed since `version` */
export async function saveSeating(lesson: string, change: object, { version, held }: Seating): Promise<Seating> {
  return seatingFrom(await updateRecord('lessons', lesson, change, version), held)
}

/** The saved seating, from a 409 of `saveSeating`. */
export async function currentSeating(lesson: string, error: unknown): Promise<Seating | undefined> {
  const record = currentRecord(error)
  if (!record) return undefined
  const current = seatingFrom(record)
  if (current.waiting.length === 0) return current
  // Perhaps a seat was offered meanwhile.
  const { waiting } = await callApi(readWaiting, { params: { id: lesson } })
  return { ...current, held: heldFor(waiting) }
}
