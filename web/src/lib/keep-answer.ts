import type { DataTag, QueryClient, QueryKey } from '@tanstack/react-query'

/** Keeps what a write has answered as the data of a query. What is being read meanwhile may be older, so it must not replace it. */
export async function keepAnswer<Data>(
  client: QueryClient,
  queryKey: DataTag<QueryKey, Data> | QueryKey,
  answer: NoInfer<Data> | ((known: NoInfer<Data> | undefined) => NoInfer<Data> | undefined),
): Promise<void> {
  await client.cancelQueries({ queryKey, exact: true })
  client.setQueryData(queryKey, answer)
}
