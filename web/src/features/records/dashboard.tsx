import { tabLabel } from '@app/table-schema/cell'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { failureText } from '#lib/failure-text'
import { paths } from '#lib/paths'
import { Button, ButtonLink } from '#ui/button'
import { LoadingMessage, PageMessage } from '#ui/page-message'
import { Tabs } from '#ui/tabs'
import { Toasts } from '#ui/toast'
import { useView } from './list/list-view'
import { type Schemas, schemasQuery, type UnusableTable } from './list/tables.api'
import { useExtensions } from './list/use-schema'
import { TableView } from './table-view'
import './tables.css'

/** Loads the table schemas and shows the tables under a header. */
export function Dashboard({ header }: { header: ReactNode }) {
  const { data: schemas, error, refetch } = useQuery(schemasQuery)

  if (schemas) return <DashboardTables schemas={schemas} header={header} />
  if (!error) return <LoadingMessage title="Loading Dashboard">Discovering database schemas...</LoadingMessage>
  return (
    <PageMessage title="Dashboard Error">
      <p role="alert">{failureText(error, 'Failed to load schemas')}</p>
      <div className="flex flex-wrap justify-center gap-3">
        <Button onClick={() => refetch()}>Retry</Button>
        <ButtonLink href={paths.home} variant="outline">
          Back to Website
        </ButtonLink>
      </div>
    </PageMessage>
  )
}

function DashboardTables({ schemas: { tables, unusable }, header }: { schemas: Schemas; header: ReactNode }) {
  const { view, show } = useView(tables)
  const extensionOf = useExtensions()
  const schema = tables.find(({ name }) => name === view.table)
  const tabs = [
    ...tables.map((each) => {
      const { TabBadge } = extensionOf(each.name)
      return { key: each.name, label: tabLabel(each), href: `?table=${each.name}`, badge: TabBadge && <TabBadge /> }
    }),
    ...unusable.map(({ name, label, reason }, at) => ({ key: `${name}-${at}`, label, href: '', error: reason })),
  ]

  return (
    <div className="dashboard min-h-svh">
      {header}
      <main className="dashboard-main mx-auto grid w-full max-w-[110rem] grid-cols-[minmax(0,1fr)] content-start gap-4 px-4 py-3 md:px-8 low:gap-2 low:py-1">
        {tabs.length === 0 && <h2 className="py-16 text-center text-2xl">No Schemas Found</h2>}
        {unusable.length > 0 && <UnusableTables unusable={unusable} />}
        {tabs.length > 0 && (
          <Tabs label="Tables" tabs={tabs} selected={schema?.name} onSelect={(table) => show({ table })}>
            {schema && <TableView key={schema.name} schema={schema} view={view} show={show} />}
          </Tabs>
        )}
      </main>
      <Toasts />
    </div>
  )
}

/** Tables whose schema is invalid; the other tables work. */
const UnusableTables = ({ unusable }: { unusable: readonly UnusableTable[] }) => (
  <div role="status" className="grid gap-1 rounded-lg border border-warn-line bg-warn-soft px-4 py-2 text-sm">
    {unusable.map(({ name, label, reason }) => (
      <p key={`${name} ${reason}`} className="[overflow-wrap:anywhere]">
        <strong>{label}</strong> cannot be shown: {reason}
      </p>
    ))}
  </div>
)
