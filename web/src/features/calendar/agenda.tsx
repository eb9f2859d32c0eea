import type { References } from '@app/contracts/tables'
import type { TableSchema } from '@app/table-schema/schema'
import { Link } from 'wouter'
import { longDay } from '#lib/school-time'
import type { Entry } from './entries'
import { entryDetails } from './entry-details'
import { useEntryLink } from './entry-link'

type Props = {
  schema: TableSchema
  days: readonly string[]
  entries: ReadonlyMap<string, Entry[]>
  references: References
}

/** The days that have entries, one below the other. */
export function Agenda({ schema, days, entries, references }: Props) {
  const shown = days.filter((day) => entries.has(day))
  if (shown.length === 0) return <p className="text-muted">Nothing in this period.</p>
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {shown.map((day) => (
        <section
          key={day}
          aria-labelledby={`day-${day}`}
          className="grid grid-cols-[minmax(0,1fr)] gap-2 [contain-intrinsic-size:auto_20rem] [content-visibility:auto]"
        >
          <h3 id={`day-${day}`} className="text-lg">
            {longDay(day)}
          </h3>
          <ul className="grid gap-1.5">
            {entries.get(day)!.map((entry) => (
              <li key={entry.id}>
                <EntryRow entry={entry} schema={schema} references={references} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

type RowProps = Pick<Props, 'schema' | 'references'> & { entry: Entry }

function EntryRow({ entry: { id, time, minutes, title, cancelled, record }, schema, references }: RowProps) {
  const details = [...new Set([...(cancelled ? ['Canceled'] : []), ...entryDetails(schema, record, references)])]
  return (
    <Link
      {...useEntryLink(id)}
      className="-outline-offset-3 grid min-h-12 grid-cols-[5.5rem_minmax(0,1fr)] items-center gap-3 rounded-xl border border-line bg-card px-4 py-2 hover:border-forest"
    >
      <span className="font-display font-semibold">
        {time || 'All day'}
        {minutes !== undefined && <span className="block font-normal text-muted text-sm"> {minutes} min</span>}
      </span>
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <span className={cancelled ? 'line-through' : undefined}>{title}</span>
        {details.length > 0 && (
          // Each detail but the first of a line has a dot before it: those that begin a line are cut off at its edge.
          <span className="block overflow-hidden text-muted text-sm">
            <span className="-ml-4 flex flex-wrap">
              {details.map((detail, at) => (
                <span key={detail} className="relative min-w-0 pl-4">
                  {at > 0 && <span className="absolute left-0 w-4 whitespace-pre text-center"> · </span>}
                  {detail}
                </span>
              ))}
            </span>
          </span>
        )}
      </span>
    </Link>
  )
}
