import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { noteOutcome } from './connection'

type Meta = Record<string, unknown> | undefined
/** Of queries and mutations that may end without a call; they note what their calls do themselves. */
export const local = { local: true }

const succeeded = (meta: Meta) => meta?.['local'] !== true && noteOutcome()
const failed = (error: unknown, meta: Meta) => meta?.['local'] !== true && noteOutcome(error)

/** The cache of the server data of a page. Offline calls fail at once with a message instead of pausing silently. */
export const createQueryClient = () =>
  new QueryClient({
    queryCache: new QueryCache({
      onSuccess: (_data, { meta }) => succeeded(meta),
      onError: (error, { meta }) => failed(error, meta),
    }),
    mutationCache: new MutationCache({
      onSuccess: (_data, _variables, _result, { meta }) => succeeded(meta),
      onError: (error, _variables, _result, { meta }) => failed(error, meta),
    }),
    defaultOptions: { queries: { retry: false, networkMode: 'always', staleTime: 0 } },
  })
