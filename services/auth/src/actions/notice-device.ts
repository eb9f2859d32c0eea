import { randomBytes } from 'node:crypto'
import { days } from '@app/contracts/durations'
import { type SignInQueue, sealSignInMail } from '@app/mail'
import type { User, UserStore } from '@app/session'

type Deps = {
  users: Pick<UserStore, 'meetDevice'>
  mail: Pick<SignInQueue, 'sendNotice'>
  sealKey: Buffer
  publicOrigin: string
  now?: () => number
}

/** Mails an admin whose account signed in from a browser it has not used before. */
export const noticeDevice =
  ({ users, mail, sealKey, publicOrigin, now = Date.now }: Deps) =>
  async ({ id, email, role }: User, from: { device: string; address: string }, requestId: string): Promise<void> => {
    if (role !== 'admin' || !(await users.meetDevice(id, from.device))) return
    const mailId = randomBytes(16).toString('base64url')
    const notice = {
      kind: 'new_device',
      to: email,
      at: new Date(now()).toISOString(),
      ...from,
      sessionsUrl: `${publicOrigin}/admin/sessions`,
    } as const
    const expiresAt = new Date(now() + days(1)).toISOString()
    await mail.sendNotice({ mailId, sealed: sealSignInMail(sealKey, mailId, notice), expiresAt, requestId })
  }

export type NoticeDevice = ReturnType<typeof noticeDevice>
