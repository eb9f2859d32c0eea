import { maxSeasons, type WebsiteFacts, weekdays } from '@app/contracts/website/facts'
import type { Season } from '@app/contracts/website/school-facts'
import { addDays } from '@app/table-schema/conditions'
import { useAtomValue } from 'jotai'
import { Plus } from 'lucide-react'
import { useRef } from 'react'
import { SmallButton } from '#ui/button'
import { CheckField } from '#ui/check-field'
import { TextField } from '#ui/field'
import { AddButton, ContentField, RemoveButton, useContentValue, useItemFields } from './content-field'
import { contentErrorsAtom, fieldId, shownErrorsAtom } from './website.atoms'

type Hours = WebsiteFacts['hours']
type DaysProps = {
  id: string
  days: Hours['days']
  error: string | undefined
  onChange: (days: Hours['days']) => void
}

/** Days of the week to choose. */
const DaysFields = ({ id, days, error, onChange }: DaysProps) => (
  <fieldset className="grid min-w-0 gap-1.5" aria-describedby={error && `${id}-error`}>
    <legend className="font-semibold">Days</legend>
    <div className="flex flex-wrap gap-x-4">
      {weekdays.map((day) => (
        <CheckField
          key={day}
          checked={days.includes(day)}
          onCheck={() => onChange(weekdays.filter((each) => (each === day) !== days.includes(each)))}
          isSmall
          className="inline-flex min-h-11 items-center gap-2"
        >
          {day}
        </CheckField>
      ))}
    </div>
    <p id={`${id}-error`} className="text-bad text-sm empty:hidden">
      {error}
    </p>
  </fieldset>
)

const seasonsPath = 'facts.hours.seasons'

/** Days and hours that change with the season. */
function Seasons() {
  const [{ days, opens, closes, seasons }] = useContentValue<Hours>('facts.hours')
  const [, setSeasons] = useContentValue<readonly Season[]>(seasonsPath)
  const part = useRef<HTMLDivElement>(null)
  const focusLater = (selector: string) =>
    requestAnimationFrame(() => part.current?.querySelector<HTMLElement>(selector)?.focus())
  function add() {
    setSeasons([...seasons, { from: '', through: '', days, opens, closes, note: '' }])
    focusLater('li:last-child input')
  }
  function remove(at: number) {
    setSeasons(seasons.filter((_, index) => index !== at))
    focusLater('[data-add]')
  }
  return (
    <div ref={part} className="grid gap-3">
      <div>
        <h4 className="font-semibold">Seasons</h4>
        <p className="text-muted text-sm">
          From the first day through the last, these days and hours replace the ones above on the website and in mails.
        </p>
      </div>
      <ul aria-label="Seasons" className="grid gap-3 empty:hidden">
        {seasons.map((season, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a season has nothing else to be known by.
          <li key={at}>
            <SeasonFields
              at={at}
              season={season}
              onChange={(change) => setSeasons(seasons.with(at, { ...season, ...change }))}
              onRemove={() => remove(at)}
            />
          </li>
        ))}
      </ul>
      {seasons.length < maxSeasons && (
        <SmallButton data-add onClick={add}>
          <Plus className="size-4" />
          Add a season
        </SmallButton>
      )}
    </div>
  )
}

type SeasonProps = {
  at: number
  season: Season
  onChange: (change: Partial<Season>) => void
  onRemove: () => void
}

function SeasonFields({ at, season, onChange, onRemove }: SeasonProps) {
  const errors = useAtomValue(shownErrorsAtom)
  const path = `${seasonsPath}.${at}`
  const id = fieldId(path)
  const name = season.note.trim() || `Season ${at + 1}`
  const field = useItemFields()(path, season, onChange)
  return (
    <fieldset aria-label={name} className="grid min-w-0 gap-3 rounded-xl border border-line bg-card p-3">
      <TextField {...field('note', 'Name (optional)')} />
      <div className="grid gap-3 xs:grid-cols-2">
        <TextField {...field('from', 'First day')} type="date" />
        <TextField {...field('through', 'Last day')} type="date" />
      </div>
      <DaysFields
        id={`${id}-days`}
        days={season.days}
        error={errors[`${path}.days`]}
        onChange={(days) => onChange({ days })}
      />
      <div className="grid gap-3 xs:grid-cols-2">
        <TextField {...field('opens', 'Opens')} type="time" />
        <TextField {...field('closes', 'Closes')} type="time" />
      </div>
      <RemoveButton name={name} className="justify-self-end" onClick={onRemove} />
    </fieldset>
  )
}

type Exception = Hours['exceptions'][number]
/** Days with the same hours and reason that follow each other, as they are edited: `at` is the index of the first. */
type DayRange = { at: number; days: readonly Exception[] }

/** Nothing while the date is being typed. */
const dayAfter = (date: string): string | undefined =>
  Number.isNaN(Date.parse(`${date}T00:00:00Z`)) ? undefined : addDays(date, 1)

