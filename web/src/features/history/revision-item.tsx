import { erasedValue, type Revision } from '@app/contracts/history'
import type { References, TableRecord } from '@app/contracts/tables'
import { writableFields } from '@app/table-schema/record'
import type { TableSchema } from '@app/table-schema/schema'
import { useState } from 'react'
import { useMayEdit } from '#lib/rights'
import { momentText } from '#lib/school-time'
import { BatchChanges } from './batch-changes'
import { batchName, knownChanges, revisionText, ValueChange } from './value-change'

export type Restore = { revision: string; field?: string; at: string }

type Props = {
  schema: TableSchema
  record: TableRecord
  revision: Revision
  references: References
  /** The newest change: the record is as it was then. */
  isNewest: boolean
  isBusy: boolean
  onRestore: (restore: Restore) => void
}

/** One change of the record: who, when, from where, and what. */
export function RevisionItem(props: Props) {
  const { schema, record, revision, references, isNewest, isBusy, onRestore } = props
  const { id, at, actor, action, batch } = revision
  const [showsBatch, setShowsBatch] = useState(false)
  const known = knownChanges(schema, revision)
  const mayEdit = useMayEdit(schema.name)
  const writable = new Set(mayEdit ? writableFields(schema).map(([name]) => name) : [])
  const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)
  const when = momentText(at)

  return (
    <li className="grid gap-1 border-line border-b pb-3 last:border-b-0">
      <p className="text-sm [overflow-wrap:anywhere]">
        <time dateTime={at} className="font-semibold">
          {when}
        </time>{' '}
        <span className="text-muted">
          <span title={actor.email}>{actor.name ?? actor.email}</span>, {revisionText(revision)}
        </span>
      </p>
      {action === 'update' && known.length === 0 && (
        <p className="text-muted text-sm">The changed values are no longer stored, or the field has been removed.</p>
      )}
      {action !== 'create' && known.length > 0 && (
        <dl>
          {known.map(({ name, field, change }) => (
            <ValueChange
              key={name}
              name={name}
              field={field}
              change={change}
              references={references}
              isBusy={isBusy}
              {...(writable.has(name) &&
                change[0] !== erasedValue &&
                !isSame(change[0], record[name]) && {
                  onRestore: () => onRestore({ revision: id, field: name, at }),
                })}
            />
          ))}
        </dl>
      )}
      {mayEdit && !isNewest && action !== 'delete' && (
        <button
          type="button"
          disabled={isBusy}
          onClick={() => onRestore({ revision: id, at })}
          className="text-link min-h-6 justify-self-start text-sm disabled:opacity-60"
        >
          Restore the record as it was on {when}
        </button>
      )}
      {batch !== undefined && (
        <button
          type="button"
          aria-expanded={showsBatch}
          onClick={() => setShowsBatch(!showsBatch)}
          className="text-link min-h-6 justify-self-start text-sm"
        >
          {showsBatch ? 'Hide the other records' : 'Show all records of this change'}
        </button>
      )}
      {batch !== undefined && showsBatch && <BatchChanges schema={schema} batch={batchName(batch)} />}
    </li>
  )
}
