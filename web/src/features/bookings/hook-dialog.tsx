import { AppError } from '@app/contracts/errors'
import {
  changeIncomingHook,
  deleteIncomingHook,
  listIncomingHooks,
  previewIncomingHook,
  readIncomingHook,
  replaceHookAddress,
} from '@app/contracts/incoming-hook-calls'
import type { HookMeaning, IncomingHook, IncomingHookDetails, PreviewRow } from '@app/contracts/incoming-hooks'
import { listReceived } from '@app/contracts/received'
import type { TableSchema } from '@app/contracts/table-schema'
import { fullText } from '@app/table-schema/cell'
import { titleOf } from '@app/table-schema/field'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { NewSecret } from '#features/accounts/new-secret'
import { queryOf, useCallMutation } from '#lib/queries'
import { useRecentSignIn } from '#lib/recent-sign-in'
import { counted, factsText } from '#lib/words'
import { Button, SmallButton } from '#ui/button'
import { CheckField } from '#ui/check-field'
import { ConfirmDelete } from '#ui/confirm-delete'
import { Dialog } from '#ui/dialog'
import { SelectField } from '#ui/field'
import { Failure, LoadState } from '#ui/load-state'
import { Notice } from '#ui/notice'
import { useToast } from '#ui/toast'
import { rowTitles } from './hook-words'
import { MappingFields } from './mapping-fields'
import { ReceivedList } from './received-list'

type Props = { hook: IncomingHook; schema: TableSchema; onClose: () => void }

/** The mapping of a source, or a proposal for it. */
const meaningOf = ({ proposed, externalId, ...rest }: IncomingHookDetails): HookMeaning | null => {
  if (externalId === null) return proposed
  const { formerId, mapping, match, words, constants } = rest
  return { externalId, formerId, mapping, match, words, constants }
}

/** Maps the values of a source to fields, shows a preview, and lists the deliveries. */
export function HookDialog({ hook, schema, onClose }: Props) {
  const { id } = hook
  const client = useQueryClient()
  const showToast = useToast()
  useRecentSignIn('A change of a source', changeIncomingHook)
  const { data, error, refetch } = useQuery(queryOf(readIncomingHook, { params: { id } }))
  const [changed, setChanged] = useState<HookMeaning | null>(null)
  const [zones, setZones] = useState<Record<string, string> | null>(null)
  const [changesContacts, setChangesContacts] = useState(hook.changesContacts ?? false)
  const [isActive, setActive] = useState(hook.state !== 'paused')
  const meaning = changed ?? (data ? meaningOf(data) : null)
  const reload = () => {
    client.invalidateQueries({ queryKey: [listIncomingHooks.id] })
    client.invalidateQueries({ queryKey: [listReceived.id] })
  }
  const save = useCallMutation(changeIncomingHook, {
    about: id,
    input: () => ({
      params: { id },
      body: {
        name: hook.name,
        state: isActive ? ('active' as const) : ('paused' as const),
        ...(zones && { zones }),
        ...(hook.signed && { changesContacts }),
        ...meaning!,
      },
    }),
    onSuccess: () => {
      reload()
      showToast({ text: 'Saved the source' })
    },
  })
  const attempt = useCallMutation(previewIncomingHook, {
    about: id,
    input: () => ({ params: { id }, body: meaning! }),
  })
  const remove = useCallMutation(deleteIncomingHook, {
    input: { params: { id } },
    onSuccess: () => {
      reload()
      showToast({ text: 'Deleted the source' })
      onClose()
    },
  })
  const replace = useCallMutation(replaceHookAddress, { input: { params: { id } } })
  const failure = save.error ?? attempt.error ?? replace.error
  const fields = failure instanceof AppError ? failure.fields : undefined
  return (
    <Dialog
      title={hook.name}
      busy={save.isPending}
      onClose={onClose}
      footer={
        <>
          <ConfirmDelete title="Delete this source?" call={deleteIncomingHook} remove={remove}>
            <p>New bookings are refused, and those that need review are deleted. Imported records stay.</p>
          </ConfirmDelete>
          <Button variant="outline" disabled={save.isPending} onClick={onClose}>
            Close
          </Button>
          {meaning && (
            <Button disabled={save.isPending} onClick={() => save.mutate()}>
              {save.isPending ? 'Saving...' : 'Save'}
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-6">
        <LoadState query={{ data, error, refetch }} what="the source" />
        {failure && !fields && <Failure error={failure} fallback="That did not work" />}
        {data?.calendar?.fault && <Notice tone="bad" text={data.calendar.fault} />}
        {data?.calendar?.read && (
          <CalendarResult read={data.calendar.read} zones={zones ?? data.calendar.zones} onZones={setZones} />
        )}
        {data && !meaning && (
          <Notice tone="warn">
            <p>
              Nothing received yet. Make a test booking there, then map its fields here.{' '}
              <button type="button" className="text-link" onClick={() => refetch()}>
                Look again
              </button>
            </p>
          </Notice>
        )}
        {data && meaning && (
          <>
            <MappingFields
              schema={schema}
              columns={data.columns}
              meaning={meaning}
              fields={fields}
              onChange={setChanged}
            />
            <CheckField
              checked={isActive}
              isSmall
              detail="When off, bookings are kept until you turn this on again."
              onCheck={setActive}
            >
              Import bookings
            </CheckField>
            {hook.signed && (
              <CheckField
                checked={changesContacts}
                isSmall
                detail="When off, changes to the email, phone or guardians of your own records need your review."
                onCheck={setChangesContacts}
              >
                Update contact details
              </CheckField>
            )}
            <div className="flex flex-wrap gap-3">
              <SmallButton disabled={attempt.isPending} onClick={() => attempt.mutate()}>
                {attempt.isPending ? 'Trying...' : 'Test with received bookings'}
              </SmallButton>
              {!data.calendar && (
                <SmallButton disabled={replace.isPending} onClick={() => replace.mutate()}>
                  Replace the address
                </SmallButton>
              )}
            </div>
          </>
        )}
        {replace.data && <NewSecret title="The address" secret={replace.data.url} />}
        {attempt.data && <PreviewList schema={schema} rows={attempt.data.data} />}
        <ReceivedList id={id} schema={schema} onDecided={reload} />
      </div>
    </Dialog>
  )
}

type PreviewListProps = { schema: TableSchema; rows: readonly PreviewRow[] }

/** The effect of the latest bookings. */
const PreviewList = ({ schema, rows }: PreviewListProps) => (
  <section aria-label="What would happen" className="grid gap-2">
    <h3 className="font-semibold">What would happen</h3>
    {rows.length === 0 && <p className="text-muted">Nothing received yet.</p>}
    <ul className="grid divide-y divide-line border-line border-y">
      {rows.map(({ delivery, externalId, state, reason, values }) => (
        <li key={`${delivery} ${externalId}`} className="grid gap-0.5 py-2 [overflow-wrap:anywhere]">
          <span className="font-semibold">{rowTitles[state]}</span>
          {reason && <span className="text-warn">{reason}</span>}
          <span className="text-sm">
            {factsText(
              Object.entries(values)
                .filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0))
                .map(([name, value]) => {
                  const field = schema.properties[name] ?? { type: 'string' as const }
                  return `${titleOf(name, field)}: ${fullText(field, value)}`
                }),
            )}
          </span>
        </li>
      ))}
    </ul>
  </section>
)

type Zones = Record<string, string>
type CalendarResultProps = {
  read: NonNullable<NonNullable<IncomingHook['calendar']>['read']>
  zones: Zones
  onZones: (zones: Zones) => void
}

const options = Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))

