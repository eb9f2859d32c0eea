import type { TableRecord } from '@app/contracts/tables'
import { schoolDay } from '@app/school-time/school-day'
import { ageOn, dayOf } from '@app/table-schema/conditions'
import { dateText } from '#lib/school-time'

/** The whole years since a date of birth; undefined without one, and before it. */
function ageFrom(birth: unknown): number | undefined {
  const day = dayOf(birth)
  const age = day && ageOn(day, schoolDay())
  return typeof age === 'number' && age >= 0 ? age : undefined
}

/** A date of birth with the age next to it. */
export function BirthDate({ record }: { record: TableRecord }) {
  const day = dayOf(record['birth_date'])
  const age = ageFrom(day)
  if (!day) return String(record['birth_date'] ?? '')
  return age === undefined ? dateText(day) : `${dateText(day)} (age ${age})`
}

/** The age while a date of birth is typed. */
export function AgeNote({ values }: { values: Readonly<Record<string, unknown>> }) {
  const age = ageFrom(values['birth_date'])
  return age !== undefined && <p className="text-muted">Age {age}</p>
}
