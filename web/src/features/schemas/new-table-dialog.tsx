import { createSchema } from '@app/contracts/schema-calls'
import type { TableSummary } from '@app/contracts/schema-editor'
import type { TableSchema } from '@app/table-schema/schema'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '#lib/call-api'
import { useSingleMutation } from '#lib/queries'
import { useRecentSignIn } from '#lib/recent-sign-in'
import { TextField } from '#ui/field'
import { SavingDialog } from '#ui/saving-dialog'
import { nameFor } from './draft'
import { reloadSchemas } from './schema-queries'

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

type Props = { tables: readonly TableSummary[]; onMade: (name: string) => void; onClose: () => void }

/** Adds a table. */
export function NewTableDialog({ tables, onMade, onClose }: Props) {
  const client = useQueryClient()
  useRecentSignIn('A new table', createSchema)
  const [title, setTitle] = useState('')
  const [singular, setSingular] = useState('')
  const [missing, setMissing] = useState('')
  const create = useSingleMutation({
    mutationKey: ['schema', 'new'],
    mutationFn: () => {
      const taken = tables.map((table) => table.name)
      const schema = firstSchema(nameFor(title, taken, 'table'), title.trim(), singular.trim())
      return callApi(createSchema, { body: { schema } })
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
