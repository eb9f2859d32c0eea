import { minutes, seconds } from '@app/contracts/durations'

/** A failed try that took this long has held up others. */
const slow = seconds(3)
const rememberedFor = minutes(10)

/**
 * Keeps the connections free for those whose server answers: a recipient whose last mail failed slowly gets one connection
 * at most until a mail goes through. Each process finds out for itself.
 */
export function slowRecipients(now = Date.now) {
  const suspects = new Map<string, { until: number; busy: boolean }>()
  return {
    /** False: this recipient's only connection is taken, try again later. */
    enter(recipient: string): boolean {
      const suspect = suspects.get(recipient)
      if (!suspect || now() > suspect.until) return true
      if (suspect.busy) return false
      suspect.busy = true
      return true
    },
    leave(recipient: string, { failed, took }: { failed: boolean; took: number }): void {
      const suspect = suspects.get(recipient)
      if (!failed) suspects.delete(recipient)
      else if (suspect || took >= slow) suspects.set(recipient, { until: now() + rememberedFor, busy: false })
      // Whoever never came back is no reason to grow for ever.
      for (const [name, { until }] of suspects) if (until < now()) suspects.delete(name)
    },
  }
}

export type SlowRecipients = ReturnType<typeof slowRecipients>
