import { type WebsiteFacts, weekdays } from '@app/contracts/website/facts'

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
