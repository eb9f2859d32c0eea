import { seconds } from '@app/contracts/durations'
import { normalEmail } from '@app/contracts/entered-line'
import { invalidField } from '@app/contracts/errors'
import {
  type AudienceTable,
  type MailingDraft,
  type MailingStarted,
  mailingTable,
  maxRecipients,
} from '@app/contracts/mailings'
import { isObjectId } from '@app/contracts/object-id'
import { type Scope, withinScope } from '@app/record-query'
import { schoolDay } from '@app/school-time/school-day'
import { referencedIds } from '@app/table-schema'
import { type Db, type Document, ObjectId } from 'mongodb'
import type { MailAddresses } from '../addresses/mail-addresses'
import type { SelectedRecords } from '../inquiries/selected-records'
import { addressIn, type Reach, reachStudents, studentFields, textOf } from './reach-students'

const maxTimeMS = seconds(2)
/** Of each address. A family has fewer; an address that stands in many records says nothing about who wrote. */
const maxRecords = 20

const named = ({ guardians }: Document): string[] => [guardians].flat().filter((id) => typeof id === 'string')

/** Reads which addresses belong to one family: those of a guardian, of the students and of their other guardians. */
export const familyAddresses = (db: () => Pick<Db, 'collection'>) => {
  const read = async (
    table: string,
    filter: object,
    field: string,
    { scope, limit }: { scope: Scope; limit: number },
  ) =>
    db()
      .collection(table)
      .find(await withinScope(scope, table, filter), { projection: { [field]: 1, email: 1 }, limit, maxTimeMS })
      .toArray()

  /** By the address of a guardian, the other addresses of the family, in the records that the scope holds. */
  async function families(addresses: readonly string[], scope: Scope): Promise<ReadonlyMap<string, string[]>> {
    if (addresses.length === 0) return new Map()
    const within = { scope, limit: maxRecords * addresses.length }
    const guardians = await read('guardians', { email: { $in: [...addresses] } }, 'name', within)
    if (guardians.length === 0) return new Map()
    const ids = guardians.map(({ _id }) => String(_id))
    const students = await read('students', { guardians: { $in: ids } }, 'guardians', within)
    const rest = new Set(students.flatMap(named).filter((id) => isObjectId(id) && !ids.includes(id)))
    const restIds = [...rest].map((id) => new ObjectId(id))
    const also = rest.size === 0 ? [] : await read('guardians', { _id: { $in: restIds } }, 'name', within)
    // One of them may have so many that nothing was read for another.
    if (addresses.length > 1 && [guardians, students, also].some(({ length }) => length === within.limit))
      return new Map((await Promise.all(addresses.map((one) => families([one], scope)))).flatMap((each) => [...each]))
    const byId = new Map([...guardians, ...also].map((one) => [String(one._id), one]))
    return new Map(
      addresses.map((address) => {
        const records = guardians.filter(({ email }) => email === address).slice(0, maxRecords)
        const own = records.map(({ _id }) => String(_id))
        const children = students
          .filter((student) => named(student).some((id) => own.includes(id)))
          .slice(0, maxRecords)
        const others = children
          .flatMap(named)
          .filter((id) => !own.includes(id))
          .slice(0, maxRecords)
        const found = [...children, ...others.flatMap((id) => byId.get(id) ?? [])]
        const emails = found.flatMap(({ email }) => (typeof email === 'string' ? (normalEmail(email) ?? []) : []))
        return [address, [...new Set(emails)].filter((one) => one !== address)]
      }),
    )
  }
  return families
}

export type FamilyAddresses = ReturnType<typeof familyAddresses>

export type Recipient = { name: string; email: string }
type Unreachable = MailingStarted['withoutAddress'][number]
export type Recipients = {
  recipients: Recipient[]
  withoutAddress: Unreachable[]
  /** The names of the people whom an address stands for, such as siblings. */
  namesOf?: ReadonlyMap<string, readonly string[]>
  /** Those whom the recipients stand for: one person of each household, and its addresses. */
  households?: readonly Household[]
}
type Household = { person: Unreachable; emails: string[] }
type Audience = Pick<MailingDraft, 'about' | 'to'>

