import { createIncomingHook, listIncomingHooks } from '@app/contracts/incoming-hook-calls'
import { type HookSource, hookSources } from '@app/contracts/incoming-hooks'
import type { TableSchema } from '@app/contracts/table-schema'
import { tabLabel } from '@app/table-schema/cell'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { NewSecret } from '#features/accounts/new-secret'
import { callApi } from '#lib/call-api'
import { useRecentSignIn } from '#lib/recent-sign-in'
import { useSingleMutation } from '#lib/use-single-mutation'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { SelectField, TextField } from '#ui/field'
import { SavingDialog } from '#ui/saving-dialog'
import { sourceHints, sourceTitles } from './hook-words'

type Props = { tables: readonly TableSchema[]; onClose: () => void }

/** Adds a source of bookings. What its values mean is said once the first delivery is there. */
export function CreateHook({ tables, onClose }: Props) {
  const client = useQueryClient()
  useRecentSignIn('A new source', createIncomingHook)
  const [name, setName] = useState('')
  const [source, setSource] = useState<HookSource>('calendly')
  const [table, setTable] = useState(tables.find((one) => one.calendar)?.name ?? tables[0]?.name ?? '')
  const [address, setAddress] = useState('')
  const [signingKey, setSigningKey] = useState('')
  const isCalendar = source === 'calendar'
  const create = useSingleMutation({
    mutationKey: ['create-incoming-hook'],
    mutationFn: () =>
      callApi(createIncomingHook, {
        body: { name, source, table, ...(isCalendar ? { address } : signingKey !== '' && { signingKey }) },
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: [listIncomingHooks.id] }),
  })
  if (create.data)
    return (
      <Dialog title="Source added" onClose={onClose} footer={<Button onClick={onClose}>Done</Button>}>
        <div className="grid gap-4">
          {create.data.url && <NewSecret title="The address" secret={create.data.url} />}
          <p>
            {isCalendar
              ? 'The calendar is fetched within a minute. Then open it here and map its fields.'
              : `Enter this address at ${sourceTitles[source]} as the webhook, and make a booking to try it. Then open it here and say what its values mean. Nothing is imported before.`}
          </p>
        </div>
      </Dialog>
    )
  return (
    <SavingDialog
      title="Add a source"
      saving={{ ...create, mutate: () => create.mutate() }}
      texts={{ submit: 'Add', busy: 'Adding...', failure: 'The source could not be added' }}
      onClose={onClose}
    >
      {(id, fields) => (
        <>
          <TextField
            id={`${id}-name`}
            label="Name"
            required
            maxLength={80}
            autoComplete="off"
            value={name}
            error={fields?.name}
            onChange={({ target }) => setName(target.value)}
          />
          <SelectField
            id={`${id}-source`}
            label="Source"
            placeholder="Choose..."
            required
            value={source}
            options={hookSources.map((value) => ({ value, label: sourceTitles[value] }))}
            onChange={({ target }) => setSource(target.value as HookSource)}
          />
          {sourceHints[source] && <p className="text-muted text-sm">{sourceHints[source]}</p>}
          <SelectField
            id={`${id}-table`}
            label="Add to table"
            placeholder="Choose..."
            required
            value={table}
            error={fields?.table}
            options={tables.map((one) => ({ value: one.name, label: tabLabel(one) }))}
            onChange={({ target }) => setTable(target.value)}
          />
          {isCalendar ? (
            <TextField
              id={`${id}-address`}
              label="Address of the calendar"
              required
              maxLength={1_000}
              autoComplete="off"
              placeholder="https://booking.example/calendar.ics"
              value={address}
              error={fields?.address}
              onChange={({ target }) => setAddress(target.value)}
            />
          ) : (
            <TextField
              id={`${id}-key`}
              label="Signing key (optional)"
              maxLength={500}
              autoComplete="off"
              value={signingKey}
              error={fields?.signingKey}
              onChange={({ target }) => setSigningKey(target.value)}
            />
          )}
        </>
      )}
    </SavingDialog>
  )
}
