import { type Guards, toAdminStatus, toCurrentUser } from '@app/session'
import { Elysia } from 'elysia'
import type { requestAccess } from '../actions/request-access'

/** Who am I, and what may I do: read from the database for every request. */
export const userRoutes = ({
  guards,
  askForAccess,
}: {
  guards: Pick<Guards, 'signedIn'>
  askForAccess: ReturnType<typeof requestAccess>
}) =>
  new Elysia({ name: 'user-routes', prefix: '/api' })
    .use(guards.signedIn)
    .get('/users/me', ({ identity }) => toCurrentUser(identity.user))
    .get('/admin/status', ({ identity }) => toAdminStatus(identity.user))
    .post('/admin/access-request', async ({ identity, set }) => {
      await askForAccess(identity.user, String(set.headers['x-request-id']))
      return { success: true }
    })
