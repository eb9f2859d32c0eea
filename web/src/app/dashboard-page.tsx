import { Redirect, Route, Switch } from 'wouter'
import { announcementExtension } from '#features/announcements/announcement-extension'
import { ImportButton } from '#features/imports/import-button'
import { RecordPrivacy } from '#features/inquiries/inquiry-extension'
import { NewRecordContext } from '#features/list/references/new-record'
import { WriteHost } from '#features/mailings/write-dialog'
import { NewRecordDialog } from '#features/record/new-record/new-record-dialog'
import { AgeNote, BirthDate } from '#features/students/birth-date'
import { SignHost } from '#features/waivers/sign-host'
import { StudentWaivers } from '#features/waivers/student-waivers'
import { paths } from '#lib/paths'
import { startsWithToday } from '#lib/start-page'
import { everyTable } from '#lib/table-extension'
import { ChunkPage } from '#ui/chunk'
import { ChunkBoundary } from '#ui/chunk-boundary'
import { LoadingMessage } from '#ui/page-message'
import { usePageTitle } from '#ui/page-title'
import { DashboardHeader } from './dashboard-header'
import { inquiries } from './inquiries'
import { KeysHost } from './keys/keys-host'
import { lessonExtension } from './lesson-extension'
import { RangeKeeper } from './range/range-keeper'
import { RecordHistory } from './record-history'
import { StaffLayout } from './staff-layout'
import { staffPages } from './staff-pages'
import { Dashboard } from './tables/dashboard'
import { WriteToSelected } from './write-to-selected'

/** What single tables add to the dashboard. */
const extensions = {
  announcements: announcementExtension,
  contact_submissions: inquiries,
  lessons: lessonExtension,
  students: {
    BulkActions: WriteToSelected,
    cells: { birth_date: BirthDate },
    details: { birth_date: BirthDate },
    widths: { birth_date: 190 },
    FormNotes: AgeNote,
    RecordHead: StudentWaivers,
    RecordTail: RecordPrivacy,
  },
  instructors: { BulkActions: WriteToSelected },
  [everyTable]: {
    HeadingActions: ImportButton,
    recordSections: [{ key: 'history', label: 'History', Section: RecordHistory }],
  },
}

/** The staff pages: a chunk of its own. */
export function DashboardPage() {
  return (
    <NewRecordContext value={NewRecordDialog}>
      <Switch>
        {Object.entries(staffPages).map(([path, page]) => (
          <Route key={path} path={path}>
            <StaffLayout isWide={path === paths.inbox}>
              <ChunkBoundary loading={<LoadingMessage title="Loading" />}>
                <ChunkPage of={page} />
              </ChunkBoundary>
            </StaffLayout>
          </Route>
        ))}
        <Route>
          <Tables />
        </Route>
      </Switch>
      <KeysHost />
      <RangeKeeper />
      <WriteHost />
      <SignHost />
    </NewRecordContext>
  )
}

/** The tables; without a table in the address those who chose so start with Today. */
function Tables() {
  usePageTitle('Admin Dashboard')
  if (location.pathname === paths.admin && location.search === '' && startsWithToday())
    return <Redirect to={paths.today} replace />
  return <Dashboard header={<DashboardHeader />} extensions={extensions} />
}
