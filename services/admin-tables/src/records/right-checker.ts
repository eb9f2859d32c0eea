import { mayUse, type UserStore } from '@app/session'
import type { HasRight } from './write'

/** Whether a user has a right at this moment, for work that continues without a session. */
export const rightChecker =
  (users: Pick<UserStore, 'find'>): HasRight =>
  async (id, table, right) => {
    const user = await users.find(id)
    return user !== undefined && !user.disabled && mayUse(user, table, right)
  }
