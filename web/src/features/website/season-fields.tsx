import { maxSeasons, type WebsiteFacts, weekdays } from '@app/contracts/website/facts'
import type { Season } from '@app/contracts/website/school-facts'
import { useAtomValue } from 'jotai'
import { Plus } from 'lucide-react'
import { useRef } from 'react'
import { SmallButton } from '#ui/button'
import { TextField } from '#ui/field'
import { useContentValue, useItemFields } from './content-field'
import { RemoveButton } from './entry-buttons'
import { fieldId, shownErrorsAtom } from './website.atoms'

type Days = WebsiteFacts['hours']['days']
type Props = { id: string; days: Days; error: string | undefined; onChange: (days: Days) => void }

/** Days of the week to choose. */
export const DaysFields = ({ id, days, error, onChange }: Props) => (
  <fieldset className="grid min-w-0 gap-1.5" aria-describedby={error && `${id}-error`}>
    <legend className="font-semibold">Days</legend>
    <div className="flex flex-wrap gap-x-4">
      {weekdays.map((day) => (
        <label key={day} className="inline-flex min-h-11 items-center gap-2">
          <input
            type="checkbox"
            checked={days.includes(day)}
            onChange={() => onChange(weekdays.filter((each) => (each === day) !== days.includes(each)))}
            className="size-4 accent-forest"
          />
          {day}
        </label>
      ))}
    </div>
    <p id={`${id}-error`} className="text-bad text-sm empty:hidden">
      {error}
    </p>
  </fieldset>
)

const path = 'facts.hours.seasons'

/** Days and hours that change with the season. */
export function Seasons() {
  const [{ days, opens, closes, seasons }] = useContentValue<WebsiteFacts['hours']>('facts.hours')
  const [, setSeasons] = useContentValue<readonly Season[]>(path)
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
  const id = fieldId(`${path}.${at}`)
  const name = season.note.trim() || `Season ${at + 1}`
  const field = useItemFields()(`${path}.${at}`, season, onChange)
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
        error={errors[`${path}.${at}.days`]}
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
