import { seconds } from '@app/contracts/durations'

/** The server has given up on a request that is silent for so long. */
const forgottenAfter = seconds(30)

/**
 * Places for requests whose body is large: what a few of them hold at once is all the memory there is for it. A place that
 * nobody gives back is free again after a while.
 */
export function uploadPlaces(most: number, now = Date.now) {
  const taken = new Map<Request, number>()
  return {
    /** False when there is none left. */
    take(request: Request): boolean {
      const at = now()
      for (const [other, since] of taken) if (since + forgottenAfter <= at) taken.delete(other)
      if (taken.size >= most) return false
      taken.set(request, at)
      return true
    },
    giveBack: (request: Request) => void taken.delete(request),
  }
}
