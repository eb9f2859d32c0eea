import {
  getAdminStatus,
  getCurrentUser,
  readAbout,
  requestAccess as requestAccessCall,
  saveSignature,
} from '@app/contracts/calls/account'
import { serve } from '@app/service/serve'
import { toAdminStatus, toCurrentUser, type UserStore } from '@app/session'
import { runningVersion } from '@app/telemetry'
import type { RequestAccess } from './request-access'

type Deps = { requestAccess: RequestAccess; users: Pick<UserStore, 'setSignature'> }

/** The current user and what they may do, read from the database for every request. */
export const userRoutes = ({ requestAccess, users }: Deps) => [
  serve(getCurrentUser, ({ identity }) => toCurrentUser(identity.user)),
  serve(saveSignature, async ({ identity, body }) =>
    toCurrentUser((await users.setSignature(identity.user.id, body.text)) ?? identity.user),
  ),
  serve(getAdminStatus, ({ identity }) => toAdminStatus(identity.user)),
  serve(readAbout, () => ({ version: runningVersion() })),
  serve(requestAccessCall, async ({ identity, requestId }) => {
    await requestAccess(identity.user, requestId)
    return { success: true }
  }),
]
