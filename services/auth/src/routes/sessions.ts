import { endSession, endSessions, listSessions } from '@app/contracts/calls/account'
import { AppError } from '@app/contracts/errors'
import type { SessionSummary } from '@app/contracts/sessions'
import { callRoute } from '@app/service/call-route'
import { type Guards, publicSessionId, type SessionStore, sessionCookie } from '@app/session'
import { Elysia } from 'elysia'

/** The sessions of the current user: list, end one, end all. */
export const sessionRoutes = ({
  guards,
  sessions,
  publicOrigin,
}: {
  guards: Pick<Guards, 'access'>
  sessions: Pick<SessionStore, 'list' | 'endOne' | 'endAll'>
  publicOrigin: string
}) => {
  const cookie = sessionCookie(publicOrigin)
  return new Elysia({ name: 'session-routes' })
    .use(guards.access)
    .get(
      listSessions.path,
      async ({ identity }): Promise<SessionSummary[]> => {
        const current = publicSessionId(identity.sid)
        return (await sessions.list(identity.user.id)).map(({ id, createdAt, lastSeenAt, device, kept }) => ({
          id,
          createdAt: createdAt.toISOString(),
          lastSeenAt: lastSeenAt.toISOString(),
          device,
          kept,
          current: id === current,
        }))
      },
      callRoute(listSessions),
    )
    .delete(
      endSessions.path,
      async ({ identity, set }) => {
        await sessions.endAll(identity.user.id)
        set.headers['set-cookie'] = cookie.clear()
        return { success: true }
      },
      callRoute(endSessions),
    )
    .delete(
      endSession.path,
      async ({ identity, params: { id }, set }) => {
        if (!(await sessions.endOne(identity.user.id, id)))
          throw new AppError('not_found', 'This session has already ended.')
        if (id === publicSessionId(identity.sid)) set.headers['set-cookie'] = cookie.clear()
        return { success: true, id }
      },
      callRoute(endSession),
    )
}
