import type { CallResult } from '@app/contracts/call-request'
import type { Call } from '@app/contracts/calls/call'
import { queryOptions } from '@tanstack/react-query'
import { callApi, type Given } from './call-api'

/** TanStack Query options of a reading call: its key is the id of the call and its input. */
export const queryOf = <const C extends Call>(call: C, ...[input]: Given<C>) =>
  queryOptions({
    queryKey: [call.id, input] as readonly unknown[],
    queryFn: ({ signal }): Promise<CallResult<C>> => callApi(call, ...([{ ...input, signal }] as unknown as Given<C>)),
  })
