import { seconds } from '@app/contracts/durations'

/** After a round that found something. Each round without doubles it. */
const busyMs = 250
/** The longest pause, which is what the first event after a rest may wait. */
const restMs = seconds(1)
/** Before another attempt, when the database is unavailable for example. */
const failedMs = seconds(2)

/** `more`: there is more to do at once. `some`: more may follow soon. */
export type Outcome = 'more' | 'some' | 'none'

type Work = {
  round: () => Promise<Outcome>
  /** Another replica may take over at once. */
  release: () => Promise<void>
}

/** Runs work in the background, round after round: at once after one that left something, and less often while there is nothing. */
export function runLoop({ round, release }: Work, onError: (error: unknown) => void) {
  let isClosed = false
  let isWoken = false
  let hasFailed = false
  let resume = () => {}
  const wake = () => {
    isWoken = true
    // What failed is not tried more often because there is more to do.
    if (isClosed || !hasFailed) resume()
  }
  const loop = async () => {
    let pauseMs = busyMs
    while (!isClosed) {
      isWoken = false
      hasFailed = false
      try {
        const outcome = await round()
        if (outcome === 'more') continue
        pauseMs = outcome === 'some' ? busyMs : Math.min(pauseMs * 2, restMs)
      } catch (error) {
        onError(error)
        hasFailed = true
      }
      if (isClosed || (isWoken && !hasFailed)) continue
      await new Promise<void>((resolve) => {
        resume = resolve
        setTimeout(resolve, hasFailed ? failedMs : pauseMs)
      })
    }
    await release().catch(onError)
  }
  const running = loop()
  return {
    /** Ends the pause: there is something to do. */
    wake,
    close: async (): Promise<void> => {
      isClosed = true
      wake()
      await running
    },
  }
}
