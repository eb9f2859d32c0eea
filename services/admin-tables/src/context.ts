import { serviceAudit } from '@app/audit'
import { objectStorage } from '@app/files/object-storage'
import { currentRights, jobRunner, jobStore } from '@app/jobs'
import type { ServicePart } from '@app/jobs/service-of-parts'
import type { Mongo } from '@app/mongo'
import { publishedFacts } from '@app/mongo/published-facts'
import { scopes } from '@app/record-query'
import type { Signals } from '@app/redis/signals'
import { exactAddress, type Log } from '@app/service'
import { actorFinder, identify, serviceAccountReader, sessionCookie, sessionStore, userStore } from '@app/session'
import type * as v from 'valibot'
import type { adminTablesVariables } from './config'

/** Connections of the service. What the features alone use of them is handed on to these. */
type Connections = {
  mongo: Pick<Mongo, 'db' | 'collection' | 'connection' | 'withoutTimeout'>
  env: Pick<
    v.InferOutput<typeof adminTablesVariables>,
    'WEBHOOK_SEAL_KEY' | 'ADMIN_EMAILS' | 'PUBLIC_ORIGIN' | 'CORS_ORIGINS' | 'DEPLOYMENT' | 'FILES_S3'
  > & { hasSamples: boolean }
  log: Log
  signals: Signals
  verify: Parameters<typeof identify>[0]['verify']
}

/** Shared by all features. It may be made before the database responds. */
export function createContext({ mongo, env, log, signals, verify }: Connections) {
  const { db, collection, connection, withoutTimeout } = mongo
  const publicOrigin = env.PUBLIC_ORIGIN
  const audit = serviceAudit('admin-tables', db, log)
  const sessions = sessionStore(connection)
  const users = userStore(connection, env.ADMIN_EMAILS)
  const accounts = serviceAccountReader(connection, users)
  const actors = actorFinder(users, accounts)
  const hasRight = currentRights(actors)
  const jobs = jobStore(db, 'admin-tables', { signals })
  return {
    ...{ db, collection, connection, withoutTimeout },
    ...{ log, signals, publicOrigin, audit, sessions, users, actors, hasRight, jobs },
    warn: (text: string) => (err: unknown) => log.warn({ err }, text),
    corsOrigins: env.CORS_ORIGINS,
    hasSamples: env.hasSamples,
    sealKey: env.WEBHOOK_SEAL_KEY,
    /** True if webhooks and calendars may lead to this machine. */
    allowsLocal: env.DEPLOYMENT === 'development',
    objects: env.FILES_S3 ? objectStorage(env.FILES_S3) : undefined,
    identify: identify({
      ...{ verify, cookie: sessionCookie(publicOrigin), sessions, users, accounts },
      addressOf: exactAddress,
    }),
    scopeOf: scopes(db),
    facts: publishedFacts(db),
    /** The jobs of the forms service, which sends the mails. */
    requested: jobStore(db, 'forms', { signals }),
    runner: jobRunner({
      restMs: signals.restMs,
      store: jobs,
      hasRight,
      audit,
      onError: (err, job) => log.warn({ err, ...job }, 'job interrupted, will be continued'),
    }),
    /** An event waits in what was stored. */
    announced: () => signals.send('events'),
  }
}
export type Context = ReturnType<typeof createContext>

/** The part of this service that a feature adds, next to what the features above it get from it. */
export type Part = ServicePart & {
  /** Completes what a crash has left: at the start, and before all sweeps. */
  complete?: () => Promise<unknown>
  /** Removes what nothing needs any more. */
  sweep?: () => Promise<unknown>
}
