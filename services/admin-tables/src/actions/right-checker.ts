import { mayUse, type UserStore } from '@app/session'

/** Whether a user has a right at this moment, for work that continues without a session. */
export const rightChecker =
  (users: Pick<UserStore, 'find'>) =>
  async (id: string, table: string, right: Parameters<typeof mayUse>[2]): Promise<boolean> => {
    const user = await users.find(id)
    return user !== undefined && !user.disabled && mayUse(user, table, right)
  }
