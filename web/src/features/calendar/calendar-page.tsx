import { isObjectId } from '@app/contracts/object-id'
import { dateFormat } from '@app/school-time/school-day'
import { tabLabel } from '@app/table-schema/cell'
import type { TableSchema } from '@app/table-schema/schema'
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useDeferredValue, useMemo } from 'react'
import { useSearchParams } from 'wouter'
import { offerToWrite } from '#features/lessons/offer-to-write'
import { schemasQuery } from '#features/records/list/tables.api'
import { isMine, mineQuery } from '#lib/mine'
import { useMayEdit, useSeesOwnOnly } from '#lib/rights'
import { longDay, shortDay } from '#lib/school-time'
import type { TableExtension } from '#lib/table-extension'
import { SmallButton } from '#ui/button'
import { option } from '#ui/field'
import { LoadError, Loading } from '#ui/load-state'
import { usePageTitle } from '#ui/page-title'
import { ScopeChoice } from '#ui/scope-choice'
import { Agenda } from './agenda'
import { useCreateAt, useMove } from './change-entry'
import { DayCell } from './day-cell'
import { byDay, entriesQuery, entryFrom } from './entries'
import { coloringFields, coloringOf } from './entry-colors'
import { useOpenedEntry } from './entry-link'
import { SubscribeButton } from './feeds'
import { ColorLegend, Hint, HourGrid, moveHint } from './hour-grid'
import { RecordBeside } from './record-beside'
import { type CalendarView, daysOf, keepView, shownView, step, today, viewsOf } from './school-days'

/** The table whose records have an instructor, who may be the user. */
const lessonTable = 'lessons'
const viewNames = { month: 'Month', week: 'Week', day: 'Day', agenda: 'Agenda' }
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const isDay = /^\d{4}-\d{2}-\d{2}$/
const months = dateFormat({ month: 'long', year: 'numeric', timeZone: 'UTC' }, 'en-US')

/** The records of a table by their dates, in the school's time zone: `?table=lessons&view=week&day=2026-11-28`. */
function CalendarPage({ tables }: { tables: readonly TableSchema[] }) {
  usePageTitle('Calendar')
  const [search, setSearch] = useSearchParams()
  const dated = tables.filter(({ calendar }) => calendar)
  const schema = dated.find(({ name }) => name === search.get('table')) ?? dated[0]
  const isOwn = useSeesOwnOnly(schema?.name ?? '')
  const { data: mine } = useQuery({ ...mineQuery, enabled: schema?.name === lessonTable && !isOwn })
  if (!schema) return <p className="text-muted">No table has dates.</p>

  const isNarrow = matchMedia('(width < 48rem)').matches
  const views = viewsOf(isNarrow)
  const view = shownView(search.get('view'), isNarrow)
  const asked = search.get('day') ?? ''
  const day = isDay.test(asked) && !Number.isNaN(Date.parse(asked)) ? asked : today()
  const instructors = schema.name === lessonTable ? (mine?.instructors ?? []) : []
  const isMineShown = instructors.length > 0 && search.get('whose') !== 'all'
  const show = (change: Record<string, string>) =>
    setSearch({ table: schema.name, view, day, ...(search.get('whose') === 'all' && { whose: 'all' }), ...change })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="mr-auto text-2xl">{headingOf(view, day)}</h2>
        {dated.length > 1 && (
          <select
            aria-label="Table"
            value={schema.name}
            onChange={({ target }) => show({ table: target.value })}
            className="min-h-11 rounded-control border-2 border-edge bg-card px-3"
          >
            {dated.map((each) => option(each.name, tabLabel(each)))}
          </select>
        )}
        {isOwn && <p className="text-muted">Your own lessons</p>}
        {instructors.length > 0 && (
          <ScopeChoice
            label="Whose lessons"
            isMine={isMineShown}
            onChange={(next) => show({ whose: next ? 'mine' : 'all' })}
          />
        )}
        <fieldset className="flex gap-1">
          <legend className="sr-only">View</legend>
          {views.map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={each === view}
              onClick={() => {
                keepView(each)
                show({ view: each })
              }}
              className="min-h-11 rounded-control border-2 border-edge bg-card px-3 font-display font-semibold text-sm aria-pressed:border-primary aria-pressed:bg-primary aria-pressed:text-on-primary"
            >
              {viewNames[each]}
            </button>
          ))}
        </fieldset>
        <div className="flex gap-1">
          <SmallButton aria-label="Earlier" onClick={() => show({ day: step(view, day, -1) })}>
            <ChevronLeft className="size-5" />
          </SmallButton>
          <SmallButton onClick={() => show({ day: today() })}>Today</SmallButton>
          <SmallButton aria-label="Later" onClick={() => show({ day: step(view, day, 1) })}>
            <ChevronRight className="size-5" />
          </SmallButton>
        </div>
        <SubscribeButton table={schema.name} offersMine={instructors.length > 0} />
      </div>
      <Entries
        key={schema.name}
        schema={schema}
        view={view}
        isNarrow={isNarrow}
        day={day}
        taughtBy={isMineShown ? instructors : undefined}
        followUp={schema.name === lessonTable ? offerToWrite : undefined}
        onDay={(next) => show({ day: next, view: 'agenda' })}
      />
    </div>
  )
}

