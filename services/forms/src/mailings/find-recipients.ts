import { normalEmail } from '@app/contracts/email-address'
import { AppError } from '@app/contracts/errors'
import {
  type AudienceTable,
  type MailingDraft,
  type MailingStarted,
  mailingTable,
  maxRecipients,
} from '@app/contracts/mailings'
import type { Scope } from '@app/record-query'
import { ageOn, dayOf, referencedIds } from '@app/table-schema'
import type { MailAddresses } from '../models/mail-addresses'
import type { SelectedRecords } from '../models/selected-records'

export type Recipient = { name: string; email: string }
export type Recipients = { recipients: Recipient[]; withoutAddress: MailingStarted['withoutAddress'] }
type Audience = Pick<MailingDraft, 'about' | 'to'>

/** Lessons of a mailing, at most. */
const maxAbout = 1_000
/** The field of a lesson that names them. */
const fieldOf: Record<AudienceTable, string> = { students: 'students', instructors: 'instructor' }
const personFields = ['name', 'email', 'phone', 'guardian', 'birth_date']
const adult = 18
const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '')

/**
 * The people a mailing goes to, of those whom its author may see, each address once. A minor is addressed by the guardian's name.
 * @throws AppError `invalid_input` when there are too many
 */
export function findRecipients(select: SelectedRecords, addresses: Pick<MailAddresses, 'find'>, now = Date.now) {
  const refuse = (message: string) => new AppError('invalid_input', message, { to: message })

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

  function guardianOf(person: Readonly<Record<string, unknown>>): string {
    const birth = dayOf(person['birth_date'])
    const today = dayOf(new Date(now()).toISOString())!
    return birth !== undefined && ageOn(birth, today) >= adult ? '' : textOf(person['guardian'])
  }

  return async ({ about, to }: Audience, scope: Scope): Promise<Recipients> => {
    const tables = [...new Set(to)]
    const idsIn = about.table === mailingTable ? await named(about, tables, scope) : undefined
    const addressed = new Map<string, Recipient>()
    const reached = new Map<string, Recipients['withoutAddress'][number]>()
    const withoutAddress: Recipients['withoutAddress'] = []
    for (const table of tables) {
      const ids = idsIn?.(table)
      const most = maxRecipients * 2
      if (ids && ids.length > most) throw refuse(`A mailing can have ${maxRecipients} recipients at most.`)
      const people = ids?.length === 0 ? [] : await select(table, ids ? { ids } : about, personFields, most, scope)
      for (const person of people) {
        const email = normalEmail(textOf(person['email']))
        const name = textOf(person['name'])
        const guardian = guardianOf(person)
        const phone = textOf(person['phone']) || null
        const unreachable = { table, id: String(person['_id']), name, guardian: guardian || null, phone }
        if (!email) withoutAddress.push(unreachable)
        else if (!addressed.has(email)) {
          addressed.set(email, { name: guardian || name, email })
          reached.set(email, unreachable)
        }
      }
    }
    for (const suppressed of await addresses.find([...addressed.keys()])) {
      addressed.delete(suppressed.email)
      withoutAddress.push({ ...reached.get(suppressed.email)!, suppressed })
    }
    if (addressed.size > maxRecipients) throw refuse(`A mailing can have ${maxRecipients} recipients at most.`)
    return { recipients: [...addressed.values()], withoutAddress }
  }
}

export type FindRecipients = ReturnType<typeof findRecipients>
