import { cancelDay as cancelCall, type DayCancellation } from '@app/contracts/days'
import { AppError } from '@app/contracts/errors'
import { readRoster } from '@app/contracts/today'
import { callApi } from '#lib/call-api'
import { queryOf } from '#lib/call-query'

export const dayQuery = (date: string) => ({ ...queryOf(readRoster, { query: { date } }), staleTime: 0 })

/** Begins to cancel a day; what is not done when it resolves continues on the server. A repeated call does only what is left. */
export async function cancelDay(date: string, body: DayCancellation): Promise<void> {
  const started = await callApi(cancelCall, { params: { date }, body })
  if (started.state === 'failed' || started.state === 'stopped')
    throw new AppError('conflict', started.reason ?? 'Failed to cancel the day')
}
