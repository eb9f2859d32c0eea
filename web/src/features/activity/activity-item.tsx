import type { AuditRecord } from '@app/contracts/audit'
import { isBatchAction } from '@app/contracts/audit-actions'
import type { References } from '@app/contracts/tables'
import { dateFormat } from '@app/school-time/date-format'
import { schoolZone } from '@app/school-time/school-day'
import { useState } from 'react'
import { BatchChanges } from '#features/history/batch-changes'
import { useSchema } from '#features/records/list/use-schema'
import type { Titles } from '#lib/detail-words'
import { listPath } from '#lib/list-address'
import { trashPath } from '#lib/paths'
import { Badge } from '#ui/badge'
import { isWarning } from './activity-words'
import { entryWords } from './entry-words'

const moments = dateFormat({ timeZone: schoolZone, dateStyle: 'medium', timeStyle: 'medium' }, 'en-US')

type Props = {
  entry: AuditRecord
  references: References
  titles: Titles
}

/** One entry: when, who, what, and the record as a link while it exists. */
export function ActivityItem({ entry, references, titles }: Props) {
  const [isOpen, setOpen] = useState(false)
  const { at, actor, action, table, recordId } = entry
  const known = table && recordId ? references[table]?.[recordId] : undefined
  const { what, where, details } = entryWords(entry, titles)
  return (
    <li className="grid gap-x-4 gap-y-0.5 border-line border-b px-1 py-2.5 last:border-b-0 sm:grid-cols-[13rem_minmax(0,1fr)]">
      <time dateTime={at} className="text-muted text-sm tabular-nums sm:pt-0.5">
        {moments.format(new Date(at))}
      </time>
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <p className="flex flex-wrap items-center gap-x-1.5">
          <span className="font-semibold">{actor?.email ?? 'The product'}</span>
          {isWarning(action) ? <Badge label={what} tone="amber" /> : <span>{what}</span>}
          {/* A sentence that goes on with the record has one to go on with. */}
          {!known && what.endsWith(' of') && <span>a record</span>}
          {table && recordId && known && !known.deleted && (
            <a href={listPath({ table, record: recordId })} className="text-link">
              {known.label}
            </a>
          )}
          {known?.deleted && table && (
            <a href={trashPath(table)} className="text-link">
              {action === 'delete' || action === 'purge' ? 'a record' : 'a record that was deleted since'}
            </a>
          )}
          {where && <span className="text-muted">{where}</span>}
        </p>
        {details.map((line) => (
          <p key={line} className="text-muted text-sm">
            {line}
          </p>
        ))}
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

/** The records that a batch changed, with the schema of their table. */
function BatchRecords({ table, batch: id, isUndo }: { table: string; batch: string; isUndo: boolean }) {
  const schema = useSchema(table)
  return schema && <BatchChanges schema={schema} batch={{ id, isUndo }} />
}
