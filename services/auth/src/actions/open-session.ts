import { type SessionStore, sessionCookie, type TokenSigner, type TokenVerifier, type User } from '@app/session'
import { describeDevice } from '@app/session/device'

type Deps = {
  sessions: Pick<SessionStore, 'create' | 'end'>
  signer: Pick<TokenSigner, 'sign'>
  verify: TokenVerifier
  publicOrigin: string
}

/**
 * Opens a session for a proven user and returns the cookie line that hands it over. The id is always new; a session that
 * the browser brought along ends.
 */
export const openSession = ({ sessions, signer, verify, publicOrigin }: Deps) => {
  const cookie = sessionCookie(publicOrigin)
  return async (request: Request, user: User): Promise<string> => {
    const presented = cookie.read(request)
    const old = presented ? await verify(presented) : undefined
    if (old) await sessions.end(old.sid)
    const sid = await sessions.create(user.id, describeDevice(request))
    return cookie.set(await signer.sign({ sub: user.id, sid }))
  }
}

export type OpenSession = ReturnType<typeof openSession>
