import { createSchema } from '@app/contracts/schema-calls'
import type { TableSummary } from '@app/contracts/schema-editor'
import type { TableSchema } from '@app/table-schema/schema'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { addFieldParameter } from '#lib/paths'
import { useCallMutation } from '#lib/queries'
import { useRecentSignIn } from '#lib/recent-sign-in'
import { momentText } from '#lib/school-time'
import { Badge } from '#ui/badge'
import { Button } from '#ui/button'
import { TextField } from '#ui/field'
import { LoadState } from '#ui/load-state'
import { usePageTitle } from '#ui/page-title'
import { SavingDialog } from '#ui/saving-dialog'
import { nameFor } from './draft'
import { reloadSchemas, schemaQuery, tablesQuery } from './schema-queries'
import { TableEditor } from './table-editor'

type Props = {
  table: string | null
  onOpen: (table: string | null) => void
  onAdded?: (() => void) | undefined
}

/** Tables and fields: admins only. */
export function SchemaPage({ table, onOpen, onAdded }: Props) {
  usePageTitle('Tables and fields')
  const { data, error, refetch } = useQuery(tablesQuery)
  const [isAdding, setAdding] = useState(false)
  const state = <LoadState query={{ data, error, refetch }} what="the tables" />
  if (!data)
    return (
      <>
        <h2 className="text-2xl">Tables and fields</h2>
        {state}
      </>
    )
  // Its draft outlives a failure of the list.
  const page = { onAdded, onLeave: () => onOpen(null) }
  if (table !== null) return <OneTable name={table} tables={data} {...page} />
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-2xl">Tables and fields</h2>
        <Button onClick={() => setAdding(true)}>
          <Plus className="size-5" />
          Add a table
        </Button>
      </div>
      {state}
      <ul aria-label="Tables" className="grid gap-3">
        {data.map((one) => (
          <TableItem key={one.name} table={one} onOpen={() => onOpen(one.name)} />
        ))}
      </ul>
      {isAdding && (
        <NewTableDialog
          tables={data}
          onClose={() => setAdding(false)}
          onMade={(name) => {
            setAdding(false)
            onOpen(name)
          }}
        />
      )}
    </>
  )
}

const TableItem = ({ table, onOpen }: { table: TableSummary; onOpen: () => void }) => (
  <li className="flex flex-wrap items-center gap-x-5 gap-y-1 rounded-xl border border-line bg-card p-4">
    <div className="min-w-0 flex-1 basis-60">
      <p className="flex flex-wrap items-center gap-2 font-semibold [overflow-wrap:anywhere]">
        {table.title}
        {table.isRetired && <Badge label="Retired" tone="gray" />}
        {table.error && <Badge label="Hidden: cannot be read" tone="red" />}
      </p>
      <p className="text-muted text-sm [overflow-wrap:anywhere]">
        {table.savedBy && table.savedAt
          ? `Saved ${momentText(table.savedAt)} by ${table.savedBy}`
          : 'Not changed here yet'}
      </p>
    </div>
    <button type="button" className="text-link min-h-11" aria-label={`Edit ${table.title}`} onClick={onOpen}>
      Edit
    </button>
  </li>
)

type OneProps = Pick<Props, 'onAdded'> & {
  name: string
  tables: readonly TableSummary[]
  onLeave: () => void
}

function OneTable({ name, tables, ...page }: OneProps) {
  const { data, error, refetch } = useQuery(schemaQuery(name))
  if (!data) return <LoadState query={{ data, error, refetch }} what="the table" />
  return <TableEditor key={data.version} stored={data} tables={tables} onReload={() => refetch()} {...page} />
}

/** The page at its address. */
export function SchemaEditor() {
  const [search, setSearch] = useSearchParams()
  const table = search.get('table')
  // The list that asked for it is the page before, with its filters. Where there is none, the field is not added again.
  function leave() {
    setSearch(table === null ? {} : { table }, { replace: true })
    history.back()
  }
  return (
    <SchemaPage
      table={table}
      onOpen={(next) => setSearch(next === null ? {} : { table: next })}
      onAdded={search.has(addFieldParameter) ? leave : undefined}
    />
  )
}

/** A new table starts with a name for each record and the two times; its other fields are added in the editor. */
const firstSchema = (name: string, title: string, singular: string): TableSchema => ({
  name,
  title,
  ...(singular && { singular }),
  title_field: 'name',
  required: ['name'],
  properties: {
    name: { type: 'string', title: 'Name', maxLength: 200 },
    created_at: { type: 'string', title: 'Created', format: 'date-time', readOnly: true },
    updated_at: { type: 'string', title: 'Changed', format: 'date-time', readOnly: true },
  },
})

type NewTableDialogProps = { tables: readonly TableSummary[]; onMade: (name: string) => void; onClose: () => void }

function NewTableDialog({ tables, onMade, onClose }: NewTableDialogProps) {
  const client = useQueryClient()
  useRecentSignIn('A new table', createSchema)
  const [title, setTitle] = useState('')
  const [singular, setSingular] = useState('')
  const [missing, setMissing] = useState('')
  const create = useCallMutation(createSchema, {
    input: () => {
      const taken = tables.map((table) => table.name)
      return { body: { schema: firstSchema(nameFor(title, taken, 'table'), title.trim(), singular.trim()) } }
    },
    onSuccess: ({ name }) => {
      reloadSchemas(client)
      onMade(name)
    },
  })
  function submit() {
    setMissing(title.trim() ? '' : 'Name is required')
    if (title.trim()) create.mutate()
  }
  return (
    <SavingDialog
      title="Add a table"
      size="small"
      saving={{ ...create, mutate: submit }}
      texts={{ submit: 'Add', busy: 'Adding...', failure: 'The table could not be added' }}
      noValidate
      onClose={onClose}
    >
      <TextField
        id="new-table-title"
        label="Name of the table"
        value={title}
        maxLength={60}
        error={missing}
        onValue={(value) => {
          setTitle(value)
          setMissing('')
        }}
      />
      <TextField id="new-table-singular" label="Singular name" value={singular} maxLength={60} onValue={setSingular} />
      <p className="text-muted text-sm">Admins see it at once; staff once you give them a right on it.</p>
    </SavingDialog>
  )
}
