import { addToEnvFile, type Variables } from './env-file'
import { keysAsFiles } from './key-files'
import { launch } from './launch'
import { type Layout, rotateLog } from './layout'
import { createLogTail } from './log-tail'
import type { Machine } from './machine'
import type { MongoChoice } from './mongo-chain'
import { PartFailure } from './part'
import type { PartRunner } from './part-runner'
import { buildParts } from './parts'
import { demandPort } from './ports'
import { prepareParts } from './preparations'
import { identify } from './process-identity'
import { portOf } from './settings'
import { claim, forgetState, type StackState, writeState } from './state'
import { Supervisor } from './supervisor'
import { completeVariables, missingEntries, readVariables } from './variables'

export type StackPlan = {
  layout: Layout
  machine: Machine
  envFile: string
  /** What somebody set for this run: over the file, which is over the defaults. */
  given: Variables
  port?: number | undefined
  log?: ((line: string) => void) | undefined
  webDist?: string | undefined
  /** Vite's dev server in front and services that restart when their code changes. */
  watch?: boolean
  /** These parts alone. Others do not take the product for running then. */
  only?: readonly string[]
  /** Aborting it ends the stack, also while it starts. */
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
  /** The part stays stopped until it is started again, then on the same port and with the same data. */
  stopPart(name: string, signal?: NodeJS.Signals): Promise<void>
  startPart(name: string): Promise<void>
  pidOf(name: string): number | undefined
  logFile(part: string): string
  stop(): Promise<void>
}

/** Starts the whole product and resolves when every part is ready. When one fails, all are ended before it rejects. */
export async function runStack(plan: StackPlan): Promise<Stack> {
  plan.signal?.throwIfAborted()
  const state = await claim(plan.layout, { ...plan, tls: tlsOf(plan) })
  try {
    if (plan.port !== undefined) await demandPort(plan.port)
    return await runClaimed(plan, state)
  } catch (error) {
    if (plan.signal?.aborted) forgetState(plan.layout)
    else writeState(plan.layout, { ...state, phase: 'failed', failure: messageOf(error) })
    throw error
  }
}

async function runClaimed(plan: StackPlan, state: StackState): Promise<Stack> {
  const { layout, log = () => {} } = plan
  const stopping = new AbortController()
  const say = (line: string) => {
    log(line)
    if (state.phase !== 'starting') return
    state.lines.push(line)
    writeState(layout, state)
  }
  addToEnvFile(plan.envFile, await missingEntries(plan))
  const { variables, own } = completeVariables(plan, state)
  state.admins = variables['ADMIN_EMAILS'] ?? ''

  const onDatabase = ({ way, why }: MongoChoice) => {
    state.database = way.title.replace(/^(installing|downloading) /, '') + (why ? ` (${why})` : '')
    say(`MongoDB: ${state.database}`)
  }
  const needs = { ...plan, log: say, signal: stopping.signal, onDatabase }
  const prepare = prepareParts(needs)
  const handed = keysAsFiles(layout, variables)
  const parts = buildParts({ ...plan, ports: state.ports, variables: handed, prepare, own, watch: plan.watch ?? false })
  for (const { logFile } of parts) rotateLog(logFile)
  const tail = createLogTail(parts.map(({ logFile }) => logFile))

  const supervisor = new Supervisor({
    parts,
    launch,
    log: say,
    changed(runners) {
      state.parts = Object.fromEntries(runners.map((runner) => [runner.part.name, shown(runner)]))
      try {
        writeState(layout, state)
      } catch (error) {
        // A full disk must not end what runs.
        log(`The state could not be written: ${messageOf(error)}`)
      }
    },
  })
  const endAll = () => {
    for (const { running } of supervisor.runners) running?.signal('SIGTERM')
  }
  // The last resort, should this process end without having stopped them.
  process.once('exit', endAll)

  async function stop() {
    state.phase = 'stopping'
    stopping.abort()
    await supervisor.stop()
    await prepare.settled()
    process.off('exit', endAll)
    forgetState(layout)
  }
  plan.signal?.addEventListener('abort', () => void stop(), { once: true })

  try {
    if (!own.mongo) await prepare.mongo()
    await supervisor.start()
  } catch (error) {
    await stop()
    throw new Error(inWords(error, tail, layout), { cause: error })
  }
  if (!plan.only) state.phase = 'ready'
  writeState(layout, state)

  return {
    urls: state.urls,
    env: variables,
    mongoUri: variables['MONGODB_URI']!,
    redisUrl: variables['REDIS_URL']!,
    smtpUrl: variables['SMTP_URL']!,
    ports: state.ports,
    stopPart: (name, signal) => supervisor.runner(name).stop(signal),
    startPart: (name) => supervisor.runner(name).start(),
    pidOf: (name) => supervisor.runner(name).running?.pid,
    logFile: layout.logFile,
    stop,
  }
}

/** Vite's dev server speaks without a certificate, so with it in front there is none. */
function tlsOf(plan: StackPlan) {
  const variables = readVariables(plan)
  return variables['TLS_CERTIFICATE'] && !plan.watch ? { port: portOf(variables, 'TLS_PORT') } : undefined
}

const shown = ({ status, running }: PartRunner): StackState['parts'][string] =>
  running?.pid ? { status, process: identify(running.pid) } : { status }

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** The reason, and what the part that failed wrote last. */
function inWords(error: unknown, tail: (file: string) => string, layout: Layout): string {
  const reason = messageOf(error)
  if (!(error instanceof PartFailure)) return reason
  const file = layout.logFile(error.part)
  const last = tail(file)
  return last ? `${reason}\nThe end of ${file}:\n${last.replace(/^/gm, '  | ')}` : reason
}
