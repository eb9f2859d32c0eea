import {
  getAdminStatus,
  getCurrentUser,
  readAbout,
  requestAccess as requestAccessCall,
} from '@app/contracts/calls/account'
import { serve } from '@app/service/serve'
import { toAdminStatus, toCurrentUser } from '@app/session'
import { runningVersion } from '@app/telemetry'
import type { RequestAccess } from '../actions/request-access'

/** The current user and what they may do, read from the database for every request. */
export const userRoutes = ({ requestAccess }: { requestAccess: RequestAccess }) => [
  serve(getCurrentUser, ({ identity }) => toCurrentUser(identity.user)),
  serve(getAdminStatus, ({ identity }) => toAdminStatus(identity.user)),
  serve(readAbout, () => ({ version: runningVersion() })),
  serve(requestAccessCall, async ({ identity, requestId }) => {
    await requestAccess(identity.user, requestId)
    return { success: true }
  }),
]
