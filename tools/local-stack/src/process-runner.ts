import { setTimeout as sleep } from 'node:timers/promises'
import type { Command, Launch, Running } from './launch'
import { type ManagedProcess, ProcessFailure, type ProcessStatus } from './process'

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

export type RunnerOptions = {
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
      throw new ProcessFailure(this.process.name, `cannot start: ${error instanceof Error ? error.message : error}`)
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