function headingOf(view: CalendarView, day: string): string {
  if (view === 'day') return longDay(day)
  if (view === 'month') return months.format(new Date(`${day}T12:00:00Z`))
  const days = daysOf(view, day)
  return `${shortDay(days[0]!)} – ${shortDay(days.at(-1)!)}, ${days.at(-1)!.slice(0, 4)}`
}

type EntriesProps = {
  schema: TableSchema
  view: CalendarView
  isNarrow: boolean
  day: string
  /** Only lessons of these instructors. */
  taughtBy: readonly string[] | undefined
  followUp: TableExtension['followUp']
  onDay: (day: string) => void
}

/** The entries of the days, and the opened one next to them. */
function Entries(props: EntriesProps) {
  const { schema, day, view } = props
  const { id, close } = useOpenedEntry()
  const days = daysOf(view, day)
  const { data } = useQuery(entriesQuery(schema, days[0]!, days.at(-1)!))
  return (
    <div className="desk desk-page">
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-4">
        <Days {...props} />
      </div>
      {id !== null && isObjectId(id) && (
        <RecordBeside
          key={id}
          schema={schema}
          id={id}
          row={data?.records.find((record) => record.id === id)}
          references={data?.references ?? {}}
          onClose={close}
        />
      )}
    </div>
  )
}

function Days({ schema, view, isNarrow, day, taughtBy, followUp, onDay }: EntriesProps) {
  const days = daysOf(view, day)
  const { data, error, refetch } = useQuery(entriesQuery(schema, days[0]!, days.at(-1)!))
  const move = useMove(schema, followUp)
  const mayEdit = useMayEdit(schema.name)
  // Many records are shown in several short steps, so that the page stays responsive.
  const read = useDeferredValue(data)
  const all = useMemo(
    () =>
      (read?.records ?? [])
        .filter(({ instructor }) => !taughtBy || isMine(taughtBy, instructor))
        .flatMap((record) => entryFrom(schema, record) ?? []),
    [schema, read, taughtBy],
  )
  const entries = useMemo(() => byDay(all), [all])
  const onMove = (id: string, to: string, minute?: number) => {
    const entry = all.find((each) => each.id === id)
    if (entry && (entry.day !== to || (minute ?? entry.minute) !== entry.minute)) void move(entry, to, minute)
  }
  const create = useCreateAt(schema)

  const failure = error && (
    <LoadError error={error} fallback="Failed to load the calendar" isOutdated={!!data} onRetry={() => refetch()} />
  )
  if (!data && failure) return failure
  if (!read) return <Loading>Loading the dates...</Loading>
  const hasHours = schema.properties[schema.calendar?.start ?? '']?.format !== 'date'
  if (hasHours && (view === 'week' || view === 'day'))
    return (
      <div className="relative overflow-x-auto">
        {failure && <div className="mb-4">{failure}</div>}
        <HourGrid
          schema={schema}
          days={days}
          entries={entries}
          references={read.references}
          onMove={mayEdit ? onMove : undefined}
          onCreate={create}
        />
        <Hint text={mayEdit ? `${moveHint} Drag over free hours to add one. ` : ''} />
      </div>
    )
  if (view === 'agenda' || view === 'day')
    return (
      <>
        {failure}
        <Agenda schema={schema} days={days} entries={entries} references={read.references} />
      </>
    )
  const weeks = Array.from({ length: days.length / 7 }, (_, at) => days.slice(at * 7, at * 7 + 7))
  /** A weekday without entries is narrow next to those with some. */
  const busy = weekdays.map((_, at) => entries.size === 0 || weeks.some((week) => entries.has(week[at]!)))
  const { toneOf, legend } = coloringOf(schema, coloringFields(schema)[0]?.name, all, read.references)
  return (
    <div className="relative overflow-x-auto">
      {failure && <div className="mb-4">{failure}</div>}
      {!isNarrow && legend.length > 1 && <ColorLegend legend={legend} />}
      <table className="w-full table-fixed border-collapse md:min-w-[40rem]">
        <colgroup>
          {weekdays.map((name, at) => (
            <col key={name} className={isNarrow || busy[at] ? undefined : 'w-13'} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {weekdays.map((name) => (
              <th key={name} scope="col" className="pb-1 text-muted text-sm">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((each) => (
                <DayCell
                  key={each}
                  schema={schema}
                  day={each}
                  entries={entries.get(each) ?? []}
                  references={read.references}
                  toneOf={toneOf}
                  isFolded={!week.some((one) => entries.has(one))}
                  max={isNarrow ? 0 : view === 'month' ? 4 : 100}
                  isTall={view === 'week'}
                  muted={view === 'month' && each.slice(0, 7) !== day.slice(0, 7)}
                  isToday={each === today()}
                  onMove={mayEdit ? onMove : undefined}
                  onMore={onDay}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Hint text={mayEdit ? `${moveHint} ` : ''} />
    </div>
  )
}

/** The calendar of every table that has dates. */
export function Calendar() {
  const { data, error, refetch } = useQuery(schemasQuery)
  if (data) return <CalendarPage tables={data.tables} />
  if (error) return <LoadError error={error} fallback="Failed to load schemas" onRetry={() => refetch()} />
  return <Loading>Loading the calendar...</Loading>
}
