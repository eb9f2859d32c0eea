import { tabLabel } from '@app/table-schema/cell'
import type { Descriptor } from '@app/table-schema/descriptor'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { paths } from '../../app/paths'
import { Button, ButtonLink } from '../../ui/button'
import { LoadingMessage, PageMessage } from '../../ui/page-message'
import { Tabs } from '../../ui/tabs'
import { DashboardHeader } from './dashboard-header'
import { useView } from './list-view'
import { messageOf } from './message-of'
import { TableView } from './table-view'
import { fetchSchemas } from './tables.api'

/** Finds out which tables there are, then shows them. */
export function Dashboard() {
  const {
    data: schemas,
    error,
    refetch,
  } = useQuery({ queryKey: ['schemas'], queryFn: ({ signal }) => fetchSchemas(signal) })

  if (schemas) return <DashboardTables schemas={schemas} />
  if (!error) return <LoadingMessage title="Loading Dashboard">Discovering database schemas...</LoadingMessage>
  return (
    <PageMessage title="Dashboard Error">
      <p role="alert">{messageOf(error, 'Failed to load schemas')}</p>
      <div className="flex flex-wrap justify-center gap-3">
        <Button onClick={() => refetch()}>Retry</Button>
        <Link href={paths.home} asChild>
          <ButtonLink look="outline">Back to Website</ButtonLink>
        </Link>
      </div>
    </PageMessage>
  )
}

function DashboardTables({ schemas }: { schemas: readonly Descriptor[] }) {
  const { view, showTable, showSort, showPage } = useView(schemas)
  const schema = schemas.find(({ name }) => name === view.table)
  const tabs = schemas.map((each) => ({ key: each.name, label: tabLabel(each) }))

  return (
    <div className="min-h-svh">
      <DashboardHeader />
      <main className="mx-auto grid w-full max-w-[100rem] grid-cols-[minmax(0,1fr)] gap-6 px-4 py-4 md:px-8">
        {schema ? (
          <Tabs label="Tables" tabs={tabs} selected={schema.name} onSelect={showTable}>
            <TableView key={schema.name} schema={schema} view={view} onSort={showSort} onPage={showPage} />
          </Tabs>
        ) : (
          <h2 className="py-16 text-center text-2xl">No Schemas Found</h2>
        )}
      </main>
    </div>
  )
}
