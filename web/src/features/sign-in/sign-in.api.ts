import { AppError } from '@app/contracts/errors'
import { adminStatus, codeRequested, currentUser, signedIn } from '@app/contracts/users'
import * as v from 'valibot'
import { request } from '../../lib/api'

/** Who is signed in; null for nobody. */
export async function fetchUser() {
  try {
    return await request(currentUser, '/api/users/me')
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_signed_in') return null
    throw error
  }
}

export const fetchIsAdmin = async () => (await request(adminStatus, '/api/admin/status')).isAdmin

export const requestCode = (email: string) =>
  request(codeRequested, '/api/send-otp', { method: 'POST', body: { email } })

export const verifyCode = (email: string, otp: string) =>
  request(signedIn, '/api/verify-otp', { method: 'POST', body: { email, otp } })

export const endSession = () => request(v.object({ success: v.boolean() }), '/api/logout')
