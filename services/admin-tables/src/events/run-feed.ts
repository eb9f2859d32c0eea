import type { Sequencer } from './sequencer'

const idleMs = 250
/** Before another attempt, when the database is unavailable for example. */
const failedMs = 2_000

/** Runs the sequencer in the background, at once after a round that found something. */
export function runFeed({ round, release }: Sequencer, onError: (error: unknown) => void) {
  let isClosed = false
  let wake = () => {}
  const loop = async () => {
    while (!isClosed) {
      let pauseMs = idleMs
      try {
        if (await round()) continue
      } catch (error) {
        onError(error)
        pauseMs = failedMs
      }
      if (isClosed) break
      await new Promise<void>((resolve) => {
        wake = resolve
        setTimeout(resolve, pauseMs)
      })
    }
    await release().catch(onError)
  }
  const running = loop()
  return {
    close: async (): Promise<void> => {
      isClosed = true
      wake()
      await running
    },
  }
}
