import type { Service } from '../context'
import { notifyNewDevice } from './known-device'
import { openSession } from './open-session'
import { logoutRoutes, sessionRoutes } from './routes'

/** Where people are signed in. */
export const sessionsModule = (service: Service) => ({
  open: openSession({ ...service, notify: notifyNewDevice(service), onError: service.noticeFailed }),
  routes: [...logoutRoutes(service), ...sessionRoutes(service)],
})

export type SessionsModule = ReturnType<typeof sessionsModule>
