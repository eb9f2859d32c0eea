import type { Call } from '@app/contracts/call'
import type { CallResult } from '@app/contracts/call-request'
import { queryOptions } from '@tanstack/react-query'
import { type CallArguments, callApi } from './call-api'

/** TanStack Query options of a reading call: its key is the id of the call and its input. */
export const queryOf = <const C extends Call>(call: C, ...[input]: CallArguments<C>) =>
  queryOptions({
    queryKey: [call.id, input] as readonly unknown[],
    queryFn: ({ signal }): Promise<CallResult<C>> =>
      callApi(call, ...([{ ...input, signal }] as unknown as CallArguments<C>)),
  })
