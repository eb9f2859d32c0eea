import { signOut, signOutByLink } from '@app/contracts/calls/sign-in'
import { seconds } from '@app/contracts/durations'
import { timeLimit } from '@app/mongo'
import type { CallDeps } from '@app/service/handle-call'
import type { CallContext } from '@app/service/serve'
import { serve } from '@app/service/serve'
import { type SessionStore, sessionCookie } from '@app/session'

/** Shorter than the edge's timeout: only an answer from here clears the cookie. */
const timeoutMs = seconds(4)

export const logoutRoutes = ({
  identify,
  sessions,
  publicOrigin,
}: {
  identify: CallDeps['identify']
  sessions: Pick<SessionStore, 'end' | 'endEverywhere'>
  publicOrigin: string
}) => {
  const cookie = sessionCookie(publicOrigin)
  const end = async (request: Request, everywhere: boolean) => {
    const identity = await identify(request)
    if (identity) await (everywhere ? sessions.endEverywhere(identity.user.id) : sessions.end(identity.sid))
  }
  const logout = async (request: Request, headers: CallContext['set']['headers'], everywhere = false) => {
    // The cookie is cleared even when the database is unavailable and the answer is an error.
    headers['set-cookie'] = cookie.clear()
    if (publicOrigin.startsWith('https:')) headers['clear-site-data'] = '"cache", "storage"'
    await timeLimit(end(request, everywhere), timeoutMs)
    return { success: true }
  }
  return [
    serve(signOutByLink, ({ request, set }) => logout(request, set.headers)),
    serve(signOut, ({ request, body, set }) => logout(request, set.headers, body.everywhere)),
  ]
}
