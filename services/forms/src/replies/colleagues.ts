import { invalidField } from '@app/contracts/errors'
import type { Colleague } from '@app/contracts/inbox'
import { inquiryTable } from '@app/contracts/inquiries'
import { mayUse, type RightsHolder } from '@app/contracts/policy'
import { undoSendTime } from '@app/contracts/replies'
import type { TableRights } from '@app/contracts/users'
import { schoolDay } from '@app/school-time/school-day'
import type { Collection, Document } from 'mongodb'
import { outgoingMail } from '../inquiries/outgoing-mail'
import type { InquiryMail } from '../inquiries/submission-document'

/** Finds a person who can sign in. */
export type FindPerson = (id: string) => Promise<(RightsHolder & { disabled?: true }) | undefined>

/** @throws AppError `invalid_input` for a person who may not see inquiries */
export async function checkAssignee(find: FindPerson, id: string): Promise<void> {
  const person = await find(id)
  if (person && !person.disabled && mayUse(person, inquiryTable, 'view')) return
  throw invalidField('person', 'This person may not see inquiries.')
}

/** The person who assigns, and the number of other inquiries at the same time. */
export type Assigner = { id: string; email: string; requestId: string; more?: number }

/**
 * Tells a colleague that they take care of an inquiry. Its Message-ID is that of the day at the school, so whoever gets the same inquiry
 * again on that day is told once.
 */
export function assignmentMail(
  inquiry: string,
  to: { id: string; email: string },
  { email: by, requestId, more = 0 }: Assigner,
  { mailDomain, at }: { mailDomain: string; at: Date },
): InquiryMail {
  const name = `assignment-${schoolDay(at.getTime())}-${to.id}`
  const mail = outgoingMail(
    { documentId: inquiry, kind: 'assignment', to: to.email, name },
    { mailDomain, at, requestId },
  )
  return { ...mail, due_at: new Date(at.getTime() + undoSendTime), assigned: { by, more } }
}

const maxColleagues = 200

const localPart = (email: string) => email.slice(0, email.indexOf('@')).toLowerCase()

/** Everyone who may see inquiries, by name. A handle that two people would share is the whole address of each. */
export const colleagueStore = (users: () => Collection) => ({
  async list(): Promise<Colleague[]> {
    const found = await users()
      .find(
        { disabled: { $ne: true }, role: { $in: ['admin', 'staff'] } },
        { projection: { email: 1, name: 1, role: 1, rights: 1 }, maxTimeMS: 2_000 },
      )
      .sort({ email: 1 })
      .limit(maxColleagues)
      .toArray()
    const holder = ({ role, rights }: Document) => ({ role, rights: (rights ?? {}) as TableRights, exports: [] })
    const people = found.filter((one) => mayUse(holder(one), inquiryTable, 'view'))
    const shared = (email: string) => people.filter((one) => localPart(one['email']) === localPart(email)).length > 1
    return people.map(({ _id, email, name }) => ({
      id: String(_id),
      name: name || localPart(email),
      email,
      handle: shared(email) ? email : localPart(email),
    }))
  },
})

export type ColleagueStore = ReturnType<typeof colleagueStore>
