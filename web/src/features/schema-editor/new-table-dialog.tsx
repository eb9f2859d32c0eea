import { createSchema } from '@app/contracts/calls/schema-editor'
import type { TableSummary } from '@app/contracts/schema-editor'
import type { TableSchema } from '@app/table-schema/schema'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { callApi } from '#lib/call-api'
import { failureText } from '#lib/failure-text'
import { useSingleMutation } from '#lib/use-single-mutation'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { TextField } from '#ui/field'
import { Notice } from '#ui/notice'
import { nameFor } from './draft'
import { reloadSchemas } from './schema-queries'

const formId = 'new-table-form'

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
  function submit(event: FormEvent) {
    event.preventDefault()
    setMissing(title.trim() ? '' : 'Name is required')
    if (title.trim()) create.mutate()
  }
  return (
    <Dialog
      title="Add a table"
      size="small"
      busy={create.isPending}
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" disabled={create.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} disabled={create.isPending}>
            {create.isPending ? 'Adding...' : 'Add'}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
        {create.error && (
          <Notice tone="bad" takesFocus>
            <p>{failureText(create.error, 'The table could not be added')}</p>
          </Notice>
        )}
        <TextField
          id="new-table-title"
          label="Name of the table"
          value={title}
          maxLength={60}
          error={missing}
          onChange={(event) => setTitle(event.target.value)}
        />
        <TextField
          id="new-table-singular"
          label="Singular name"
          value={singular}
          maxLength={60}
          onChange={(event) => setSingular(event.target.value)}
        />
        <p className="text-muted text-sm">Admins see it at once; staff once you give them a right on it.</p>
      </form>
    </Dialog>
  )
}
