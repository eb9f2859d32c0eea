import type { Colleague } from '@app/contracts/inbox'
import { inquiryTable } from '@app/contracts/inquiries'
import { mayUse } from '@app/contracts/policy'
import type { TableRights } from '@app/contracts/users'
import type { Collection, Document } from 'mongodb'

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
