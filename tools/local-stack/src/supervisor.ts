import type { Launch } from './launch'
import type { ManagedProcess } from './process'
import { ProcessRunner, type Timing } from './process-runner'

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
