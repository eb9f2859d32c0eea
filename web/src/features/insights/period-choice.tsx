import type { Period } from './insights.api'
import { presets } from './period'

type Props = { period: Period; onChange: (period: Period) => void }

const control = 'min-h-11 rounded-control border-2 border-edge bg-card px-3'

/** A preset or two days of one's own. */
export const PeriodChoice = ({ period, onChange }: Props) => (
  <fieldset className="flex flex-wrap items-end gap-3">
    <legend className="sr-only">Period</legend>
    <div className="flex flex-wrap gap-2">
      {presets(Date.now()).map(({ label, from, to }) => (
        <button
          key={label}
          type="button"
          aria-pressed={from === period.from && to === period.to}
          onClick={() => onChange({ from, to })}
          className="min-h-11 rounded-full border-2 border-edge bg-card px-4 font-display font-semibold text-sm hover:border-forest aria-pressed:border-primary aria-pressed:bg-primary aria-pressed:text-on-primary"
        >
          {label}
        </button>
      ))}
    </div>
    {(['from', 'to'] as const).map((end) => (
      <label key={end} className="grid gap-0.5 text-sm">
        {end === 'from' ? 'From' : 'To'}
        <input
          type="date"
          className={control}
          value={period[end]}
          max={end === 'from' ? period.to : undefined}
          min={end === 'to' ? period.from : undefined}
          onChange={({ target }) => target.value && onChange({ ...period, [end]: target.value })}
        />
      </label>
    ))}
  </fieldset>
)
