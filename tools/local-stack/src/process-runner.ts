import { setTimeout as sleep } from 'node:timers/promises'
import { messageOf } from '@app/installer/message-of'
import type { Command, Launch, Running } from './launch'

/** One process of the product, as data. */
export type ManagedProcess = {
  name: string
  /** Processes that must be ready before this one starts, and that stop after it. */
  after: readonly string[]
  /** Prepares programs, folders and configuration, and returns the command. Called once. */
  command(): Promise<Command>
  /** `pid` is the started process, for checks that can tell which process answers. */
  ready(pid: number): Promise<boolean>
  logFile: string
  /** Time to stop before SIGKILL. */
  graceMs?: number
}

export type ProcessStatus = 'waiting' | 'starting' | 'ready' | 'restarting' | 'stopped'

/** The product did not start because of this process. */
export class ProcessFailure extends Error {
  override readonly name = 'ProcessFailure'
  readonly process: string
  constructor(process: string, reason: string) {
    super(`${process} ${reason}`)
    this.process = process
  }
}

/** Exponential back-off between restarts: 0.5 s doubling to 10 s, reset after 30 s of health. */
export function createBackOff({ firstMs = 500, maxMs = 10_000, healthyAfterMs = 30_000 } = {}) {
  let next = firstMs
  return (readyForMs: number): number => {
    if (readyForMs >= healthyAfterMs) next = firstMs
    const wait = next
    next = Math.min(next * 2, maxMs)
    return wait
  }
}

export type Timing = {
  probeIntervalMs: number
  startTimeoutMs: number
  graceMs: number
  backOff?: Parameters<typeof createBackOff>[0]
}

type RunnerOptions = {
  launch: Launch
  log: (line: string) => void
  changed: () => void
  timing: Timing
}

const stoppedEarly = 'was stopped while starting'

const inSeconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`

/** Keeps one process running from `start` to `stop`. */
export class ProcessRunner {
  readonly process: ManagedProcess
  status: ProcessStatus = 'waiting'
  running: Running | undefined
  #options: RunnerOptions
  #command: Command | undefined
  /** Spans one start to the next stop. */
  #lifetime: AbortController | undefined
  #backOff: ReturnType<typeof createBackOff>

  constructor(process: ManagedProcess, options: RunnerOptions) {
    this.process = process
    this.#options = options
    this.#backOff = createBackOff(options.timing.backOff)
  }

  /** Resolves when the process is ready. @throws ProcessFailure when it exits before, or takes too long */
  async start(): Promise<void> {
    if (this.#lifetime) return
    this.#lifetime = new AbortController()
    const signal = this.#lifetime.signal
    const began = performance.now()
    this.#setStatus('starting')
    try {
      this.#command ??= await this.process.command()
    } catch (error) {
      this.#lifetime = undefined
      throw new ProcessFailure(this.process.name, `cannot start: ${messageOf(error)}`)
    }
    if (signal.aborted) throw new ProcessFailure(this.process.name, stoppedEarly)
    const running = this.#launch()
    const failure = await this.#untilReady(running, signal, this.#options.timing.startTimeoutMs)
    if (failure) {
      await this.stop()
      throw new ProcessFailure(this.process.name, failure)
    }
    this.#options.log(`${this.process.name.padEnd(13)} ready  ${inSeconds(performance.now() - began).padStart(7)}`)
    void this.#keep(running, signal)
  }

  /** Stops the process; it is not restarted. Resolves when its group has exited. */
  async stop(signalName: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    this.#lifetime?.abort()
    this.#lifetime = undefined
    const running = this.running
    if (running) {
      running.signal(signalName)
      const killTimer = setTimeout(
        () => running.signal('SIGKILL'),
        this.process.graceMs ?? this.#options.timing.graceMs,
      )
      await running.exited
      clearTimeout(killTimer)
      this.running = undefined
    }
    this.#setStatus('stopped')
  }

  #setStatus(status: ProcessStatus) {
    this.status = status
    this.#options.changed()
  }

  #launch(): Running {
    this.running = this.#options.launch(this.#command!, this.process.logFile)
    this.#setStatus('starting')
    return this.running
  }

  /** Returns why the process did not become ready, or undefined when it did. */
  async #untilReady(
    running: Running,
    signal: AbortSignal,
    timeoutMs = Number.POSITIVE_INFINITY,
  ): Promise<string | undefined> {
    let exit: string | undefined
    void running.exited.then((how) => {
      exit = how
    })
    for (const end = performance.now() + timeoutMs; performance.now() < end; ) {
      const ready = await this.process.ready(running.pid)
      if (signal.aborted) return stoppedEarly
      if (exit) return exit
      if (ready) {
        this.#setStatus('ready')
        return undefined
      }
      await Promise.race([Bun.sleep(this.#options.timing.probeIntervalMs), running.exited])
    }
    return `was not ready within ${inSeconds(timeoutMs)}`
  }

  /** Restarts the process whenever it exits, with back-off, until it is stopped. */
  async #keep(first: Running, signal: AbortSignal): Promise<void> {
    let running = first
    let readySince: number | undefined = performance.now()
    for (;;) {
      const how = await running.exited
      if (signal.aborted) return
      const delayMs = this.#backOff(readySince === undefined ? 0 : performance.now() - readySince)
      readySince = undefined
      this.running = undefined
      this.#setStatus('restarting')
      this.#options.log(`${this.process.name} ${how}, restarting in ${inSeconds(delayMs)}`)
      // Rejects at once when the process is stopped.
      await sleep(delayMs, undefined, { signal }).catch(() => {})
      if (signal.aborted) return
      running = this.#launch()
      if (await this.#untilReady(running, signal)) continue
      readySince = performance.now()
      this.#options.log(`${this.process.name} is ready again`)
    }
  }
}

type Options = {
  processes: readonly ManagedProcess[]
  launch: Launch
  log: (line: string) => void
  /** Called after every change of status. */
  changed?: (runners: readonly ProcessRunner[]) => void
  timing?: Partial<Timing>
}

/** Starts processes in dependency order, in parallel where possible, keeps them running, and stops them in reverse. */
export class Supervisor {
  readonly runners: readonly ProcessRunner[]
  #starting: Promise<unknown> = Promise.resolve()
  #stopping: Promise<void> | undefined

  constructor({ processes, launch, log, changed, timing }: Options) {
    const options = {
      launch,
      log,
      changed: () => changed?.(this.runners ?? []),
      timing: { probeIntervalMs: 100, startTimeoutMs: 120_000, graceMs: 10_000, ...timing },
    }
    this.runners = processes.map((process) => new ProcessRunner(process, options))
  }

  /** Resolves when every process is ready. When one fails, all are stopped before this rejects with its failure. */
  async start(): Promise<void> {
    const starts = new Map<string, Promise<void>>()
    const startOne = (runner: ProcessRunner): Promise<void> => {
      const { name, after } = runner.process
      const begun = starts.get(name)
      if (begun) return begun
      const start = (async () => {
        await Promise.all(after.map((earlier) => startOne(this.runner(earlier))))
        if (this.#stopping) throw new Error('The start was canceled')
        await runner.start()
      })()
      starts.set(name, start)
      return start
    }
    const all = this.runners.map(startOne)
    this.#starting = Promise.allSettled(all)
    try {
      await Promise.all(all)
    } catch (failure) {
      await this.stop()
      throw failure
    }
  }

  /** Stops every process, each after those that depend on it. */
  stop(): Promise<void> {
    this.#stopping ??= this.#stopAll()
    return this.#stopping
  }

  async #stopAll(): Promise<void> {
    const stops = new Map<ProcessRunner, Promise<void>>()
    const stopOne = (runner: ProcessRunner): Promise<void> => {
      const begun = stops.get(runner)
      if (begun) return begun
      const users = this.runners.filter(({ process }) => process.after.includes(runner.process.name))
      const stop = Promise.all(users.map(stopOne)).then(() => runner.stop())
      stops.set(runner, stop)
      return stop
    }
    await Promise.all(this.runners.map(stopOne))
    // Preparations in progress (a package manager, say) are awaited, not interrupted.
    await this.#starting
    await Promise.all(this.runners.map((runner) => runner.stop()))
  }

  runner(name: string): ProcessRunner {
    const found = this.runners.find(({ process }) => process.name === name)
    if (!found) throw new Error(`This stack has no process ${name}`)
    return found
  }
}
