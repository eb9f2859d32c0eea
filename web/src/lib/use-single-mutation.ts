import { type MutationKey, type UseMutationOptions, useMutation, useQueryClient } from '@tanstack/react-query'

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
