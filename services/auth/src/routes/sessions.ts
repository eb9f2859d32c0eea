import { AppError } from '@app/contracts/errors'
import type { SessionSummary } from '@app/contracts/sessions'
import { type Guards, publicSessionId, type SessionStore, sessionCookie } from '@app/session'
import { Elysia } from 'elysia'

/** The sessions of whoever asks: see them, end one, end all. */
export const sessionRoutes = ({
  guards,
  sessions,
  publicOrigin,
}: {
  guards: Pick<Guards, 'signedIn'>
  sessions: Pick<SessionStore, 'list' | 'endOne' | 'endAll'>
  publicOrigin: string
}) => {
  const cookie = sessionCookie(publicOrigin)
  return new Elysia({ name: 'session-routes', prefix: '/api/sessions' })
    .use(guards.signedIn)
    .get('', async ({ identity }): Promise<SessionSummary[]> => {
      const current = publicSessionId(identity.sid)
      return (await sessions.list(identity.user.id)).map(({ id, createdAt, lastSeenAt, device }) => ({
        id,
        createdAt: createdAt.toISOString(),
        lastSeenAt: lastSeenAt.toISOString(),
        device,
        current: id === current,
      }))
    })
    .delete('', async ({ identity, set }) => {
      await sessions.endAll(identity.user.id)
      set.headers['set-cookie'] = cookie.clear()
      return { success: true }
    })
    .delete('/:id', async ({ identity, params: { id }, set }) => {
      if (!(await sessions.endOne(identity.user.id, id)))
        throw new AppError('not_found', 'This session is over already.')
      if (id === publicSessionId(identity.sid)) set.headers['set-cookie'] = cookie.clear()
      return { success: true, id }
    })
}
