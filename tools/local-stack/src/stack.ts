import type { Machine } from '@app/installer/machine'
import { messageOf } from '@app/installer/message-of'
import { identify } from '@app/installer/process-identity'
import { addToEnvFile, type Variables } from '@app/secrets/env-file'
import { missingEntries, readVariables } from '@app/secrets/variables'
import type { MongoChoice } from './choose-mongo'
import { launch } from './launch'
import { type Layout, rotateLog } from './layout'
import { createLogTail } from './log-tail'
import { requirePort } from './ports'
import { startPreparations } from './preparations'
import { listProcesses } from './process-list'
import type { ProcessRunner } from './process-runner'
import { ProcessFailure, Supervisor } from './process-runner'
import { claim, forgetState, type StackState, writeState } from './state'
import { completeVariables, keysAsFiles, portOf } from './variables'

export type StackOptions = {
  layout: Layout
  machine: Machine
  envFile: string
  /** Variables set for this run; they override the env file. */
  given: Variables
  port?: number | undefined
  log?: ((line: string) => void) | undefined
  webDist?: string | undefined
  /** Put Vite's dev server in front and restart services when their code changes. */
  watch?: boolean
  /** Start these processes only; other commands do not see the product as running. */
  only?: readonly string[]
  /** The checkout of another version, for tests: its services start first and then serve every second request. */
  otherVersion?: string | undefined
  /** The folder of built programs, for tests; otherwise services start from their sources. */
  programs?: string | undefined
  /** Aborting it stops the stack, also during the start. */
  signal?: AbortSignal
}

export type Stack = {
  urls: { site: string; mail: string }
  /** Every variable in effect, generated ones included. */
  env: Variables
  mongoUri: string
  redisUrl: string
  smtpUrl: string
  ports: Record<string, number>
  /** The process, and that of another version, stays stopped until it is started again, with the same port and data. */
  stopProcess(name: string, signal?: NodeJS.Signals): Promise<void>
  startProcess(name: string): Promise<void>
  pidOf(name: string): number | undefined
  logFile(process: string): string
  stop(): Promise<void>
}

/** Starts the whole product and resolves when every process is ready. When one fails, all are stopped before this rejects. */
export async function runStack(options: StackOptions): Promise<Stack> {
  options.signal?.throwIfAborted()
  const state = await claim(options.layout, { ...options, tls: tlsOf(options) })
  try {
    if (options.port !== undefined) await requirePort(options.port)
    return await runClaimed(options, state)
  } catch (error) {
    if (options.signal?.aborted) forgetState(options.layout)
    else writeState(options.layout, { ...state, phase: 'failed', failure: messageOf(error) })
    throw error
  }
}

async function runClaimed(options: StackOptions, state: StackState): Promise<Stack> {
  const { layout, log = () => {} } = options
  const stopping = new AbortController()
  const report = (line: string) => {
    log(line)
    if (state.phase !== 'starting') return
    state.lines.push(line)
    writeState(layout, state)
  }
  addToEnvFile(options.envFile, await missingEntries(options))
  const { variables, managed } = completeVariables(options, state)
  state.admins = variables['ADMIN_EMAILS'] ?? ''

  const onDatabase = ({ provider, why }: MongoChoice) => {
    state.database = provider.title.replace(/^(installing|downloading) /, '') + (why ? ` (${why})` : '')
    report(`MongoDB: ${state.database}`)
  }
  const preparationOptions = { ...options, log: report, signal: stopping.signal, onDatabase }
  const prepare = startPreparations(preparationOptions)
  const passed = keysAsFiles(layout, variables)
  const processes = listProcesses({
    ...options,
    ports: state.ports,
    variables: passed,
    prepare,
    managed,
    watch: options.watch ?? false,
  })
  for (const { logFile } of processes) rotateLog(logFile)
  const tail = createLogTail(processes.map(({ logFile }) => logFile))

  const supervisor = new Supervisor({
    processes,
    launch,
    log: report,
    changed(runners) {
      state.processes = Object.fromEntries(runners.map((runner) => [runner.process.name, statusOf(runner)]))
      try {
        writeState(layout, state)
      } catch (error) {
        // A full disk must not stop running processes.
        log(`The state could not be written: ${messageOf(error)}`)
      }
    },
  })
  const stopAll = () => {
    for (const { running } of supervisor.runners) running?.signal('SIGTERM')
  }
  // Last resort, in case this process exits without stopping them.
  process.once('exit', stopAll)

  async function stop() {
    state.phase = 'stopping'
    stopping.abort()
    await supervisor.stop()
    await prepare.settled()
    process.off('exit', stopAll)
    forgetState(layout)
  }
  options.signal?.addEventListener('abort', () => void stop(), { once: true })

  try {
    if (!managed.mongo) await prepare.mongo()
    await supervisor.start()
  } catch (error) {
    await stop()
    throw new Error(failureMessage(error, tail, layout), { cause: error })
  }
  const inEachVersion = async (name: string, act: (runner: ProcessRunner) => Promise<void>) => {
    const other = supervisor.runners.filter(({ process }) => process.name === `${name}-other`)
    await Promise.all([supervisor.runner(name), ...other].map(act))
  }
  if (!options.only) state.phase = 'ready'
  writeState(layout, state)

  return {
    urls: state.urls,
    env: variables,
    mongoUri: variables['MONGODB_URI']!,
    redisUrl: variables['REDIS_URL']!,
    smtpUrl: variables['SMTP_URL']!,
    ports: state.ports,
    stopProcess: (name, signal) => inEachVersion(name, (runner) => runner.stop(signal)),
    startProcess: (name) => inEachVersion(name, (runner) => runner.start()),
    pidOf: (name) => supervisor.runner(name).running?.pid,
    logFile: layout.logFile,
    stop,
  }
}

/** Vite's dev server has no certificate, so there is no TLS with it. */
function tlsOf(options: StackOptions) {
  const variables = readVariables(options)
  return variables['TLS_CERTIFICATE'] && !options.watch ? { port: portOf(variables, 'TLS_PORT') } : undefined
}

const statusOf = ({ status, running }: ProcessRunner): StackState['processes'][string] =>
  running?.pid ? { status, process: identify(running.pid) } : { status }

/** The reason and the last lines of the failed process's log. */
function failureMessage(error: unknown, tail: (file: string) => string, layout: Layout): string {
  const reason = messageOf(error)
  if (!(error instanceof ProcessFailure)) return reason
  const file = layout.logFile(error.process)
  const last = tail(file)
  return last ? `${reason}\nLast lines of ${file}:\n${last.replace(/^/gm, '  | ')}` : reason
}
