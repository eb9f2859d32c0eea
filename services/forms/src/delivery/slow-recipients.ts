import { minutes, seconds } from '@app/contracts/durations'

/** A failed attempt that took at least this long has blocked a connection for others. */
const slowMs = seconds(3)
const rememberMs = minutes(10)

/**
 * Keeps connections available for recipients whose server responds: a recipient whose last mail failed slowly gets at most
 * one connection until a mail succeeds. The list is local to the process.
 */
export function slowRecipients(now = Date.now) {
  const suspects = new Map<string, { until: number; busy: boolean }>()
  return {
    /** False while this recipient's only connection is in use: try again later. */
    tryAcquire(recipient: string): boolean {
      const suspect = suspects.get(recipient)
      if (!suspect || now() > suspect.until) return true
      if (suspect.busy) return false
      suspect.busy = true
      return true
    },
    release(recipient: string, { failed, took }: { failed: boolean; took: number }): void {
      const suspect = suspects.get(recipient)
      if (!failed) suspects.delete(recipient)
      else if (suspect || took >= slowMs) suspects.set(recipient, { until: now() + rememberMs, busy: false })
      for (const [name, { until }] of suspects) if (until < now()) suspects.delete(name)
    },
  }
}

export type SlowRecipients = ReturnType<typeof slowRecipients>
