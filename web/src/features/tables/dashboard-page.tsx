import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { usePageTitle } from '../../ui/page-title'
import { refusedAtom } from '../sign-in/access.atoms'
import { Dashboard } from './dashboard'

/** The staff's side of the site: a chunk of its own, with the store of what was fetched for it. */
export function DashboardPage() {
  usePageTitle('Admin Dashboard')
  const onRefused = useSetAtom(refusedAtom)
  const [client] = useState(
    () =>
      new QueryClient({
        queryCache: new QueryCache({ onError: onRefused }),
        // A call fails at once where there is no network: a message is better than a silent wait.
        defaultOptions: { queries: { retry: false, networkMode: 'always', staleTime: 0 } },
      }),
  )
  return (
    <QueryClientProvider client={client}>
      <Dashboard />
    </QueryClientProvider>
  )
}