const follows = (before: Exception, { date, opens, closes, note }: Exception) =>
  date === dayAfter(before.date) && opens === before.opens && closes === before.closes && note === before.note

/** Joins days that follow each other. Each is stored on its own. */
export function rangesOf(exceptions: readonly Exception[]): DayRange[] {
  const ranges: { at: number; days: Exception[] }[] = []
  for (const [at, exception] of exceptions.entries()) {
    const last = ranges.at(-1)
    if (last && follows(last.days.at(-1)!, exception)) last.days.push(exception)
    else ranges.push({ at, days: [exception] })
  }
  return ranges
}

/** A day for each date from that of `first` through the last, at most `max`; without a later last date the first alone. */
export function daysThrough(first: Exception, through: string, max: number): Exception[] {
  const days = [first]
  for (
    let next = dayAfter(first.date);
    next !== undefined && next <= through && days.length < max;
    next = dayAfter(next)
  )
    days.push({ ...first, date: next })
  return days
}

/** As many as there may be. */
const maxExceptions = 60

/** Opening days and hours, those of seasons, and days with other hours. */
export function HoursFields() {
  const [days, setDays] = useContentValue<Hours['days']>('facts.hours.days')
  const error = useAtomValue(contentErrorsAtom)['facts.hours.days']
  return (
    <>
      <DaysFields id="website-days" days={days} error={error} onChange={setDays} />
      <div className="grid gap-4 xs:grid-cols-2">
        <ContentField path="facts.hours.opens" label="Opens" type="time" />
        <ContentField path="facts.hours.closes" label="Closes" type="time" />
      </div>
      <Seasons />
      <Exceptions />
    </>
  )
}

function Exceptions() {
  const [exceptions, setExceptions] = useContentValue<readonly Exception[]>('facts.hours.exceptions')
  const list = useRef<HTMLUListElement>(null)
  const ranges = rangesOf(exceptions)
  const replace = ({ at, days }: DayRange, next: readonly Exception[]) =>
    setExceptions(exceptions.toSpliced(at, days.length, ...next))
  const change = (range: DayRange, { through, ...values }: Partial<Exception> & { through?: string }) => {
    const first = { ...range.days[0]!, ...values }
    const last = range.days.at(-1)!.date
    const left = maxExceptions - exceptions.length + range.days.length
    replace(range, daysThrough(first, through ?? last, left))
  }
  function add() {
    setExceptions([...exceptions, { date: '', opens: '', closes: '', note: '' }])
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('li:last-child input')?.focus())
  }
  return (
    <div className="grid gap-3">
      <h4 className="font-semibold">Closures and other hours</h4>
      <ul ref={list} aria-label="Closures and other hours" className="grid gap-3 empty:hidden">
        {ranges.map((range, at) => (
          <ExceptionFields
            // biome-ignore lint/suspicious/noArrayIndexKey: an exception has nothing else to be known by.
            key={at}
            range={range}
            onChange={(values) => change(range, values)}
            onRemove={() => replace(range, [])}
          />
        ))}
      </ul>
      <AddButton onClick={add}>Add a closure</AddButton>
    </div>
  )
}

type ExceptionProps = {
  range: DayRange
  onChange: (change: Partial<Exception> & { through?: string }) => void
  onRemove: () => void
}

function ExceptionFields({ range: { at, days }, onChange, onRemove }: ExceptionProps) {
  const errors = useAtomValue(shownErrorsAtom)
  const { date, opens } = days[0]!
  const path = `facts.hours.exceptions.${at}`
  const through = days.length > 1 ? days.at(-1)!.date : ''
  const field = useItemFields()(path, { ...days[0]!, through }, onChange)
  const closes = field('closes', 'Closes')
  const open = opens !== ''
  return (
    <li className="grid gap-3 rounded-xl border border-line bg-card p-3">
      <div className="grid gap-3 xs:grid-cols-2">
        <TextField {...field('date', 'Date')} type="date" />
        <TextField {...field('through', 'Through (optional)')} type="date" min={date} />
        <TextField {...field('note', 'Reason (optional)')} />
      </div>
      {open && (
        <div className="grid gap-3 xs:grid-cols-2">
          <TextField {...field('opens', 'Opens')} type="time" />
          <TextField {...closes} type="time" error={errors[path] ?? closes.error} />
        </div>
      )}
      <div className="flex flex-wrap items-center justify-between gap-2">
        <CheckField
          checked={!open}
          onCheck={() => onChange(open ? { opens: '', closes: '' } : { opens: '10:00', closes: '12:00' })}
          isSmall
          className="inline-flex min-h-11 items-center gap-2"
        >
          Closed all day
        </CheckField>
        <RemoveButton name={date || 'this day'} onClick={onRemove} />
      </div>
    </li>
  )
}
