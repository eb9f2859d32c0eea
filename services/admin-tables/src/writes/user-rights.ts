import type { Role } from '@app/contracts/users'
import type { SessionStore, UserStore } from '@app/session'

/** The table whose records are people who sign in: rights and removal go by the rules of the sign-in. */
export const usersTable = 'users'

/** Changes roles. A user who loses a role, or is removed, is signed out everywhere. */
export const userRights = ({
  users,
  sessions,
}: {
  users: Pick<UserStore, 'setRole' | 'remove'>
  sessions: Pick<SessionStore, 'endAll'>
}) => ({
  /** @throws AppError `conflict` for the last admin */
  async setRole(id: string, role: Role): Promise<void> {
    await users.setRole(id, role)
    if (role !== 'admin') await sessions.endAll(id)
  },

  /** `false` when there is no such user. @throws AppError `conflict` for the last admin */
  async remove(id: string): Promise<boolean> {
    const removed = await users.remove(id)
    await sessions.endAll(id)
    return removed
  },
})

export type UserRights = ReturnType<typeof userRights>
