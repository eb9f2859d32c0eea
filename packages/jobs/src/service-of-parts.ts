import { type Audit, noteRefusal } from '@app/audit'
import { runPeriodically, type StopTask } from '@app/concurrency/run-periodically'
import { translateMongoError } from '@app/mongo'
import { type CallDeps, type Checks, createServiceApp, type Log } from '@app/service'
import type { Route } from '@app/service/serve'
import type { Handlers } from './job'
import type { JobRunner } from './job-runner'
import type { JobStore } from './models/job-store'

/** Runs again and again while the program runs, as `runPeriodically` does. */
type Repeated = {
  run: (signal: AbortSignal) => Promise<unknown>
  everyMs?: number
  firstMs?: number
  timeoutMs?: number
  /** Logged with the error of a round. */
  failed: string
}

/** The part of a program that a feature adds. `begin` starts what waits for more than time, and returns its end. */
export type FeaturePart = {
  repeated?: readonly Repeated[]
  begin?: () => StopTask
  close?: () => Promise<unknown>
}

/** The part of a service that a feature adds. */
export type ServicePart = FeaturePart & {
  stores?: readonly { prepare(): Promise<unknown> }[]
  routes?: readonly Route[]
  jobs?: Handlers
  checks?: Checks
  /** The paths that are read when an update checks the service. */
  reads?: () => readonly string[] | Promise<readonly string[]>
  /** Called as soon as the process is to end, before requests in flight are waited for. */
  stopping?: () => void
}

/** Begins what the parts do by themselves. */
export const begin = (log: Pick<Log, 'warn'>, parts: readonly FeaturePart[]): StopTask[] =>
  parts.flatMap(({ repeated = [], begin }) => [
    ...repeated.map(({ run, failed, everyMs, ...timing }) =>
      runPeriodically(run, (err) => log.warn({ err }, failed), everyMs, timing),
    ),
    ...(begin ? [begin()] : []),
  ])

type Shared = {
  log: Log
  audit: Audit
  jobs: Pick<JobStore, 'prepare'>
  runner: JobRunner
  signals: { on(signal: 'jobs', listener: () => void): void }
}
type Options = Omit<CallDeps, 'audit'> & { checks?: Checks; maxBodyBytes?: number }

/** A service that is made of the parts of its features. Nothing of it runs by itself until `start`. */
export function serviceOfParts(shared: Shared, parts: readonly ServicePart[], { checks, ...calls }: Options) {
  const { log, audit, jobs, runner, signals } = shared
  for (const part of parts) runner.register(part.jobs ?? {})
  const stores = [jobs, ...parts.flatMap((part) => part.stores ?? [])]
  const app = createServiceApp({
    log,
    checks: Object.assign({}, checks, ...parts.map((part) => part.checks)) as Checks,
    translate: translateMongoError,
    onRefused: noteRefusal(audit, calls.identify),
    api: {
      ...calls,
      audit,
      routes: parts.flatMap((part) => part.routes ?? []),
      reads: async () => (await Promise.all(parts.map((part) => part.reads?.() ?? []))).flat(),
    },
  })
  let stops: StopTask[] = []
  return {
    app,

    /** Makes the indexes, and stores what the service needs unless it exists. */
    prepare: async (): Promise<void> => void (await Promise.all(stores.map((store) => store.prepare()))),

    start(): void {
      signals.on('jobs', runner.wake)
      stops = begin(log, parts)
      runner.start()
    },

    /** The process is to end: what would keep requests open ends first. */
    stopping(): void {
      for (const part of parts) part.stopping?.()
    },

    async close(): Promise<void> {
      await Promise.all([runner.close(), ...stops.map((stop) => stop())])
      await Promise.all(parts.map((part) => part.close?.()))
    },
  }
}
