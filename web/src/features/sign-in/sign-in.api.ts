import { AppError } from '@app/contracts/errors'
import { adminStatus, codeRequested, currentUser, done, signedIn } from '@app/contracts/users'
import { request } from '#lib/api'

/** The signed-in user, or null. */
export async function fetchUser() {
  try {
    return await request(currentUser, '/api/users/me', { anonymous: true })
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_signed_in') return null
    throw error
  }
}

/** What the user may do in the dashboard, as it is now. */
export const fetchStatus = () => request(adminStatus, '/api/admin/status', { anonymous: true })

export const requestCode = (email: string) =>
  request(codeRequested, '/api/send-otp', { method: 'POST', anonymous: true, body: { email } })

export const verifyCode = (email: string, otp: string, keep: boolean | undefined) =>
  request(signedIn, '/api/verify-otp', { method: 'POST', anonymous: true, body: { email, otp, keep } })

export const endSession = () => request(done, '/api/logout', { anonymous: true })

/** Emails the admins that this user requests access. */
export const requestAccess = () =>
  request(done, '/api/admin/access-request', { method: 'POST', anonymous: true, body: {} })
