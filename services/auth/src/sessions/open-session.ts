import { days } from '@app/contracts/durations'
import { type SignInQueue, signInMailJob } from '@app/mail'
import { clientAddress } from '@app/service/limits'
import {
  hostCookie,
  newSecret,
  type SessionStore,
  secretHash,
  sessionCookie,
  type TokenSigner,
  type TokenVerifier,
  type User,
} from '@app/session'
import { userModel } from '@app/session/models/user'
import type { Connection } from 'mongoose'

const deviceLife = days(400)

/** Recognizes a browser that was used to sign in before. It grants no access on its own, and outlives the session. */
export function deviceCookie(publicOrigin: string) {
  const cookie = hostCookie('device', publicOrigin, deviceLife)
  const read = (request: Request) => {
    const value = cookie.read(request)
    return value && /^[A-Za-z0-9_-]{43}$/.test(value) ? value : undefined
  }
  return {
    read,
    /** The id of this browser, a new one where it has none, and the line that stores it for another 400 days. */
    renew(request: Request) {
      const id = read(request) ?? newSecret()
      return { id, line: cookie.set(id) }
    },
  }
}

const browsers: [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.* Safari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows NT\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

const matchName = (names: [RegExp, string][], text: string) => names.find(([pattern]) => pattern.test(text))?.[1]

/** "Firefox on Linux", from the User-Agent header and in fixed words only. A hint for people, never proof of a device. */
export function describeDevice(request: Request): string {
  const agent = (request.headers.get('user-agent') ?? '').slice(0, 512)
  const browser = matchName(browsers, agent) ?? 'An unknown browser'
  const system = matchName(systems, agent)
  return system ? `${browser} on ${system}` : browser
}

/** Devices remembered per user; the one remembered first is forgotten first. */
const maxDevices = 20

/** Which browsers a user has signed in from, by the secrets in their device cookies. */
export function knownDeviceStore(connection: Connection) {
  const users = userModel(connection)
  return {
    /** True if the user of this address has signed in from this device before. */
    isKnown: async (email: string, deviceId: string): Promise<boolean> =>
      (await users.exists({ email, known_devices: secretHash(deviceId) })) !== null,

    /** Remembers a device; `true` when it is new to a user who has used others before. */
    async remember(userId: string, deviceId: string): Promise<boolean> {
      const hash = secretHash(deviceId)
      const before = await users
        .findOneAndUpdate(
          { _id: userId, known_devices: { $ne: hash } },
          { $push: { known_devices: { $each: [hash], $slice: -maxDevices } } },
          { timestamps: false },
        )
        .lean()
      return (before?.known_devices?.length ?? 0) > 0
    },
  }
}

export type KnownDeviceStore = ReturnType<typeof knownDeviceStore>

type NoticeDeps = {
  devices: Pick<KnownDeviceStore, 'remember'>
  mail: Pick<SignInQueue, 'sendNotice'>
  sealKey: Buffer
  publicOrigin: string
  now?: () => number
}

/** Remembers the device of a sign-in, and mails an admin whose account has not used it before. */
export const notifyNewDevice =
  ({ devices, mail, sealKey, publicOrigin, now = Date.now }: NoticeDeps) =>
  async (
    { id, email, role }: User,
    deviceId: string,
    from: { device: string; address: string },
    requestId: string,
  ): Promise<void> => {
    const isNew = await devices.remember(id, deviceId)
    if (!isNew || role !== 'admin') return
    const notice = {
      kind: 'new_device',
      to: email,
      at: new Date(now()).toISOString(),
      ...from,
      sessionsUrl: `${publicOrigin}/admin/sessions`,
    } as const
    await mail.sendNotice(signInMailJob(sealKey, notice, { until: now() + days(1), requestId }))
  }

type NotifyNewDevice = ReturnType<typeof notifyNewDevice>

type Deps = {
  sessions: Pick<SessionStore, 'create' | 'end'>
  signer: Pick<TokenSigner, 'sign'>
  verify: TokenVerifier
  publicOrigin: string
  notify: NotifyNewDevice
  onError: (error: unknown) => void
}

/** `keep`: signed in for the day instead of 30 minutes of inactivity. Left out, the ended session of the browser decides. */
type SessionOptions = { requestId: string; keep?: boolean | undefined }

/**
 * Opens a session for a proven user and returns the cookie lines that hand it over. The id is always new; a session that
 * the browser presents ends. An admin is notified of a new device, but no login waits for that or fails with it.
 */
export const openSession = ({ sessions, signer, verify, publicOrigin, notify, onError }: Deps) => {
  const cookie = sessionCookie(publicOrigin)
  const devices = deviceCookie(publicOrigin)
  return async (request: Request, user: User, { requestId, keep }: SessionOptions): Promise<string[]> => {
    const presented = cookie.read(request)
    const old = presented ? await verify(presented) : undefined
    const wasKept = old ? await sessions.end(secretHash(old.sid)) : false
    const description = describeDevice(request)
    const kept = keep ?? (wasKept && old?.sub === user.id)
    const sid = await sessions.create(user.id, description, { kept })
    const device = devices.renew(request)
    const from = { device: description, address: clientAddress(request) }
    void notify(user, device.id, from, requestId).catch(onError)
    return [cookie.set(await signer.sign({ sub: user.id, sid })), device.line]
  }
}
