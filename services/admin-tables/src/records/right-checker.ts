import { mayUse, type UserStore } from '@app/session'
import type { HasRight } from './write'

/** True if a user has a right at this moment, for work that continues without a session. */
export const rightChecker =
  (users: Pick<UserStore, 'find'>): HasRight =>
  async (id, table, right) => {
    const user = await users.find(id)
    return user !== undefined && !user.disabled && mayUse(user, table, right)
  }
