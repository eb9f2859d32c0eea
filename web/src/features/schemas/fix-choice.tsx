import type { ValueFix } from '@app/contracts/schema-editor'
import { isRequired, kindOf, optionLabel, titleOf } from '@app/table-schema/field'
import type { TableSchema } from '@app/table-schema/schema'
import { useId } from 'react'
import { counted } from '#lib/words'
import { option } from '#ui/field'

type Props = {
  draft: TableSchema
  name: string
  faults: readonly { message: string; count: number }[]
  fix: ValueFix | undefined
  onChange: (fix: ValueFix | undefined) => void
}

const control = 'min-h-11 w-full max-w-xs rounded-control border-2 border-edge bg-card px-3 text-ink'

/** A choice for the values of one field that would not fit. */
export function FixChoice({ draft, name, faults, fix, onChange }: Props) {
  const id = useId()
  const field = draft.properties[name]!
  const title = titleOf(name, field)
  const choices = [
    ['keep', 'Keep them as they are', undefined],
    ...(isRequired(draft, name) ? [] : [['clear', 'Clear them', { action: 'clear' }] as const]),
    ...(kindOf(field) === 'array' ? [] : [['set', 'Set them to', { action: 'set', value: '' }] as const]),
  ] as const
  return (
    <fieldset className="grid gap-1 rounded-xl border border-line p-4">
      <legend className="px-1 font-semibold">{title}</legend>
      <ul className="text-sm">
        {faults.map(({ message, count }) => (
          <li key={message}>
            {counted(count, 'record')}: {message}
          </li>
        ))}
      </ul>
      {choices.map(([key, label, value]) => (
        <label key={key} className="flex min-h-11 items-center gap-2.5">
          <input
            type="radio"
            name={`${id}-fix`}
            checked={(fix?.action ?? 'keep') === key}
            onChange={() => onChange(value)}
            className="size-4 accent-forest"
          />
          {label}
        </label>
      ))}
      {fix?.action === 'set' && (
        <FixValue
          draft={draft}
          name={name}
          value={fix.value}
          onChange={(value) => onChange({ action: 'set', value })}
        />
      )}
    </fieldset>
  )
}

type ValueProps = { draft: TableSchema; name: string; value: unknown; onChange: (value: unknown) => void }

function FixValue({ draft, name, value, onChange }: ValueProps) {
  const field = draft.properties[name]!
  const kind = kindOf(field)
  const label = `New value of ${titleOf(name, field)}`
  const options = kind === 'boolean' ? [true, false] : field.enum
  if (options)
    return (
      <select
        aria-label={label}
        className={control}
        value={options.indexOf(value as never)}
        onChange={(event) => onChange(options[Number(event.target.value)])}
      >
        <option value={-1}>Choose a value</option>
        {options.map((each, at) =>
          option(at, typeof each === 'boolean' ? (each ? 'Yes' : 'No') : optionLabel(field, each)),
        )}
      </select>
    )
  const isNumber = kind === 'integer' || kind === 'number'
  return (
    <input
      aria-label={label}
      className={control}
      type={isNumber ? 'number' : field.format === 'date' ? 'date' : 'text'}
      value={typeof value === 'string' || typeof value === 'number' ? value : ''}
      onChange={({ target }) => onChange(isNumber && target.value !== '' ? Number(target.value) : target.value)}
    />
  )
}
