import { getAdminStatus, getCurrentUser, requestAccess as requestCall } from '@app/contracts/account'
import { AppError } from '@app/contracts/errors'
import { sendCode, signOutByLink, verifyCode as verifyCall } from '@app/contracts/sign-in'
import { callApi } from '#lib/call-api'
import { isOfRemovedAccount } from '#lib/session-watch'

const anonymous = true

/** The signed-in user, or null. @throws AppError also for one whose account was removed */
export async function fetchUser() {
  try {
    return await callApi(getCurrentUser, { anonymous })
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_signed_in' && !isOfRemovedAccount(error)) return null
    throw error
  }
}

/** The current rights of the user. */
export const fetchStatus = () => callApi(getAdminStatus, { anonymous })

export const requestCode = (email: string) => callApi(sendCode, { anonymous, body: { email } })

export const verifyCode = (email: string, otp: string, keep: boolean | undefined) =>
  callApi(verifyCall, { anonymous, body: { email, otp, keep } })

export const endSession = () => callApi(signOutByLink, { anonymous })

/** Emails the admins that this user requests access. */
export const requestAccess = () => callApi(requestCall, { anonymous })
