import type { Launch } from './launch'
import type { Part } from './part'
import { PartRunner, type Timing } from './part-runner'

type Options = {
  parts: readonly Part[]
  launch: Launch
  log: (line: string) => void
  /** Called after every change of a part. */
  changed?: (runners: readonly PartRunner[]) => void
  timing?: Partial<Timing>
}

/** Starts the parts in their order, each as early as it can, keeps them running, and ends them the other way round. */
export class Supervisor {
  readonly runners: readonly PartRunner[]
  #starting: Promise<unknown> = Promise.resolve()
  #stopping: Promise<void> | undefined

  constructor({ parts, launch, log, changed, timing }: Options) {
    const around = {
      launch,
      log,
      changed: () => changed?.(this.runners ?? []),
      timing: { probeEvery: 100, startWithin: 60_000, grace: 10_000, ...timing },
    }
    this.runners = parts.map((part) => new PartRunner(part, around))
  }

  /** Resolves when every part is ready. When one fails all are ended before this rejects with its failure. */
  async start(): Promise<void> {
    const starts = new Map<string, Promise<void>>()
    const startOne = (runner: PartRunner): Promise<void> => {
      const { name, after } = runner.part
      const begun = starts.get(name)
      if (begun) return begun
      const start = (async () => {
        await Promise.all(after.map((earlier) => startOne(this.runner(earlier))))
        if (this.#stopping) throw new Error('The start was broken off')
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

  /** Ends everything, each part after those that use it. */
  stop(): Promise<void> {
    this.#stopping ??= this.#stopAll()
    return this.#stopping
  }

  async #stopAll(): Promise<void> {
    const stops = new Map<PartRunner, Promise<void>>()
    const stopOne = (runner: PartRunner): Promise<void> => {
      const begun = stops.get(runner)
      if (begun) return begun
      const users = this.runners.filter(({ part }) => part.after.includes(runner.part.name))
      const stop = Promise.all(users.map(stopOne)).then(() => runner.stop())
      stops.set(runner, stop)
      return stop
    }
    await Promise.all(this.runners.map(stopOne))
    // What was being made ready meanwhile (a package manager at work) must not be left behind half done.
    await this.#starting
    await Promise.all(this.runners.map((runner) => runner.stop()))
  }

  runner(name: string): PartRunner {
    const found = this.runners.find(({ part }) => part.name === name)
    if (!found) throw new Error(`There is no part named ${name} in this stack`)
    return found
  }
}
