import type { IncomingHook } from '@app/contracts/incoming-hooks'
import { useId } from 'react'
import { counted, factsText } from '#lib/words'
import { SelectField } from '#ui/field'
import { Notice } from '#ui/notice'

type Zones = Record<string, string>
type Props = {
  read: NonNullable<NonNullable<IncomingHook['calendar']>['read']>
  zones: Zones
  onZones: (zones: Zones) => void
}

const options = Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))

/** The results of a calendar's events: all of them are counted. Unknown time zones are said here. */
export function CalendarResult({ read, zones, onZones }: Props) {
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
