import { seconds } from '@app/contracts/durations'

/** Redis may be away for as long as it likes: every connection tries again, at least every two seconds. */
export const reconnecting = {
  maxRetriesPerRequest: null,
  retryStrategy: (attempt: number) => Math.min(attempt * 200, seconds(2)),
}
