import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { usePageTitle } from '../../ui/page-title'
import { Dashboard } from './dashboard'

/** The staff's side of the site: a chunk of its own, with the store of what was fetched for it. */
export function DashboardPage() {
  usePageTitle('Admin Dashboard')
  const [client] = useState(
    () =>
      new QueryClient({
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
