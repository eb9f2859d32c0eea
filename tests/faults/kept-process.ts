/** A process that can be stopped, as `startReplica` returns it. */
type Stoppable = { stop(signal?: NodeJS.Signals): Promise<void> }

/** One process of a run with faults: it is stopped and started again, also concurrently, until `end`. */
export async function keepProcess<Process extends Stoppable>(start: () => Promise<Process>) {
  let current = await start()
  let ended = false
  let changing: Promise<unknown> = Promise.resolve()

  async function startAgain(): Promise<void> {
    while (!ended) {
      try {
        current = await start()
        return
      } catch {
        // Its dependencies may be down.
      }
    }
  }
  /** Changes run one after the other, so that no start overtakes a stop. */
  function change(work: () => Promise<void>): Promise<void> {
    const done = changing.then(work)
    changing = done.catch(() => {})
    return done
  }

  return {
    get replica() {
      return current
    },
    /** Stops the process and starts it again after `pause` ms. */
    restart: (signal: NodeJS.Signals, pause = 0) =>
      change(async () => {
        await current.stop(signal)
        await new Promise((resolve) => setTimeout(resolve, pause))
        await startAgain()
      }),
    stop: (signal: NodeJS.Signals = 'SIGTERM') => change(() => current.stop(signal)),
    start: () => change(startAgain),
    /** Stops the process for good, also one that is just being started. */
    async end(): Promise<void> {
      ended = true
      await current.stop('SIGTERM')
      await changing
      await current.stop('SIGKILL')
    },
  }
}
