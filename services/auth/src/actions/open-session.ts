import { clientAddress } from '@app/service/client-address'
import { type SessionStore, sessionCookie, type TokenSigner, type TokenVerifier, type User } from '@app/session'
import { describeDevice } from '@app/session/device'
import type { NoticeDevice } from './notice-device'

type Deps = {
  sessions: Pick<SessionStore, 'create' | 'end'>
  signer: Pick<TokenSigner, 'sign'>
  verify: TokenVerifier
  publicOrigin: string
  notice: NoticeDevice
  onFault: (error: unknown) => void
}

/**
 * Opens a session for a proven user and returns the cookie line that hands it over. The id is always new; a session that
 * the browser brought along ends. An admin hears of a device that is new, but no login waits for that or fails with it.
 */
export const openSession = ({ sessions, signer, verify, publicOrigin, notice, onFault }: Deps) => {
  const cookie = sessionCookie(publicOrigin)
  return async (request: Request, user: User, requestId: string): Promise<string> => {
    const presented = cookie.read(request)
    const old = presented ? await verify(presented) : undefined
    if (old) await sessions.end(old.sid)
    const device = describeDevice(request)
    const sid = await sessions.create(user.id, device)
    void notice(user, { device, address: clientAddress(request) }, requestId).catch(onFault)
    return cookie.set(await signer.sign({ sub: user.id, sid }))
  }
}

export type OpenSession = ReturnType<typeof openSession>
