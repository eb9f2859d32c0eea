import type { RightLevel } from '@app/contracts/policy'
import { peopleTable } from '@app/contracts/policy'
import type { Role } from '@app/contracts/users'
import { mayUse, ownAccess, type SessionStore, type UserStore } from '@app/session'
import type { WholeRecord } from './record-writer'

export type HasRight = (userId: string, table: string, right: RightLevel) => Promise<boolean>

/** True if a user has a right at this moment, for work that continues without a session. */
export const rightChecker =
  (users: Pick<UserStore, 'find'>): HasRight =>
  async (id, table, right) => {
    const user = await users.find(id)
    return user !== undefined && !user.disabled && mayUse(user, table, right)
  }

/** The credentials of a stored user. Neither the trash nor a restored user has them. */
const credentials: ReadonlySet<string> = new Set(['known_devices', 'oidc_issuer', 'oidc_subject'])

/** A record for the trash, or out of it: a person returns without what they signed in with. */
export const withoutCredentials = (table: string, record: WholeRecord): WholeRecord =>
  table === peopleTable ? Object.fromEntries(Object.entries(record).filter(([name]) => !credentials.has(name))) : record

type By = { id: string }

/** Changes roles. A user who loses a role, or is removed, is signed out everywhere. */
export const userRights = ({
  users,
  sessions,
}: {
  users: Pick<UserStore, 'setRole' | 'remove'>
  sessions: Pick<SessionStore, 'endAll'>
}) => ({
  /** @throws AppError `conflict` for oneself, the last admin, and an address of `ADMIN_EMAILS` */
  async setRole(by: By, id: string, role: Role): Promise<void> {
    if (by.id === id) throw ownAccess()
    await users.setRole(id, role)
    if (role !== 'admin') await sessions.endAll(id)
  },

  /** `false` when there is no such user. @throws AppError `conflict` as for `setRole` */
  async remove(by: By, id: string): Promise<boolean> {
    if (by.id === id) throw ownAccess()
    return users.remove(id)
  },
})

export type UserRights = ReturnType<typeof userRights>
