import { minutes } from '@app/contracts/durations'
import type { TableSchema } from '@app/table-schema/schema'

type Occupying = { id: string | undefined; place: string; start: number; end: number; people: number }

/** The people that a place has room for at one time; undefined where nothing was set. */
export function capacityOf(schema: TableSchema | undefined, place: unknown): number | undefined {
  const { enum: options = [], enumCapacities = [] } = schema?.properties['place'] ?? {}
  return enumCapacities[options.indexOf(place as string)] ?? undefined
}

/** A lesson from the values of its record; undefined for one that is canceled, or without a start or a place. */
export function occupyingFrom(values: Readonly<Record<string, unknown>>): Occupying | undefined {
  const { id, place, starts_at, minutes: length, seats, students, cancelled } = values
  const start = typeof starts_at === 'string' ? Date.parse(starts_at) : Number.NaN
  if (cancelled === true || Number.isNaN(start) || typeof place !== 'string' || place === '') return undefined
  const booked = Array.isArray(students) ? students.length : 0
  return {
    id: typeof id === 'string' ? id : undefined,
    place,
    start,
    end: start + minutes(Number(length) || 0),
    // Seats are offered to people who may still come.
    people: Math.max(Number(seats) || 0, booked),
  }
}

/** The most people at the place at any moment of a lesson, itself included. */
export function mostAtOnce(lesson: Occupying, others: readonly Occupying[]): number {
  const here = others.filter(
    ({ id, place, start, end }) =>
      place === lesson.place && id !== lesson.id && start < lesson.end && lesson.start < end,
  )
  // The number grows only when a lesson begins.
  const moments = [lesson.start, ...here.map(({ start }) => start).filter((start) => start > lesson.start)]
  const at = (moment: number) =>
    here.filter(({ start, end }) => start <= moment && moment < end).reduce((sum, { people }) => sum + people, 0)
  return lesson.people + Math.max(...moments.map(at))
}

/** The number of people at one time where the place has room for fewer. */
export function overCapacity(
  lesson: Occupying | undefined,
  others: readonly Occupying[],
  capacity: number | undefined,
): number | undefined {
  if (!lesson || capacity === undefined) return undefined
  const most = mostAtOnce(lesson, others)
  return most > capacity ? most : undefined
}

/** `20 seats at one time, room for 12`. */
export const overCapacityText = (most: number, capacity: number) => `${most} seats at one time, room for ${capacity}`
