import { createBackOff } from './back-off'
import type { Command, Launch, Running } from './launch'
import { type Part, PartFailure, type PartStatus } from './part'

export type Timing = {
  probeEvery: number
  startWithin: number
  grace: number
  backOff?: Parameters<typeof createBackOff>[0]
}

export type Surroundings = {
  launch: Launch
  log: (line: string) => void
  changed: () => void
  timing: Timing
}

const stoppedEarly = 'was stopped while starting'

/** Ends early when the part is no longer wanted. */
function sleepWhile(wanted: AbortSignal, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(done, ms)
    wanted.addEventListener('abort', done, { once: true })
  })
}

const inSeconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`

/** Keeps one part running from `start` to `stop`. */
export class PartRunner {
  readonly part: Part
  status: PartStatus = 'waiting'
  running: Running | undefined
  #around: Surroundings
  #command: Command | undefined
  /** From one start to the next stop; aborted when the part is no longer wanted. */
  #life: AbortController | undefined
  #backOff: ReturnType<typeof createBackOff>

  constructor(part: Part, around: Surroundings) {
    this.part = part
    this.#around = around
    this.#backOff = createBackOff(around.timing.backOff)
  }

  /** Resolves when the part is ready. Rejects when it ends before that, or takes too long. */
  async start(): Promise<void> {
    if (this.#life) return
    this.#life = new AbortController()
    const wanted = this.#life.signal
    const began = performance.now()
    this.#become('starting')
    try {
      this.#command ??= await this.part.command()
    } catch (error) {
      this.#life = undefined
      throw new PartFailure(this.part.name, `cannot start: ${error instanceof Error ? error.message : error}`)
    }
    if (wanted.aborted) throw new PartFailure(this.part.name, stoppedEarly)
    const running = this.#launch()
    const fault = await this.#untilReady(running, wanted, this.#around.timing.startWithin)
    if (fault) {
      await this.stop()
      throw new PartFailure(this.part.name, fault)
    }
    this.#around.log(`${this.part.name.padEnd(13)} ready  ${inSeconds(performance.now() - began).padStart(7)}`)
    void this.#keep(running, wanted)
  }

  /** Ends the process and leaves it ended. Resolves when nothing of it is left. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    this.#life?.abort()
    this.#life = undefined
    const running = this.running
    if (running) {
      running.signal(signal)
      const insist = setTimeout(() => running.signal('SIGKILL'), this.part.grace ?? this.#around.timing.grace)
      await running.exited
      clearTimeout(insist)
      this.running = undefined
    }
    this.#become('stopped')
  }

  #become(status: PartStatus) {
    this.status = status
    this.#around.changed()
  }

  #launch(): Running {
    this.running = this.#around.launch(this.#command!, this.part.logFile)
    this.#become('starting')
    return this.running
  }

  /** Says why the process did not become ready, or nothing when it did. */
  async #untilReady(
    running: Running,
    wanted: AbortSignal,
    within = Number.POSITIVE_INFINITY,
  ): Promise<string | undefined> {
    let ended: string | undefined
    void running.exited.then((how) => {
      ended = how
    })
    for (const end = performance.now() + within; performance.now() < end; ) {
      const ready = await this.part.ready(running.pid)
      if (wanted.aborted) return stoppedEarly
      if (ended) return ended
      if (ready) {
        this.#become('ready')
        return undefined
      }
      await Promise.race([Bun.sleep(this.#around.timing.probeEvery), running.exited])
    }
    return `was not ready within ${inSeconds(within)}`
  }

  /** From here on an end is an accident: start again, each time a little later, for as long as the part is wanted. */
  async #keep(first: Running, wanted: AbortSignal): Promise<void> {
    let running = first
    let readySince: number | undefined = performance.now()
    for (;;) {
      const how = await running.exited
      if (wanted.aborted) return
      const wait = this.#backOff(readySince === undefined ? 0 : performance.now() - readySince)
      readySince = undefined
      this.running = undefined
      this.#become('restarting')
      this.#around.log(`${this.part.name} ${how}, starts again in ${inSeconds(wait)}`)
      await sleepWhile(wanted, wait)
      if (wanted.aborted) return
      running = this.#launch()
      if (await this.#untilReady(running, wanted)) continue
      readySince = performance.now()
      this.#around.log(`${this.part.name} is ready again`)
    }
  }
}
