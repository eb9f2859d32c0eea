type Props = {
  legend: string
  options: readonly { value: string; label: string }[]
  chosen: readonly string[]
  error?: string | undefined
  onChange: (chosen: string[]) => void
}

/** Check boxes of which none means all. */
export function ChoiceFields({ legend, options, chosen, error, onChange }: Props) {
  const toggle = (value: string, on: boolean) =>
    onChange(on ? [...chosen, value] : chosen.filter((one) => one !== value))
  return (
    <fieldset className="grid gap-1">
      <legend className="font-semibold">{legend}</legend>
      <p className="text-muted text-sm">{chosen.length === 0 ? 'All of them' : `${chosen.length} chosen`}</p>
      <div className="grid gap-x-4 sm:grid-cols-2">
        {options.map(({ value, label }) => (
          <label key={value} className="inline-flex min-h-11 items-center gap-2">
            <input
              type="checkbox"
              checked={chosen.includes(value)}
              onChange={({ target }) => toggle(value, target.checked)}
              className="size-4 accent-forest"
            />
            {label}
          </label>
        ))}
      </div>
      <p className="text-bad text-sm empty:hidden">{error}</p>
    </fieldset>
  )
}
