import { normalEmail } from '@app/contracts/entered-line'
import { everything, type Scope } from '@app/record-query'
import { schoolDay } from '@app/school-time/school-day'
import { isMinor, referencedIds } from '@app/table-schema'
import type { SelectedRecords } from '../inquiries/selected-records'

/** The ways to reach a person: one email for each address, else by phone. `guardian`: who answers for a minor. */
export type Reach = { emails: { name: string; email: string }[]; guardian: string | null; phone: string | null }

type Row = Readonly<Record<string, unknown>>

/** A class of five hundred with six guardians each. */
const maxGuardians = 6_000
const guardianFields = ['name', 'email', 'phone']
/** The fields of a student that tell how to reach them. */
export const studentFields = ['name', 'email', 'phone', 'guardians', 'birth_date']
export const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '')

/** An address of a record, in the form in which addresses are compared. */
export const addressIn = ({ email }: Row) => normalEmail(textOf(email))

/**
 * The ways to reach these students: an adult themselves, a minor by all guardians. A minor whose guardians are not known yet is written
 * to as before, so that no cancellation goes to nobody.
 *
 * @param scope of the author, which holds these students. Guardians outside it are named, as labels are, and nothing else of them is read
 */
export async function reachStudents(
  select: SelectedRecords,
  students: readonly Row[],
  scope: Scope,
  today = schoolDay(),
): Promise<(student: Row) => Reach> {
  const minors = students.filter((one) => isMinor(one, today))
  const ids = [...new Set(minors.flatMap(({ guardians }) => referencedIds(guardians)))]
  const read = async (fields: string[], within: Scope) =>
    ids.length === 0 ? [] : select('guardians', { ids }, fields, maxGuardians, within)
  const reach = scope.reach('guardians')
  const [named, seen] = await Promise.all([
    reach === 'all' ? [] : read(['name'], everything),
    reach === 'none' ? [] : read(guardianFields, scope),
  ])
  const known = new Map<string, Row>([...named, ...seen].map((row) => [String(row['_id']), row]))
  return (student) => {
    const own = addressIn(student)
    const name = textOf(student['name'])
    const phone = textOf(student['phone']) || null
    const alone: Reach = { emails: own ? [{ name, email: own }] : [], guardian: null, phone }
    if (!isMinor(student, today)) return alone
    const guardians = referencedIds(student['guardians'])
      .map((id) => known.get(id))
      .filter((one) => one !== undefined)
    if (guardians.length === 0) return alone
    const emails = guardians.flatMap((one) => {
      const email = addressIn(one)
      return email ? [{ name: textOf(one['name']) || name, email }] : []
    })
    const called = guardians.find((one) => textOf(one['phone']))
    return {
      emails,
      guardian: textOf((called ?? guardians[0]!)['name']) || null,
      phone: textOf(called?.['phone']) || phone,
    }
  }
}
