import { type AuditRecord, isBatchAction } from '@app/contracts/audit'
import type { References } from '@app/contracts/tables'
import { schoolZone } from '@app/table-schema/school-day'
import { type ComponentType, useState } from 'react'
import { listPath } from '#lib/list-address'
import { trashPath } from '#lib/paths'
import { Badge } from '#ui/badge'
import { actionWords, isWarning } from './activity-words'

const moments = new Intl.DateTimeFormat('en-US', { timeZone: schoolZone, dateStyle: 'medium', timeStyle: 'medium' })

export type BatchRecords = ComponentType<{ table: string; batch: string; isUndo: boolean }>
type Props = {
  entry: AuditRecord
  references: References
  titles: ReadonlyMap<string, string>
  BatchRecords: BatchRecords
}

/** One entry: when, who, what, and the record as a link while it exists. */
export function ActivityItem({ entry, references, titles, BatchRecords }: Props) {
  const [isOpen, setOpen] = useState(false)
  const { at, actor, action, table, recordId, about } = entry
  const known = table && recordId ? references[table]?.[recordId] : undefined
  const title = table === null ? undefined : (titles.get(table) ?? table)
  const details = Object.entries(about)
    // By hand in the form is how records change; only other ways say something.
    .filter(([name, value]) => name !== 'source' || !['form', 'row'].includes(String(value)))
    .map(([name, value]) => `${name}: ${value}`)
  return (
    <li className="grid gap-x-4 gap-y-0.5 border-line border-b px-1 py-2.5 last:border-b-0 sm:grid-cols-[13rem_minmax(0,1fr)]">
      <time dateTime={at} className="text-muted text-sm tabular-nums sm:pt-0.5">
        {moments.format(new Date(at))}
      </time>
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <p className="flex flex-wrap items-center gap-x-1.5">
          <span className="font-semibold">{actor?.email ?? 'The product'}</span>
          {isWarning(action) ? <Badge label={actionWords[action]} tone="amber" /> : <span>{actionWords[action]}</span>}
          {table && recordId && known && !known.deleted && (
            <a href={listPath({ table, record: recordId })} className="text-link">
              {known.label}
            </a>
          )}
          {known?.deleted && table && (
            <a href={trashPath(table)} className="text-link">
              a record that is deleted now
            </a>
          )}
          {title && <span className="text-muted">{known ? `in ${title}` : title}</span>}
        </p>
        {details.length > 0 && <p className="text-muted text-sm">{details.join(', ')}</p>}
        {table && recordId && titles.has(table) && isBatchAction(action) && (
          <>
            <button
              type="button"
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
              className="text-link min-h-8 text-sm"
            >
              {isOpen ? 'Hide the records' : 'Show the records'}
            </button>
            {isOpen && <BatchRecords table={table} batch={recordId} isUndo={action === 'undo'} />}
          </>
        )}
      </div>
    </li>
  )
}
