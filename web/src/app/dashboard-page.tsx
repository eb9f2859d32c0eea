import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Redirect, Route, Switch } from 'wouter'
import { announcementExtension } from '#features/announcements/announcement-extension'
import { ImportButton } from '#features/imports/import-button'
import { Dashboard } from '#features/tables/dashboard'
import { paths } from '#lib/paths'
import { startsWithToday } from '#lib/start-page'
import { everyTable } from '#lib/table-extension'
import { ChunkBoundary } from '#ui/chunk-boundary'
import { LoadingMessage } from '#ui/page-message'
import { usePageTitle } from '#ui/page-title'
import { DashboardHeader } from './dashboard-header'
import { inquiries } from './inquiries'
import { KeysHost } from './keys/keys-host'
import { lessonExtension } from './lesson-extension'
import { RecordHistory } from './record-history'
import { StaffLayout } from './staff-layout'
import {
  ActivityPage,
  CalendarPage,
  InquirySettingsPage,
  InsightsPage,
  PeoplePage,
  RosterPage,
  ShapePage,
  TodayPage,
  TrashPage,
} from './staff-pages'

/** What single tables add to the dashboard. */
const extensions = {
  announcements: announcementExtension,
  contact_submissions: inquiries,
  lessons: lessonExtension,
  [everyTable]: {
    HeadingActions: ImportButton,
    recordSections: [{ key: 'history', label: 'History', Section: RecordHistory }],
  },
}

/** The staff pages: a chunk of its own, with the cache of their server data. */
export function DashboardPage() {
  const [client] = useState(
    () =>
      new QueryClient({
        // Offline calls fail at once with a message instead of pausing silently.
        defaultOptions: { queries: { retry: false, networkMode: 'always', staleTime: 0 } },
      }),
  )
  return (
    <QueryClientProvider client={client}>
      <Switch>
        <Route path={paths.inquirySettings}>
          <Page>
            <InquirySettingsPage />
          </Page>
        </Route>
        <Route path={paths.today}>
          <Page>
            <TodayPage />
          </Page>
        </Route>
        <Route path={paths.calendar}>
          <Page>
            <CalendarPage />
          </Page>
        </Route>
        <Route path={paths.insights}>
          <Page>
            <InsightsPage />
          </Page>
        </Route>
        <Route path={paths.roster}>
          <Page>
            <RosterPage />
          </Page>
        </Route>
        <Route path={paths.shape}>
          <Page>
            <ShapePage />
          </Page>
        </Route>
        <Route path={paths.trash}>
          <Page>
            <TrashPage />
          </Page>
        </Route>
        <Route path={paths.activity}>
          <Page>
            <ActivityPage />
          </Page>
        </Route>
        <Route path={paths.people}>
          <Page>
            <PeoplePage />
          </Page>
        </Route>
        <Route>
          <Tables />
        </Route>
      </Switch>
      <KeysHost />
    </QueryClientProvider>
  )
}

const Page = ({ children }: { children: ReactNode }) => (
  <StaffLayout>
    <ChunkBoundary loading={<LoadingMessage title="Loading" />}>{children}</ChunkBoundary>
  </StaffLayout>
)

/** The tables; without a table in the address those who chose so start with Today. */
function Tables() {
  usePageTitle('Admin Dashboard')
  if (location.pathname === paths.admin && location.search === '' && startsWithToday())
    return <Redirect to={paths.today} replace />
  return <Dashboard header={<DashboardHeader />} extensions={extensions} />
}
