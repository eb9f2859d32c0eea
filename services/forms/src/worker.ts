import { seconds } from '@app/contracts/durations'
import { objectStorage } from '@app/files/object-storage'
import { begin } from '@app/jobs/service-of-parts'
import { deliveryQueue, signInQueue } from '@app/mail'
import { connectMongo } from '@app/mongo'
import { sharedSignals } from '@app/redis/signals'
import { createServiceApp, start } from '@app/service'
import { workerVariables } from './config'
import { createContext } from './context'
import { createModules } from './modules'
import { nginxState } from './nginx-state'
import { watchServers } from './server-metrics'

/** Longer than the slowest send, shorter than the time after which the process is killed. Leases return what is left. */
const shutdownTimeoutMs = seconds(35)

await start('email-worker', { variables: workerVariables, source: process.env }, async ({ env, log, redis }) => {
  const onError = (err: unknown) => log.warn({ err }, 'worker error')
  const mongo = connectMongo(env.MONGODB_URI, { onError, installation: env.INSTALLATION_ID })
  const queueOptions = {
    ...redis,
    onError,
    onEvictionPolicy: (policy: string) =>
      log.error({ policy }, 'Redis may evict jobs: set its maxmemory-policy to noeviction'),
  }
  const oneWarns = { ...queueOptions, onEvictionPolicy: () => {} }
  const queues = {
    mail: deliveryQueue(queueOptions),
    mailingMail: deliveryQueue(oneWarns, 'mailing'),
    signInMail: signInQueue(oneWarns),
  }
  const { mail, mailingMail } = queues
  const signals = sharedSignals(queueOptions)
  const context = createContext({
    mongo,
    log,
    publicOrigin: env.PUBLIC_ORIGIN,
    objects: env.FILES_S3 ? objectStorage(env.FILES_S3) : undefined,
    mail,
    mailingMail,
    signals,
    // It sends what the service has stored, and nothing of its own.
    caps: {
      mailingsPerPerson: 0,
      recipientsPerPerson: 0,
      recipientsPerAccount: 0,
      recipientsPerSite: 0,
      noticesPerSite: 0,
    },
  })
  const mailReader = Bun.resolveSync('./mail-reader', import.meta.dirname)
  const given = { env, ready: mongo.ready, queues, queueOptions, mailReader }
  const parts = (await Promise.all(createModules(context).map(({ worker }) => worker?.(given) ?? []))).flat()
  const stops = begin(log, signals, parts)
  watchServers({
    redis: mail.server,
    db: mongo.db,
    nginx: env.NGINX_STATUS ? nginxState(env.NGINX_STATUS) : undefined,
  })

  const checks = { mongo: mongo.ping, redis: mail.ping }
  return {
    app: createServiceApp({ log, checks }),
    dependencies: checks,
    ready: mongo.ready,
    // Sends in progress end first; only then may the store of their outcomes close.
    async close() {
      const ended = Promise.all([...parts.map((part) => part.close?.()), ...stops.map((stop) => stop())])
      await Promise.race([ended, Bun.sleep(shutdownTimeoutMs)])
      signals.close()
      await Promise.all(Object.values(queues).map((queue) => queue.close()))
      await mongo.close()
    },
  }
})
