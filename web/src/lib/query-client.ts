import { QueryClient } from '@tanstack/react-query'

/** The cache of the server data of a page. Offline calls fail at once with a message instead of pausing silently. */
export const createQueryClient = () =>
  new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always', staleTime: 0 } } })
