import { type Guards, type SessionStore, sessionCookie } from '@app/session'
import { Elysia } from 'elysia'

export const logoutRoutes = ({
  guards,
  sessions,
  publicOrigin,
}: {
  guards: Guards
  sessions: Pick<SessionStore, 'end'>
  publicOrigin: string
}) => {
  const cookie = sessionCookie(publicOrigin)
  const logout = async ({ request, set }: { request: Request; set: { headers: Record<string, string | number> } }) => {
    // The browser forgets the cookie even when the database is away and the answer is an error.
    set.headers['set-cookie'] = cookie.clear()
    const identity = await guards.identityOf(request)
    if (identity) await sessions.end(identity.sid)
    return { success: true }
  }
  return new Elysia({ name: 'logout-routes', prefix: '/api' }).get('/logout', logout).post('/logout', logout)
}
