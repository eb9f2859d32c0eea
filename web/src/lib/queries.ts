import type { Call } from '@app/contracts/call'
import type { CallResult } from '@app/contracts/call-request'
import {
  type DataTag,
  type MutationKey,
  type QueryClient,
  type QueryKey,
  queryOptions,
  type UseMutationOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { type CallArguments, callApi } from './call-api'

/** TanStack Query options of a reading call: its key is the id of the call and its input. */
export const queryOf = <const C extends Call>(call: C, ...[input]: CallArguments<C>) =>
  queryOptions({
    queryKey: [call.id, input] as readonly unknown[],
    queryFn: ({ signal }): Promise<CallResult<C>> =>
      callApi(call, ...([{ ...input, signal }] as unknown as CallArguments<C>)),
  })

/** A mutation that ignores further calls while one with its key is running, so that a double click writes once. */
export function useSingleMutation<Data, Variables = void>(
  options: UseMutationOptions<Data, Error, Variables> & { mutationKey: MutationKey },
) {
  const client = useQueryClient()
  const mutation = useMutation({ networkMode: 'always', ...options })
  const mutate: typeof mutation.mutate = (...given) => {
    if (client.isMutating({ mutationKey: options.mutationKey, exact: true }) === 0) mutation.mutate(...given)
  }
  return { ...mutation, mutate }
}

type CallOptions<C extends Call, Variables> = Omit<
  UseMutationOptions<CallResult<C>, Error, Variables>,
  'mutationFn' | 'mutationKey'
> & {
  /** The input of the call, or a function that makes it from the variables. */
  input?: CallArguments<C>[0] | ((given: Variables) => NonNullable<CallArguments<C>[0]>)
  /** Needed where a function makes the input: calls about the same thing, such as one record, run one at a time. */
  about?: string
}

/** A single mutation that makes one call. */
export function useCallMutation<const C extends Call, Variables = void>(
  call: C,
  { input, about, ...options }: CallOptions<C, Variables> = {},
) {
  const fixed = typeof input === 'function' ? undefined : input
  return useSingleMutation<CallResult<C>, Variables>({
    mutationKey: [call.id, about, fixed],
    mutationFn: (given) => callApi(call, ...([typeof input === 'function' ? input(given) : input] as CallArguments<C>)),
    ...options,
  })
}

/** Keeps what a write has answered as the data of a query. What is being read meanwhile may be older, so it must not replace it. */
export async function keepAnswer<Data>(
  client: QueryClient,
  queryKey: DataTag<QueryKey, Data> | QueryKey,
  answer: NoInfer<Data> | ((known: NoInfer<Data> | undefined) => NoInfer<Data> | undefined),
): Promise<void> {
  await client.cancelQueries({ queryKey, exact: true })
  client.setQueryData(queryKey, answer)
}
