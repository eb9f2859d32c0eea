const idleMs = 250
/** Before another attempt, when the database is unavailable for example. */
const failedMs = 2_000

type Work = {
  /** Resolves with whether there is more to do at once. */
  round: () => Promise<boolean>
  /** Another replica may take over at once. */
  release: () => Promise<void>
}

/** Runs work in the background, round after round, at once after one that found something. */
export function runLoop({ round, release }: Work, onError: (error: unknown) => void) {
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
