import { studentOf } from '@app/contracts/student'
import type { TableRecord } from '@app/contracts/tables'
import { schoolDay } from '@app/school-time/school-day'
import { ageOn, dayOf } from '@app/table-schema/conditions'
import { dateText } from '#lib/school-time'
import type { FeatureModule } from '#lib/table-extension'

/** The whole years since a date of birth; undefined without one, and before it. */
function ageFrom(birth: unknown): number | undefined {
  const day = dayOf(birth)
  const age = day && ageOn(day, schoolDay())
  return typeof age === 'number' && age >= 0 ? age : undefined
}

export function BirthDate({ record }: { record: TableRecord }) {
  const day = dayOf(studentOf(record).birthDate)
  const age = ageFrom(day)
  if (!day) return studentOf(record).birthDate
  return age === undefined ? dateText(day) : `${dateText(day)} (age ${age})`
}

export function AgeNote({ values }: { values: Readonly<Record<string, unknown>> }) {
  const age = ageFrom(studentOf(values).birthDate)
  return age !== undefined && <p className="text-muted">Age {age}</p>
}

export const studentsModule: FeatureModule = {
  tables: {
    students: {
      cells: { birth_date: BirthDate },
      details: { birth_date: BirthDate },
      widths: { birth_date: 190 },
      FormNotes: AgeNote,
    },
  },
}
