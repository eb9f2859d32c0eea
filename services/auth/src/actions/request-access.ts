import { randomBytes } from 'node:crypto'
import { days } from '@app/contracts/durations'
import { AppError } from '@app/contracts/errors'
import { type SignInQueue, sealSignInMail } from '@app/mail'
import type { User, UserStore } from '@app/session'

type Deps = {
  users: Pick<UserStore, 'adminEmails' | 'claimAccessRequest' | 'releaseAccessRequest'>
  mail: Pick<SignInQueue, 'sendNotice'>
  sealKey: Buffer
  adminEmails: readonly string[]
  publicOrigin: string
  now?: () => number
}

/** More admins than that need not all hear of it. */
const mostRecipients = 20

/** Tells the admins that somebody would like to be one, once a day for each person; asking again changes nothing. */
export const requestAccess =
  ({ users, mail, sealKey, adminEmails, publicOrigin, now = Date.now }: Deps) =>
  async ({ id, email, role }: User, requestId: string): Promise<void> => {
    if (role === 'admin') throw new AppError('conflict', 'You are an administrator already.')
    if (!(await users.claimAccessRequest(id))) return
    const recipients = [...new Set([...(await users.adminEmails()), ...adminEmails])].slice(0, mostRecipients)
    const at = new Date(now()).toISOString()
    const expiresAt = new Date(now() + days(1)).toISOString()
    const queued = await Promise.all(
      recipients.map((to) => {
        const mailId = randomBytes(16).toString('base64url')
        const request = { kind: 'access_request', to, email, at, dashboardUrl: `${publicOrigin}/admin` } as const
        return mail.sendNotice({
          mailId,
          sealed: sealSignInMail(sealKey, mailId, request),
          expiresAt,
          requestId,
        })
      }),
    )
    if (queued.some(Boolean)) return
    await users.releaseAccessRequest(id)
    throw new AppError('unavailable', 'Your request could not be sent. Please try again shortly.')
  }
