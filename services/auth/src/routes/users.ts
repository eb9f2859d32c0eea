import { getAdminStatus, getCurrentUser, requestAccess as requestAccessCall } from '@app/contracts/calls/account'
import { callRoute } from '@app/service/call-route'
import { requestContext } from '@app/service/request-context'
import { type Guards, toAdminStatus, toCurrentUser } from '@app/session'
import { Elysia } from 'elysia'
import type { RequestAccess } from '../actions/request-access'

/** The current user and what they may do, read from the database for every request. */
export const userRoutes = ({
  guards,
  requestAccess,
}: {
  guards: Pick<Guards, 'access'>
  requestAccess: RequestAccess
}) =>
  new Elysia({ name: 'user-routes' })
    .use(guards.access)
    .use(requestContext)
    .get(getCurrentUser.path, ({ identity }) => toCurrentUser(identity.user), callRoute(getCurrentUser))
    .get(getAdminStatus.path, ({ identity }) => toAdminStatus(identity.user), callRoute(getAdminStatus))
    .post(
      requestAccessCall.path,
      async ({ identity, requestId }) => {
        await requestAccess(identity.user, requestId)
        return { success: true }
      },
      callRoute(requestAccessCall),
    )
