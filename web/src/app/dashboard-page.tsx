import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { inquiryExtension } from '#features/inquiries/inquiry-extension'
import { Dashboard } from '#features/tables/dashboard'
import { usePageTitle } from '#ui/page-title'
import { DashboardHeader } from './dashboard-header'

/** What single tables add to the dashboard. */
const extensions = { contact_submissions: inquiryExtension }

/** The dashboard: a chunk of its own, with the cache of its server data. */
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
      <Dashboard header={<DashboardHeader />} extensions={extensions} />
    </QueryClientProvider>
  )
}
