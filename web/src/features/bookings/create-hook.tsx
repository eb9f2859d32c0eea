import { createIncomingHook, listIncomingHooks } from '@app/contracts/incoming-hook-calls'
import { type HookSource, hookSources } from '@app/contracts/incoming-hooks'
import type { TableSchema } from '@app/contracts/table-schema'
import { tabLabel } from '@app/table-schema/cell'
import { useQueryClient } from '@tanstack/react-query'
import { NewSecret } from '#features/accounts/new-secret'
import { callApi } from '#lib/call-api'
import { useSingleMutation } from '#lib/queries'
import { useRecentSignIn } from '#lib/recent-sign-in'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { SelectField, TextField } from '#ui/field'
import { fieldsOf, useValues } from '#ui/form-values'
import { SavingDialog } from '#ui/saving-dialog'
import { sourceHints, sourceTitles } from './hook-words'

type Props = { tables: readonly TableSchema[]; onClose: () => void }

/** Adds a source of bookings. What its values mean is said once the first delivery is there. */
export function CreateHook({ tables, onClose }: Props) {
  const client = useQueryClient()
  useRecentSignIn('A new source', createIncomingHook)
  const [values, change] = useValues({
    name: '',
    source: 'calendly' as HookSource,
    table: tables.find((one) => one.calendar)?.name ?? tables[0]?.name ?? '',
    address: '',
    signingKey: '',
  })
  const { name, source, table, address, signingKey } = values
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
      saving={create}
      texts={{ submit: 'Add', busy: 'Adding...', failure: 'The source could not be added' }}
      onClose={onClose}
    >
      {(id, errors) => {
        const field = fieldsOf(id, values, change, errors)
        return (
          <>
            <TextField {...field('name', 'Name')} required maxLength={80} autoComplete="off" />
            <SelectField
              {...field('source', 'Source')}
              placeholder="Choose..."
              required
              options={hookSources.map((value) => ({ value, label: sourceTitles[value] }))}
            />
            {sourceHints[source] && <p className="text-muted text-sm">{sourceHints[source]}</p>}
            <SelectField
              {...field('table', 'Add to table')}
              placeholder="Choose..."
              required
              options={tables.map((one) => ({ value: one.name, label: tabLabel(one) }))}
            />
            {isCalendar ? (
              <TextField
                {...field('address', 'Address of the calendar')}
                required
                maxLength={1_000}
                autoComplete="off"
                placeholder="https://booking.example/calendar.ics"
              />
            ) : (
              <TextField {...field('signingKey', 'Signing key (optional)')} maxLength={500} autoComplete="off" />
            )}
          </>
        )
      }}
    </SavingDialog>
  )
}