/** The results of a calendar's events: all of them are counted. Unknown time zones are said here. */
function CalendarResult({ read, zones, onZones }: CalendarResultProps) {
  const id = useId()
  const { found, shown, outside, repeated, unread, unreadCount, notes } = read
  const facts = [
    `${counted(found, 'event', 'events')} in the calendar`,
    `${shown} read`,
    outside > 0 && `${outside} at another time (ended, or more than half a year ahead)`,
    repeated > 0 && counted(repeated, 'former version', 'former versions'),
    unreadCount > 0 && `${unreadCount} not read`,
  ]
  const unknown = [...new Set([...unread.flatMap(({ zone }) => zone ?? []), ...Object.keys(zones)])]
  return (
    <section aria-label="What the calendar holds" className="grid gap-3">
      <p className="text-muted text-sm">{factsText(facts)}</p>
      {notes.length > 0 && (
        <Notice tone="warn" title="Some values were unclear">
          <ul className="grid gap-1 text-sm">
            {notes.map((note) => (
              <li key={note} className="[overflow-wrap:anywhere]">
                {note}.
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {unreadCount > 0 && (
        <Notice tone="bad" title={`${counted(unreadCount, 'event', 'events')} not read`}>
          <ul className="grid max-h-60 gap-1 overflow-y-auto text-sm">
            {unread.map(({ uid, title, start, reason }) => (
              <li key={`${uid} ${start} ${reason}`} className="[overflow-wrap:anywhere]">
                <span className="font-semibold">{title || 'Without a title'}</span> {start}: {reason}.
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {unknown.map((name) => (
        <SelectField
          key={name}
          id={`${id}-${name}`}
          label={`Which time zone is “${name}”?`}
          placeholder="Choose..."
          value={zones[name] ?? ''}
          options={options}
          onValue={(value) => {
            const { [name]: _, ...others } = zones
            onZones(value === '' ? others : { ...others, [name]: value })
          }}
        />
      ))}
      {unknown.length > 0 && <p className="text-muted text-sm">Save to read the calendar again.</p>}
    </section>
  )
}
