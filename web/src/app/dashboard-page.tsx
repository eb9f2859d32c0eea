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
        // Offline calls fail at once with a message instead of pausing silently.
        defaultOptions: { queries: { retry: false, networkMode: 'always', staleTime: 0 } },
      }),
  )
  return (
    <QueryClientProvider client={client}>
      <Dashboard header={<DashboardHeader />} extensions={extensions} />
    </QueryClientProvider>
  )
}
