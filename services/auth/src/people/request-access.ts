import { days } from '@app/contracts/durations'
import { AppError, conflict } from '@app/contracts/errors'
import { type SignInQueue, signInMailJob } from '@app/mail'
import type { User } from '@app/session'
import { userModel } from '@app/session/models/user'
import type { Connection } from 'mongoose'
import type { AccountStore } from './account'

/** At most one request for access per user and day. */
const pause = days(1)

export function accessRequestStore(connection: Connection, now = () => new Date()) {
  const users = userModel(connection)
  return {
    /** Claims today's request; `false` when there was one within a day. */
    async claim(id: string): Promise<boolean> {
      const at = now()
      const due = new Date(at.getTime() - pause)
      const { modifiedCount } = await users.updateOne(
        { _id: id, $or: [{ access_requested_at: null }, { access_requested_at: { $lte: due } }] },
        { $set: { access_requested_at: at } },
        { timestamps: false },
      )
      return modifiedCount === 1
    },

    /** Releases the claim after a failure to queue any mail. */
    async release(id: string): Promise<void> {
      await users.updateOne({ _id: id }, { $unset: { access_requested_at: 1 } }, { timestamps: false })
    },
  }
}

type AccessRequestStore = ReturnType<typeof accessRequestStore>

type Deps = {
  accounts: Pick<AccountStore, 'adminEmails'>
  accessRequests: AccessRequestStore
  mail: Pick<SignInQueue, 'sendNotice'>
  sealKey: Buffer
  adminEmails: readonly string[]
  publicOrigin: string
  now?: () => number
}

/** A request is mailed to this many admins at most. */
const maxRecipients = 20

/** Mails the admins that a user requests access, once a day per user; further requests change nothing. */
export const requestAccess =
  ({ accounts, accessRequests, mail, sealKey, adminEmails, publicOrigin, now = Date.now }: Deps) =>
  async ({ id, email, role }: User, requestId: string): Promise<void> => {
    if (role !== 'user') throw conflict('You have access already.')
    if (!(await accessRequests.claim(id))) return
    const recipients = [...new Set([...(await accounts.adminEmails()), ...adminEmails])].slice(0, maxRecipients)
    const at = new Date(now()).toISOString()
    const dashboardUrl = `${publicOrigin}/admin/people?invite=${encodeURIComponent(email)}`
    const queued = await Promise.all(
      recipients.map((to) => {
        const request = { kind: 'access_request', to, email, at, dashboardUrl } as const
        return mail.sendNotice(signInMailJob(sealKey, request, { until: now() + days(1), requestId }))
      }),
    )
    if (queued.some(Boolean)) return
    await accessRequests.release(id)
    throw new AppError('unavailable', 'Your request could not be sent. Please try again shortly.')
  }

export type RequestAccess = ReturnType<typeof requestAccess>
