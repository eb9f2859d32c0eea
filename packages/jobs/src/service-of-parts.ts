import { type Audit, noteRefusal } from '@app/audit'
import { runLoop, runPeriodically, type StopTask } from '@app/concurrency/run-loop'
import { seconds } from '@app/contracts/durations'
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
  /** Every five seconds while this signal comes or `run` resolves with true, and else after a rest. */
  wokenBy?: 'events' | 'bookings'
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

type Waking = { on(signal: 'jobs' | 'events' | 'bookings', listener: () => void): void; restMs(alone: number): number }
const wokenEvery = seconds(5)

/** Begins what the parts do by themselves. */
export function begin(log: Pick<Log, 'warn'>, signals: Waking, parts: readonly FeaturePart[]): StopTask[] {
  function repeat({ run, failed, everyMs, wokenBy, ...timing }: Repeated): StopTask {
    const onError = (err: unknown) => log.warn({ err }, failed)
    if (!wokenBy) return runPeriodically(run, onError, everyMs, timing)
    const round = (signal: AbortSignal) =>
      run(signal).then((hasMore) => (hasMore === true ? wokenEvery : signals.restMs(wokenEvery)))
    const { wake, stop } = runLoop(round, onError, { ...timing, failedMs: wokenEvery, gatherMs: wokenEvery })
    signals.on(wokenBy, wake)
    return stop
  }
  return parts.flatMap(({ repeated = [], begin }) => [...repeated.map(repeat), ...(begin ? [begin()] : [])])
}

type Shared = {
  log: Log
  audit: Audit
  jobs: Pick<JobStore, 'prepare'>
  runner: JobRunner
  signals: Waking
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
      stops = begin(log, signals, parts)
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
