import { Redirect, Route, Switch, useSearchParams } from 'wouter'
import { Dashboard } from '#features/records/dashboard'
import { NewRecordContext } from '#features/records/list/references/new-record'
import { ExtensionsContext } from '#features/records/list/use-extension'
import { paths } from '#lib/paths'
import { startsWithToday } from '#lib/start-page'
import { ChunkPage } from '#ui/chunk'
import { ChunkBoundary } from '#ui/chunk-boundary'
import { onDemand } from '#ui/on-demand'
import { LoadingMessage } from '#ui/page-message'
import { usePageTitle } from '#ui/page-title'
import { DashboardHeader } from './dashboard-header'
import { useKeptFocus } from './keep-focus'
import { AboveTables, RightFor } from './may-open'
import { extensions, hosts } from './modules'
import { useQuietTitles } from './quiet-titles'
import { StaffLayout } from './staff-layout'
import { staffPages } from './staff-pages'

const NewRecordDialog = onDemand(
  () => import('#features/records/record/new-record/new-record-dialog'),
  (file) => file.NewRecordDialog,
)

/** The staff pages: a chunk of its own. */
export function DashboardPage() {
  useKeptFocus()
  useQuietTitles()
  return (
    <ExtensionsContext value={extensions}>
      <NewRecordContext value={NewRecordDialog}>
        <Switch>
          {Object.entries(staffPages).map(([path, page]) => (
            <Route key={path} path={path}>
              <StaffLayout isWide={path === paths.inbox}>
                <ChunkBoundary loading={<LoadingMessage title="Loading" />}>
                  <RightFor path={path}>
                    <ChunkPage of={page} />
                  </RightFor>
                </ChunkBoundary>
              </StaffLayout>
            </Route>
          ))}
          <Route>
            <Tables />
          </Route>
        </Switch>
        {hosts.map((Host) => (
          <Host key={Host.name} />
        ))}
      </NewRecordContext>
    </ExtensionsContext>
  )
}

/** The tables; without a table in the address those who chose so start with Today. */
function Tables() {
  usePageTitle('Admin Dashboard')
  const [search] = useSearchParams()
  if (location.pathname === paths.admin && location.search === '' && startsWithToday())
    return <Redirect to={paths.today} replace />
  const header = (
    <div>
      <DashboardHeader />
      <AboveTables path={location.pathname} table={search.get('table') ?? ''} />
    </div>
  )
  return <Dashboard header={header} extensions={extensions} />
}
