import { signOut, signOutByLink } from '@app/contracts/calls/sign-in'
import { seconds } from '@app/contracts/durations'
import { timeLimit } from '@app/mongo'
import { callRoute } from '@app/service/call-route'
import { type Guards, type SessionStore, sessionCookie } from '@app/session'
import { Elysia } from 'elysia'

/** Shorter than the edge's timeout: only an answer from here clears the cookie. */
const timeoutMs = seconds(4)

export const logoutRoutes = ({
  guards,
  sessions,
  publicOrigin,
}: {
  guards: Pick<Guards, 'access' | 'identityOf'>
  sessions: Pick<SessionStore, 'end' | 'endAll'>
  publicOrigin: string
}) => {
  const cookie = sessionCookie(publicOrigin)
  const end = async (request: Request, everywhere: boolean) => {
    const identity = await guards.identityOf(request)
    if (identity) await (everywhere ? sessions.endAll(identity.user.id) : sessions.end(identity.sid))
  }
  const logout = async (request: Request, headers: Record<string, string | number>, everywhere = false) => {
    // The cookie is cleared even when the database is unavailable and the answer is an error.
    headers['set-cookie'] = cookie.clear()
    if (publicOrigin.startsWith('https:')) headers['clear-site-data'] = '"cache", "storage"'
    await timeLimit(end(request, everywhere), timeoutMs)
    return { success: true }
  }
  return new Elysia({ name: 'logout-routes' })
    .use(guards.access)
    .get(signOutByLink.path, ({ request, set }) => logout(request, set.headers), callRoute(signOutByLink))
    .post(signOut.path, ({ request, body, set }) => logout(request, set.headers, body.everywhere), callRoute(signOut))
}
