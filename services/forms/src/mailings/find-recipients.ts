import { invalidField } from '@app/contracts/errors'
import {
  type AudienceTable,
  type MailingDraft,
  type MailingStarted,
  mailingTable,
  maxRecipients,
} from '@app/contracts/mailings'
import type { Scope } from '@app/record-query'
import { schoolDay } from '@app/school-time/school-day'
import { referencedIds } from '@app/table-schema'
import type { MailAddresses } from '../addresses/mail-addresses'
import type { SelectedRecords } from '../inquiries/selected-records'
import { addressIn, type Reach, reachStudents, studentFields, textOf } from './reach-students'

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
