import { type Guards, toCurrentUser } from '@app/session'
import { Elysia } from 'elysia'

/** Who am I, and what may I do: read from the database for every request. */
export const userRoutes = ({ signedIn }: Guards) =>
  new Elysia({ name: 'user-routes', prefix: '/api' })
    .use(signedIn)
    .get('/users/me', ({ identity }) => toCurrentUser(identity.user))
    .get('/admin/status', ({ identity }) => ({ isAdmin: identity.user.role === 'admin' }))
