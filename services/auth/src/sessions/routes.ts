import { endSession, endSessions, listSessions } from '@app/contracts/calls/account'
import { AppError } from '@app/contracts/errors'
import type { SessionSummary } from '@app/contracts/sessions'
import { serve } from '@app/service/serve'
import { publicSessionId, type SessionStore, sessionCookie } from '@app/session'

/** The sessions of the current user: list, end one, end all. */
export const sessionRoutes = ({
  sessions,
  publicOrigin,
}: {
  sessions: Pick<SessionStore, 'list' | 'endOne' | 'endEverywhere'>
  publicOrigin: string
}) => {
  const cookie = sessionCookie(publicOrigin)
  return [
    serve(listSessions, async ({ identity }): Promise<SessionSummary[]> => {
      const current = publicSessionId(identity.sid)
      return (await sessions.list(identity.user.id)).map(({ id, createdAt, lastSeenAt, device, kept }) => ({
        id,
        createdAt: createdAt.toISOString(),
        lastSeenAt: lastSeenAt.toISOString(),
        device,
        kept,
        current: id === current,
      }))
    }),
    serve(endSessions, async ({ identity, set }) => {
      await sessions.endEverywhere(identity.user.id)
      set.headers['set-cookie'] = cookie.clear()
      return { success: true }
    }),
    serve(endSession, async ({ identity, params: { id }, set }) => {
      if (!(await sessions.endOne(identity.user.id, id)))
        throw new AppError('not_found', 'This session has already ended.')
      if (id === publicSessionId(identity.sid)) set.headers['set-cookie'] = cookie.clear()
      return { success: true, id }
    }),
  ]
}
