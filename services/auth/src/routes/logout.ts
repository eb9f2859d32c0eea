import { seconds } from '@app/contracts/durations'
import { logoutRequest } from '@app/contracts/users'
import { timeLimit } from '@app/mongo'
import { type Guards, type SessionStore, sessionCookie } from '@app/session'
import { Elysia } from 'elysia'
import { readBody } from './read-body'

type Context = { request: Request; body?: unknown; set: { headers: Record<string, string | number> } }

/** Sooner than the edge gives up: only an answer of ours takes the cookie away. */
const patience = seconds(4)

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
  const end = async (request: Request, everywhere: boolean | undefined) => {
    const identity = await guards.identityOf(request)
    if (identity) await (everywhere ? sessions.endAll(identity.user.id) : sessions.end(identity.sid))
  }
  const logout = async ({ request, body, set }: Context) => {
    // The browser forgets the session even when the database is away and the answer is an error.
    set.headers['set-cookie'] = cookie.clear()
    if (publicOrigin.startsWith('https:')) set.headers['clear-site-data'] = '"cache", "storage"'
    const { everywhere } = readBody(logoutRequest, body ?? undefined)
    await timeLimit(end(request, everywhere), patience)
    return { success: true }
  }
  return new Elysia({ name: 'logout-routes', prefix: '/api' }).get('/logout', logout).post('/logout', logout)
}
