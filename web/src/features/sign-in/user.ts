import { getAdminStatus, getCurrentUser } from '@app/contracts/account'
import { AppError } from '@app/contracts/errors'
import type { CurrentUser } from '@app/contracts/users'
import { createContext, useContext } from 'react'
import { callApi } from '#lib/call-api'
import { isOfRemovedAccount } from '#lib/session-watch'

/** The signed-in user, or null. @throws AppError also for one whose account was removed */
export async function fetchUser() {
  try {
    return await callApi(getCurrentUser, { anonymous: true })
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_signed_in' && !isOfRemovedAccount(error)) return null
    throw error
  }
}

/** The current rights of the user. */
export const fetchStatus = () => callApi(getAdminStatus, { anonymous: true })

/** The signed-in user of a guarded page; the guard provides it. */
export const UserContext = createContext<CurrentUser | null>(null)
export const useUser = () => useContext(UserContext)

/** Loads the signed-in user, or null. @throws AppError with a user-facing text when that fails */
export async function loadUser(): Promise<CurrentUser | null> {
  try {
    return await fetchUser()
  } catch (error) {
    throw new AppError('internal', textOf(error), undefined, { cause: error })
  }
}

/** Loads the user after a login. @throws AppError with a user-facing text when that fails */
export async function refetchUser(): Promise<CurrentUser> {
  const user = await loadUser()
  if (user) return user
  throw new AppError(
    'not_signed_in',
    'This browser did not store the session cookie. Please allow cookies for this site.',
  )
}

function textOf(error: unknown): string {
  if (!(error instanceof AppError)) return 'Failed to fetch user'
  if (isOfRemovedAccount(error)) return error.message
  return error.status ? `Failed to fetch user: API responded with HTTP status ${error.status}` : error.message
}
