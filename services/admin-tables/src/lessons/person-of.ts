import type { LessonPerson, RosterGuardian } from '@app/contracts/today'
import { badgesOf, isMinor, referencedIds, type TableSchema } from '@app/table-schema'
import { optionName, type PersonRow } from './lesson-days'

/** The fields of a student, and of a guardian, that say whom to call. */
export const contactFields = ['name', 'phone', 'birth_date', 'guardians']
export const guardianFields = ['name', 'phone', 'relation', 'second_contact', 'pickup_note']

export const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
export const textOrNull = (value: unknown) => textOf(value) || null
const deleted = (id: string): LessonPerson => ({ id, label: 'Deleted record', phone: null, badges: [], deleted: true })

type KnownGuardians = {
  rows: ReadonlyMap<string, PersonRow>
  table: TableSchema | undefined
  /** Without it only their names are shown. */
  maySee: boolean
}

/** The guardians of a student who is a minor on this day. */
export function guardiansOf(row: PersonRow | undefined, { rows, table, maySee }: KnownGuardians, day: string) {
  if (!row || !isMinor(row, day)) return []
  const shown = (value: unknown) => (maySee ? textOrNull(value) : null)
  return referencedIds(row['guardians']).flatMap((id): RosterGuardian[] => {
    const one = rows.get(id)
    if (!one) return []
    return [
      {
        name: textOf(one['name']),
        relation: maySee ? optionName(table, 'relation', one['relation']) : '',
        phone: shown(one['phone']),
        secondContact: shown(one['second_contact']),
        pickupNote: shown(one['pickup_note']),
      },
    ]
  })
}

type About = {
  table: TableSchema | undefined
  day: string
  showContact: boolean
  guardians?: readonly RosterGuardian[]
}

/** A person of a lesson; phone and badges only of whom the user may see. A minor's phone is the guardian's. */
export function personOf(
  id: string,
  row: PersonRow | undefined,
  { table, day, showContact, guardians = [] }: About,
): LessonPerson {
  if (!row) return deleted(id)
  const called = showContact ? guardians.find(({ phone }) => phone !== null) : undefined
  return {
    id,
    label: textOf(row['name']),
    phone: called?.phone ?? (showContact ? textOrNull(row['phone']) : null),
    ...(called && { phoneOf: called.name }),
    badges: table && showContact ? badgesOf(table, row, day) : [],
  }
}
