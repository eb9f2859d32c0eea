import { minutes, seconds } from '@app/contracts/durations'
import { writeLimit } from '@app/mongo'

/** By how much the clocks of two replicas may differ. */
const clockSkew = seconds(2)
/** A write that begins while the lease is held has ended on the server when the lease runs out. */
const margin = clockSkew + writeLimit.maxTimeMS
/** A chunk that takes longer hangs: its lease is left to run out. */
const maxChunkMs = minutes(2)

/** The job was taken over by another replica, or may have been. */
export class LeaseLost extends Error {}

/** Keeps the lease of one claim while its chunks run, and knows when it may have been lost. */
export function holdLease(leaseMs: number, renew: () => Promise<boolean>, now = () => performance.now()) {
  let validUntil = now() + leaseMs - margin
  let chunkEnds = now() + maxChunkMs
  let isLost = false
  const timer = setInterval(async () => {
    const startedAt = now()
    if (isLost || startedAt > chunkEnds) return
    const isOurs = await renew().catch(() => undefined)
    if (isOurs) validUntil = startedAt + leaseMs - margin
    else if (isOurs === false) isLost = true
  }, leaseMs / 3)
  timer.unref?.()
  return {
    /** @throws LeaseLost */
    hold(): void {
      if (isLost || now() > validUntil) throw new LeaseLost()
    },

    /** A chunk was reported at this time, which has renewed the lease. */
    reported(startedAt: number): void {
      validUntil = startedAt + leaseMs - margin
      chunkEnds = now() + maxChunkMs
    },

    stop: () => clearInterval(timer),
  }
}