/** Lessons of a mailing, at most. */
const maxAbout = 1_000
/** The field of a lesson that names them. */
const fieldOf: Record<AudienceTable, string> = { students: 'students', instructors: 'instructor' }
const instructorFields = ['name', 'email', 'phone']

const reachInstructor = (person: Readonly<Record<string, unknown>>): Reach => {
  const email = addressIn(person)
  return {
    emails: email ? [{ name: textOf(person['name']), email }] : [],
    guardian: null,
    phone: textOf(person['phone']) || null,
  }
}

/**
 * The people a mailing goes to, of those whom its author may see, each address once: siblings share the mail to their guardian. To an
 * author who may not see guardians minors are listed, by the label of theirs.
 * @throws AppError `invalid_input` when there are too many
 */
export function findRecipients(select: SelectedRecords, addresses: Pick<MailAddresses, 'find'>, now = Date.now) {
  const refuse = (message: string) => invalidField('to', message)

  /** The ids that the lessons name, by table. */
  async function named(about: MailingDraft['about'], to: readonly AudienceTable[], scope: Scope) {
    const lessons = await select(
      mailingTable,
      about,
      to.map((table) => fieldOf[table]),
      maxAbout,
      scope,
    )
    return (table: AudienceTable) => [...new Set(lessons.flatMap((lesson) => referencedIds(lesson[fieldOf[table]])))]
  }

  return async ({ about, to }: Audience, scope: Scope): Promise<Recipients> => {
    const tables = [...new Set(to)]
    const idsIn = about.table === mailingTable ? await named(about, tables, scope) : undefined
    const addressed = new Map<string, Recipient>()
    /** Those with the same addresses are one household: one of them is called. */
    const reached = new Map<string, Household>()
    const withoutAddress: Unreachable[] = []
    const namesOf = new Map<string, string[]>()
    for (const table of tables) {
      const ids = idsIn?.(table)
      const most = maxRecipients * 2
      if (ids && ids.length > most) throw refuse(`A mailing can have ${maxRecipients} recipients at most.`)
      const fields = table === 'students' ? studentFields : instructorFields
      const people = ids?.length === 0 ? [] : await select(table, ids ? { ids } : about, fields, most, scope)
      const reach =
        table === 'students' ? await reachStudents(select, people, scope, schoolDay(now())) : reachInstructor
      for (const person of people) {
        const { emails, guardian, phone } = reach(person)
        const name = textOf(person['name'])
        const unreachable = { table, id: String(person['_id']), name, guardian, phone }
        if (emails.length === 0) withoutAddress.push(unreachable)
        for (const one of emails) {
          namesOf.set(one.email, [...(namesOf.get(one.email) ?? []), name])
          if (!addressed.has(one.email)) addressed.set(one.email, one)
        }
        const key = emails
          .map(({ email }) => email)
          .toSorted()
          .join(' ')
        if (key && !reached.has(key))
          reached.set(key, { person: unreachable, emails: emails.map(({ email }) => email) })
      }
    }
    const suppressed = new Map((await addresses.find([...addressed.keys()])).map((one) => [one.email, one]))
    for (const email of suppressed.keys()) addressed.delete(email)
    const isReached = ({ emails }: Household) => emails.some((email) => !suppressed.has(email))
    const households = [...reached.values()]
    for (const { person, emails } of households.filter((one) => !isReached(one)))
      withoutAddress.push({ ...person, suppressed: suppressed.get(emails[0]!)! })
    if (addressed.size > maxRecipients) throw refuse(`A mailing can have ${maxRecipients} recipients at most.`)
    return {
      recipients: [...addressed.values()],
      withoutAddress,
      namesOf,
      households: households.filter(isReached),
    }
  }
}

export type FindRecipients = ReturnType<typeof findRecipients>
