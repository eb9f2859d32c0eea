import { clientAddress } from '@app/service/limits'
import {
  type SessionStore,
  secretHash,
  sessionCookie,
  type TokenSigner,
  type TokenVerifier,
  type User,
} from '@app/session'
import { describeDevice, deviceCookie, type NotifyNewDevice } from './known-device'

type Deps = {
  sessions: Pick<SessionStore, 'create' | 'end'>
  signer: Pick<TokenSigner, 'sign'>
  verify: TokenVerifier
  publicOrigin: string
  notify: NotifyNewDevice
  onError: (error: unknown) => void
}

/** `keep`: signed in for the day instead of 30 minutes of inactivity. Left out, the ended session of the browser decides. */
export type SessionOptions = { requestId: string; keep?: boolean | undefined }

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

export type OpenSession = ReturnType<typeof openSession>
