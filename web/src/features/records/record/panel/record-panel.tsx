import type { References, TableRecord } from '@app/contracts/tables'
import { schoolDay } from '@app/school-time/school-day'
import { badgesOf } from '@app/table-schema/badges'
import { columns, fullText } from '@app/table-schema/cell'
import type { TableSchema } from '@app/table-schema/schema'
import { useQuery } from '@tanstack/react-query'
import { Pencil, Trash2, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useMayEdit } from '#lib/rights'
import { dayAtSchool, schoolTime, shortDay } from '#lib/school-time'
import { Badge } from '#ui/badge'
import { Button } from '#ui/button'
import { LoadError, Loading } from '#ui/load-state'
import { recordName, singular } from '../../list/record-name'
import { LabelsContext, useLabels } from '../../list/references/labels'
import { recordQuery } from '../../list/tables.api'
import { conflictFrom, deletionText } from '../form/save-conflict'
import { PanelSections } from './panel-sections'

export type PanelActions = {
  onEdit: () => void
  onDelete: (record: TableRecord) => void
  onClose: () => void
  onDirty: (dirty: boolean) => void
  /** The record was deleted by something in the panel. */
  onGone: () => void
}

type Props = PanelActions & {
  schema: TableSchema
  id: string
  /** The row of the list, shown until the whole record is there. */
  row: TableRecord | undefined
}

const iconButton = 'grid size-9 shrink-0 place-items-center rounded-lg text-muted hover:bg-sunken hover:text-ink'

/** One record to read and act on, next to its list. */
export function RecordPanel({ schema, id, row, onEdit, onDelete, onClose, onDirty, onGone }: Props) {
  const { data, error, refetch } = useQuery({ ...recordQuery(schema.name, id), placeholderData: row })
  const mayEdit = useMayEdit(schema.name)
  const heading = useRef<HTMLHeadingElement>(null)
  const isFirst = useRef(true)
  // Paging with j and k keeps the focus in the list when it is there.
  useEffect(() => {
    const box = heading.current?.closest('section, dialog')
    if (id && (isFirst.current || box?.contains(document.activeElement)))
      heading.current?.focus({ preventScroll: true })
    isFirst.current = false
  }, [id])
  const listLabels = useLabels()
  const labels = (data?.references as References | undefined) ?? listLabels
  const badges = data ? badgesOf(schema, data, schoolDay()) : []
  const name = data ? recordName(columns(schema), data) : singular(schema)
  const when = data && whenAndWhere(schema, data)
  // The line has its room before.
  const isComing = !data && !error && schema.calendar !== undefined

  return (
    <>
      <header className="flex items-start gap-1 border-line border-b py-2 pr-2 pl-4">
        <div className="my-1.5 mr-auto min-w-0">
          {/* The details say all of a long name. */}
          <h3 ref={heading} tabIndex={-1} title={name} className="line-clamp-2 text-lg [overflow-wrap:anywhere]">
            {name}
          </h3>
          {(when || isComing) && <p className="min-h-5 text-muted text-sm [overflow-wrap:anywhere]">{when}</p>}
        </div>
        {data && mayEdit && (
          <>
            <Button size="small" variant="outline" className="my-0.5" onClick={onEdit}>
              <Pencil className="size-4" />
              Edit
            </Button>
            <button
              type="button"
              aria-label={`Delete ${name}`}
              title="Delete"
              onClick={() => onDelete(data)}
              className={iconButton}
            >
              <Trash2 className="size-4.5" />
            </button>
          </>
        )}
        <button type="button" aria-label="Close" title="Close (Esc)" onClick={onClose} className={iconButton}>
          <X className="size-5" />
        </button>
      </header>
      {/* No padding below: what is sticky would stand above it. */}
      <div className="relative min-h-0 overflow-y-auto overscroll-contain px-4 pt-3 after:block after:h-3">
        {badges.length > 0 && (
          <p className="mb-3 flex flex-wrap gap-1.5">
            {badges.map((badge) => (
              <Badge key={badge.label} {...badge} />
            ))}
          </p>
        )}
        {error && !data && (
          <LoadError
            error={error}
            fallback="Failed to load the record"
            text={deletionText(conflictFrom(error))}
            onRetry={() => refetch()}
          />
        )}
        {!data && !error && <Loading>Loading the record...</Loading>}
        {data && (
          <LabelsContext value={labels}>
            <PanelSections
              key={id}
              schema={schema}
              record={data}
              onDirty={onDirty}
              onChanged={() => refetch()}
              onGone={onGone}
            />
          </LabelsContext>
        )}
      </div>
    </>
  )
}

/** When and where a record of the calendar is: `Sat, Nov 28, 10:00 AM · North field`. */
function whenAndWhere({ calendar, properties }: TableSchema, record: TableRecord): string | undefined {
  const start = record[calendar?.start ?? '']
  if (typeof start !== 'string' || Number.isNaN(Date.parse(start))) return undefined
  const isDay = properties[calendar?.start ?? '']?.format === 'date'
  const when = isDay ? shortDay(start) : `${shortDay(dayAtSchool(start))}, ${schoolTime(start)}`
  const place = properties['place'] ? fullText(properties['place'], record['place']) : ''
  return [when, place].filter(Boolean).join(' · ')
}
