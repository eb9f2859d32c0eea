import { randomBytes } from 'node:crypto'
import { days } from '@app/contracts/durations'
import { type SignInQueue, sealSignInMail } from '@app/mail'
import type { User } from '@app/session'
import type { KnownDeviceStore } from './known-device'

type Deps = {
  devices: Pick<KnownDeviceStore, 'remember'>
  mail: Pick<SignInQueue, 'sendNotice'>
  sealKey: Buffer
  publicOrigin: string
  now?: () => number
}

/** Remembers the device of a sign-in, and mails an admin whose account has not used it before. */
export const notifyNewDevice =
  ({ devices, mail, sealKey, publicOrigin, now = Date.now }: Deps) =>
  async (
    { id, email, role }: User,
    deviceId: string,
    from: { device: string; address: string },
    requestId: string,
  ): Promise<void> => {
    const isNew = await devices.remember(id, deviceId)
    if (!isNew || role !== 'admin') return
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

export type NotifyNewDevice = ReturnType<typeof notifyNewDevice>
