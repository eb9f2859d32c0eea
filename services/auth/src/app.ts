import { noteRefusal } from '@app/audit'
import { translateMongoError } from '@app/mongo'
import { type Checks, createServiceApp, exactAddress } from '@app/service'
import { identify, sessionCookie } from '@app/session'
import { accountsModule } from './accounts/module'
import { codesModule } from './codes/module'
import type { Service } from './context'
import { googleModule } from './google/module'
import { passkeysModule } from './passkeys/module'
import { peopleModule } from './people/module'
import { sessionsModule } from './sessions/module'

/** The features, from the ground up. */
function modulesOf(service: Service) {
  const people = peopleModule(service)
  const sessions = sessionsModule(service)
  const codes = codesModule(service, { people, sessions })
  return [
    people,
    sessions,
    codes,
    googleModule(service, codes),
    passkeysModule(service, codes),
    accountsModule(service),
  ]
}

type AppOptions = Omit<Service, 'identify' | 'noticeFailed'> & { checks?: Checks }

/** The auth service, given its connections. */
export function createApp({ checks, ...given }: AppOptions) {
  const { log, publicOrigin, corsOrigins, audit, limits, now, verify } = given
  const identifyCaller = identify({
    verify,
    cookie: sessionCookie(publicOrigin),
    sessions: given.sessions,
    users: given.users,
    accounts: given.accountReader,
    addressOf: exactAddress,
    now: () => new Date(now()),
  })
  const noticeFailed = (err: unknown) => log.warn({ err }, 'sign-in notice failed')
  const modules = modulesOf({ ...given, identify: identifyCaller, noticeFailed })
  return createServiceApp({
    log,
    checks,
    translate: translateMongoError,
    onRefused: noteRefusal(audit, identifyCaller),
    api: {
      origin: { publicOrigin, corsOrigins },
      identify: identifyCaller,
      limits,
      audit,
      routes: modules.flatMap(({ routes }) => routes),
    },
  })
}
