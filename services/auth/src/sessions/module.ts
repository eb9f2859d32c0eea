import { endSession, endSessions, listSessions, type SessionSummary } from '@app/contracts/account'
import { seconds } from '@app/contracts/durations'
import { notFound } from '@app/contracts/errors'
import { signOut, signOutByLink } from '@app/contracts/sign-in'
import { timeLimit } from '@app/mongo'
import { type CallContext, serve } from '@app/service/serve'
import { publicSessionId, sessionCookie } from '@app/session'
import type { Service } from '../context'
import { notifyNewDevice, openSession } from './open-session'

/** The sessions of the current user: list, end one, end all. */
const sessionRoutes = ({ sessions, publicOrigin }: Service) => {
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
      if (!(await sessions.endOne(identity.user.id, id))) throw notFound('This session has already ended.')
      if (id === publicSessionId(identity.sid)) set.headers['set-cookie'] = cookie.clear()
      return { success: true, id }
    }),
  ]
}

/** Shorter than the edge's timeout: only an answer from here clears the cookie. */
const timeoutMs = seconds(4)

const logoutRoutes = ({ identify, sessions, publicOrigin }: Service) => {
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

/** Where people are signed in. */
export const sessionsModule = (service: Service) => ({
  open: openSession({ ...service, notify: notifyNewDevice(service), onError: service.noticeFailed }),
  routes: [...logoutRoutes(service), ...sessionRoutes(service)],
})

export type SessionsModule = ReturnType<typeof sessionsModule>
