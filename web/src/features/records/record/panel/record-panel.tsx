import { seconds } from '@app/contracts/durations'
import type { References, TableRecord } from '@app/contracts/tables'
import { schoolDay } from '@app/school-time/school-day'
import { badgesOf } from '@app/table-schema/badges'
import { columns, fullText } from '@app/table-schema/cell'
import type { TableSchema } from '@app/table-schema/schema'
import { type Query, useQuery, useQueryClient } from '@tanstack/react-query'
import { Pencil, Trash2, X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useMayEdit } from '#lib/rights'
import { dayAtSchool, schoolTime, shortDay } from '#lib/school-time'
import { factsText } from '#lib/words'
import { Badge } from '#ui/badge'
import { SmallButton } from '#ui/button'
import { PlainDialog } from '#ui/dialog'
import { LoadState } from '#ui/load-state'
import { useMedia } from '#ui/use-media'
import { recordName, singular } from '../../list/record-name'
import { LabelsContext, useLabels } from '../../list/references/references.api'
import { recordQuery } from '../../list/tables.api'
import { conflictFrom, deletionText } from '../form/save-conflict'
import { PanelSections } from './panel-sections'

const roomBesideTheList = '(min-width: 56.25rem)'

type PanelHostProps = PanelActions & {
  schema: TableSchema
  id: string
  row: TableRecord | undefined
  /** A modal is open over the panel. */
  isCovered: boolean
}

/** The record next to the list, or over it where there is no room. */
export function PanelHost({ isCovered, ...props }: PanelHostProps) {
  const hasRoom = useMedia(roomBesideTheList)
  const [isBeside, setBeside] = useState(hasRoom)
  // Turning a tablet while a form is open: a dialog that opens now would lie over the form.
  if (isBeside !== hasRoom && !isCovered) setBeside(hasRoom)
  const label = `${singular(props.schema)} details`
  if (!isBeside)
    return (
      <PlainDialog label={label} onClose={props.onClose}>
        <RecordPanel {...props} />
      </PlainDialog>
    )
  return (
    <section
      aria-label={label}
      className="record-panel grid min-h-0 grid-rows-[auto_minmax(0,1fr)] overflow-hidden rounded-[0.9rem] border border-line bg-card shadow-card"
    >
      <RecordPanel {...props} />
    </section>
  )
}

/** A part that does not load holds back the others for this long at most. */
const maxWaitMs = seconds(5)
const checkMs = 50

/**
 * Calls `onWhole` once no part of the record is loading for the first time: no query, and no element marked as loading. Shows nothing.
 * It comes before the parts of the record: queries that exist by then, and do not name the record, belong to something else.
 */
function UntilWhole({ id, onWhole }: { id: string; onWhole: () => void }) {
  const client = useQueryClient()
  const [others] = useState(() => new Set(client.getQueryCache().getAll()))
  const ref = useRef<HTMLSpanElement>(null)
  const done = useEffectEvent(onWhole)
  useEffect(() => {
    const startedAt = Date.now()
    const isPart = (query: Query) =>
      query.state.data === undefined && (!others.has(query) || query.queryHash.includes(id))
    let wasWhole = false
    const timer = setInterval(() => {
      const isLoading =
        client.isFetching({ predicate: isPart }) > 0 || ref.current?.parentElement?.querySelector('[data-loading]')
      // For a moment nothing is loading between a query and the next one that its result leads to.
      if ((wasWhole && !isLoading) || Date.now() - startedAt >= maxWaitMs) done()
      wasWhole = !isLoading
    }, checkMs)
    return () => clearInterval(timer)
  }, [client, others, id])
  return <span ref={ref} />
}

type PanelActions = {
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

// No padding below: what is sticky would stand above it.
const body = 'relative min-h-0 overflow-y-auto overscroll-contain px-4 pt-3 after:block after:h-3'
const iconButton = 'grid size-9 shrink-0 place-items-center rounded-lg text-muted hover:bg-sunken hover:text-ink'

/** One record to read and act on, next to its list. */
function RecordPanel({ schema, id, row, onEdit, onDelete, onClose, onDirty, onGone }: Props) {
  const { data: read, error, refetch } = useQuery({ ...recordQuery(schema.name, id), placeholderData: row })
  // Opened by its address, it is shown once its parts are there, which would push each other.
  const [coming, setComing] = useState(row ? undefined : id)
  if (coming !== undefined && coming !== id) setComing(undefined)
  const data = coming === id ? undefined : read
  // The record that was opened before it was loaded.
  const [late, setLate] = useState<string>()
  if (!data && late !== id) setLate(id)
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
  const labels = (read?.references as References | undefined) ?? listLabels
  const badges = data ? badgesOf(schema, data, schoolDay()) : []
  const name = data ? recordName(columns(schema), data) : singular(schema)
  const when = data && whenAndWhere(schema, data)

  return (
    <>
      <header className="flex items-start gap-1 border-line border-b py-2 pr-2 pl-4">
        <div className="my-1.5 mr-auto min-w-0">
          {/* The details say all of a long name. */}
          <h3 ref={heading} tabIndex={-1} title={name} className="line-clamp-2 text-lg [overflow-wrap:anywhere]">
            {name}
          </h3>
          {when && <p className="text-muted text-sm [overflow-wrap:anywhere]">{when}</p>}
          {/* The heading had the focus before it had the name. */}
          <p role="status" className="sr-only">
            {late === id && data && name}
          </p>
        </div>
        {data && mayEdit && (
          <>
            <SmallButton className="my-0.5" onClick={onEdit}>
              <Pencil className="size-4" />
              Edit
            </SmallButton>
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
      {!data && (
        <div className={body}>
          <LoadState
            query={{ data: undefined, error: read ? null : error, refetch }}
            what="the record"
            text={deletionText(conflictFrom(error))}
          />
        </div>
      )}
      {read && (
        <div hidden={!data} className={body}>
          {!data && <UntilWhole id={id} onWhole={() => setComing(undefined)} />}
          {badges.length > 0 && (
            <p className="mb-3 flex flex-wrap gap-1.5">
              {badges.map((badge) => (
                <Badge key={badge.label} {...badge} />
              ))}
            </p>
          )}
          <LabelsContext value={labels}>
            <PanelSections
              key={id}
              schema={schema}
              record={read}
              onDirty={onDirty}
              onChanged={() => refetch()}
              onGone={onGone}
            />
          </LabelsContext>
        </div>
      )}
    </>
  )
}

/** When and where a record of the calendar is: `Sat, Nov 28, 10:00 AM · North field`. */
function whenAndWhere({ calendar, properties }: TableSchema, record: TableRecord): string | undefined {
  const start = record[calendar?.start ?? '']
  if (typeof start !== 'string' || Number.isNaN(Date.parse(start))) return undefined
  const isDay = properties[calendar?.start ?? '']?.format === 'date'
  const when = isDay ? shortDay(start) : `${shortDay(dayAtSchool(start))}, ${schoolTime(start).replace(' ', '\u00a0')}`
  const place = properties['place'] ? fullText(properties['place'], record['place']) : ''
  return factsText([when, place])
}
