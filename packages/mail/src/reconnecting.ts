import { seconds } from '@app/contracts/durations'

/** Connections retry for as long as Redis is unavailable, at least every two seconds. */
export const reconnecting = {
  maxRetriesPerRequest: null,
  retryStrategy: (attempt: number) => Math.min(attempt * 200, seconds(2)),
}
