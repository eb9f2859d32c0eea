import { logoutRequest } from '@app/contracts/users'
import { type Guards, type SessionStore, sessionCookie } from '@app/session'
import { Elysia } from 'elysia'
import { readBody } from './read-body'

type Context = { request: Request; body?: unknown; set: { headers: Record<string, string | number> } }

export const logoutRoutes = ({
  guards,
  sessions,
  publicOrigin,
}: {
  guards: Pick<Guards, 'identityOf'>
  sessions: Pick<SessionStore, 'end' | 'endAll'>
  publicOrigin: string
}) => {
  const cookie = sessionCookie(publicOrigin)
  const logout = async ({ request, body, set }: Context) => {
    // The browser forgets the session even when the database is away and the answer is an error.
    set.headers['set-cookie'] = cookie.clear()
    if (publicOrigin.startsWith('https:')) set.headers['clear-site-data'] = '"cache", "storage"'
    const { everywhere } = readBody(logoutRequest, body ?? undefined)
    const identity = await guards.identityOf(request)
    if (identity) await (everywhere ? sessions.endAll(identity.user.id) : sessions.end(identity.sid))
    return { success: true }
  }
  return new Elysia({ name: 'logout-routes', prefix: '/api' }).get('/logout', logout).post('/logout', logout)
}
