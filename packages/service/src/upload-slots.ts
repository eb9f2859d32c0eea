import { seconds } from '@app/contracts/durations'

/** After this time the server has closed a silent connection. */
const slotTimeoutMs = seconds(30)

/**
 * Limits concurrent uploads, because each occupies a multiple of its size in memory until it is answered. A slot that is
 * never released becomes free after a timeout.
 */
export function uploadSlots(max: number, now = Date.now) {
  const held = new Map<Request, number>()
  return {
    /** False when no slot is free. */
    acquire(request: Request): boolean {
      const at = now()
      for (const [other, since] of held) if (since + slotTimeoutMs <= at) held.delete(other)
      if (held.size >= max) return false
      held.set(request, at)
      return true
    },
    release: (request: Request) => void held.delete(request),
  }
}
