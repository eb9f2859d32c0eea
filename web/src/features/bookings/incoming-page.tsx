import { createIncomingHook, listIncomingHooks } from '@app/contracts/incoming-hook-calls'
import { type HookSource, hookSources, type IncomingHook } from '@app/contracts/incoming-hooks'
import type { TableSchema } from '@app/contracts/table-schema'
import { tabLabel } from '@app/table-schema/cell'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CalendarPlus } from 'lucide-react'
import { useState } from 'react'
import { NewSecret } from '#features/accounts/new-secret'
import { schemasQuery } from '#features/records/list/tables.api'
import { queryOf, useCallMutation } from '#lib/queries'
import { useRecentSignIn } from '#lib/recent-sign-in'
import { useIsAdmin } from '#lib/rights'
import { momentText } from '#lib/school-time'
import { counted, factsText } from '#lib/words'
import { Badge } from '#ui/badge'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { SelectField, TextField } from '#ui/field'
import { fieldsOf, useValues } from '#ui/form-values'
import { LoadState } from '#ui/load-state'
import { usePageTitle } from '#ui/page-title'
import { SavingDialog } from '#ui/saving-dialog'
import { HookDialog } from './hook-dialog'
import { hookStates, sourceHints, sourceTitles } from './hook-words'

type Props = { tables: readonly TableSchema[]; onClose: () => void }

/** Adds a source of bookings. Its values are mapped to fields once the first delivery is there. */
function CreateHook({ tables, onClose }: Props) {
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
  const create = useCallMutation(createIncomingHook, {
    input: () => ({
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

/** Where bookings come from by themselves, and what waits for a person. */
export function IncomingPage({ tables }: { tables: readonly TableSchema[] }) {
  usePageTitle('Incoming bookings')
  const isAdmin = useIsAdmin()
  const { data, error, refetch } = useQuery(queryOf(listIncomingHooks))
  const [creating, setCreating] = useState(false)
  const [opened, setOpened] = useState<string | null>(null)
  const hooks = data?.data
  const open = hooks?.find(({ id }) => id === opened)
  const schema = open && tables.find(({ name }) => name === open.table)
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-2xl">Incoming bookings</h2>
        {isAdmin && (
          <Button onClick={() => setCreating(true)}>
            <CalendarPlus className="size-5" />
            Add a source
          </Button>
        )}
      </div>
      <p className="max-w-prose text-muted">
        Import bookings from other sites automatically. Unclear ones wait for your review.
      </p>
      <LoadState query={{ data: hooks, error, refetch }} what="sources" />
      {hooks?.length === 0 && <p>No sources yet.</p>}
      {hooks && hooks.length > 0 && (
        <ul aria-label="Sources" className="grid gap-3">
          {hooks.map((hook) => (
            <HookItem key={hook.id} hook={hook} tables={tables} onOpen={() => setOpened(hook.id)} />
          ))}
        </ul>
      )}
      {isAdmin && creating && <CreateHook tables={tables} onClose={() => setCreating(false)} />}
      {open && schema && <HookDialog key={open.id} hook={open} schema={schema} onClose={() => setOpened(null)} />}
    </>
  )
}

type ItemProps = { hook: IncomingHook; tables: readonly TableSchema[]; onOpen: () => void }

function HookItem({ hook, tables, onOpen }: ItemProps) {
  const { name, source, state, waiting, calendar, lastDeliveryAt, owner } = hook
  const table = tables.find((one) => one.name === hook.table)
  const facts = [
    calendar?.host,
    lastDeliveryAt ? `Last delivery ${momentText(lastDeliveryAt)}` : 'No delivery yet',
    calendar?.fault,
    owner ? `Owner ${owner.email}` : 'Owner removed. Save to take over.',
  ]
  return (
    <li className="flex flex-wrap items-center gap-x-5 gap-y-2 rounded-xl border border-line bg-card p-4">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
          <span className="min-w-0 [overflow-wrap:anywhere]">{name}</span>
          {state !== 'active' && <Badge {...hookStates[state]} />}
          {waiting > 0 && <Badge label={counted(waiting, 'waits for you', 'wait for you')} tone="amber" />}
          {calendar?.fault && <Badge label="Not fetched" tone="red" />}
          {calendar?.read && calendar.read.unreadCount > 0 && (
            <Badge label={`${counted(calendar.read.unreadCount, 'event', 'events')} not read`} tone="red" />
          )}
        </p>
        <p className="text-sm">
          {sourceTitles[source]} into {table ? tabLabel(table) : hook.table}
        </p>
        <p className="text-muted text-sm [overflow-wrap:anywhere]">{factsText(facts)}</p>
      </div>
      <button type="button" className="text-link min-h-11" aria-label={`Open ${name}`} onClick={onOpen}>
        Open
      </button>
    </li>
  )
}

/** The page with the tables that bookings may be imported into. */
export function Incoming() {
  const { data } = useQuery(schemasQuery)
  const tables = (data?.tables ?? []).filter(({ name, creatable }) => name !== 'users' && creatable !== false)
  return <IncomingPage tables={tables} />
}
