import type { TableRecord } from '@app/contracts/tables'
import * as v from 'valibot'
import { currentRecord, updateRecord } from '#lib/records'

/** What the list of a lesson's students depends on. `version` is the `updated_at` that it was read with. */
export type Seating = { students: readonly string[]; seats: number; version: string | null }

const seating = v.object({
  students: v.fallback(v.array(v.string()), []),
  seats: v.fallback(v.number(), 0),
  updated_at: v.fallback(v.nullable(v.string()), null),
})

export function seatingFrom(record: TableRecord): Seating {
  const { students, seats, updated_at } = v.parse(seating, record)
  return { students, seats, version: updated_at }
}

/** @throws AppError with status 409 when the lesson was changed since `version` */
export async function saveSeating(lesson: string, change: object, version: string | null): Promise<Seating> {
  return seatingFrom(await updateRecord('lessons', lesson, change, version))
}

/** What is saved now, from a 409 of `saveSeating`. */
export function currentSeating(error: unknown): Seating | undefined {
  const record = currentRecord(error)
  return record && seatingFrom(record)
}
