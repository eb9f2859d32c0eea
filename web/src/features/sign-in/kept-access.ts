import { type CurrentUser, currentUser } from '@app/contracts/users'
import * as v from 'valibot'
import { forgetDays, forgetDaysOfOthers, forgetOutdated, forgetUser, keep, readKept } from '#lib/device-store'
import { keptDays } from '#lib/kept-days'

/** Of the device: it says whose the rest is. */
const key = '/access'
const keptAccess = v.object({ user: currentUser })

/** Who used the dashboard on this device today or yesterday. It decides what is shown without a connection, and no more. */
export const readKeptAccess = async (): Promise<CurrentUser | undefined> => (await readKept(key, keptAccess))?.user

/** Notes who is signed in and may enter the dashboard. */
async function keepAccess(user: CurrentUser) {
  await keep(key, { user }, keptDays().tomorrow)
  await forgetDaysOfOthers()
  await forgetOutdated()
}

/**
 * What the device keeps follows from what the server says. While nobody is signed in, what was kept to be looked at is deleted,
 * and what waits to be sent stays for its user. Of a user who may not enter the dashboard any more nothing stays.
 */
export async function followAccess(user: CurrentUser | undefined, isAllowed: boolean) {
  if (!user) return forgetDays()
  return isAllowed ? keepAccess(user) : forgetUser()
}
