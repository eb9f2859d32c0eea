import { serviceAudit } from '@app/audit'
import type { ObjectStorage } from '@app/files/object-storage'
import { type JobRunner, jobStore } from '@app/jobs'
import type { FeaturePart, ServicePart } from '@app/jobs/service-of-parts'
import type { DeliveryQueue, deliveryWorker, SignInQueue } from '@app/mail'
import type { Mongo } from '@app/mongo'
import { scopes } from '@app/record-query'
import type { Signals } from '@app/redis/signals'
import type { Log } from '@app/service'
import { actorFinder, serviceAccountReader, sessionCookie, userStore } from '@app/session'
import type * as v from 'valibot'
import type { formsVariables, workerVariables } from './config'

/** Recipients within 24 hours. `notices`: of cancellations and reminders, which no person is asked for. */
export type MailCaps = {
  mailingsPerPerson: number
  recipientsPerPerson: number
  recipientsPerAccount: number
  recipientsPerSite: number
  noticesPerSite: number
}

type Connections = {
  mongo: Pick<Mongo, 'connection' | 'db' | 'collection'>
  log: Log
  publicOrigin: string
  objects: ObjectStorage | undefined
  mail: Pick<DeliveryQueue, 'deliver'>
  mailingMail: Pick<DeliveryQueue, 'deliver'>
  caps: MailCaps
  signals: Signals
}

/** Shared by all features, in the service and in the email worker alike. */
export function createContext({ mongo: { connection, db, collection }, log, publicOrigin, ...outside }: Connections) {
  const users = userStore(connection)
  const accounts = serviceAccountReader(connection, users)
  return {
    ...outside,
    connection,
    db,
    collection,
    log,
    publicOrigin,
    /** The right side of Message-IDs. */
    mailDomain: new URL(publicOrigin).hostname,
    cookie: sessionCookie(publicOrigin),
    audit: serviceAudit('forms', db, log),
    users,
    accounts,
    actors: actorFinder(users, accounts),
    scopeOf: scopes(db),
    jobs: jobStore(db, 'forms', { signals: outside.signals }),
    /** An event waits in an inquiry. */
    announced: () => outside.signals.send('events'),
  }
}
export type Context = ReturnType<typeof createContext>

/** For the service alone. Its runner knows the jobs of all features once each has said its own. */
export type Service = {
  env: Pick<v.InferOutput<typeof formsVariables>, 'CONTACT_RECIPIENT' | 'SEED_INQUIRIES'>
  runner: Pick<JobRunner, 'begin' | 'settled' | 'canUndo'>
  /** Counts an inquiry for the whole site; true when the hourly limit is exceeded. */
  overHourlyLimit: () => Promise<boolean>
}

/** For the email worker alone. */
export type Worker = {
  env: v.InferOutput<typeof workerVariables>
  /** Resolves when the database is there. */
  ready: Promise<void>
  queues: { mail: DeliveryQueue; mailingMail: DeliveryQueue; signInMail: SignInQueue }
  queueOptions: Parameters<typeof deliveryWorker>[1]
  /** The path of the program that reads mails. */
  mailReader: string
}

/** The part of a feature in each program, next to what it offers the features above it. */
export type Feature = {
  service?: (service: Service) => ServicePart
  worker?: (worker: Worker) => FeaturePart | Promise<FeaturePart>
}
