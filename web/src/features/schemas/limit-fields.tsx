import { kindOf } from '@app/table-schema/field'
import type { FieldSchema } from '@app/table-schema/schema'
import { TextField } from '#ui/field'

type Key = 'minLength' | 'maxLength' | 'minimum' | 'maximum'
type Props = { field: FieldSchema; onChange: (field: FieldSchema) => void }

/** The limits that a kind of field may have, as two numbers. */
export function LimitFields({ field, onChange }: Props) {
  const kind = kindOf(field)
  const isText = kind === 'string' && !field.enum && (!field.format || ['textarea', 'rich_text'].includes(field.format))
  const keys: [Key, string][] = isText
    ? [
        ['minLength', 'Minimum number of characters'],
        ['maxLength', 'Maximum number of characters'],
      ]
    : kind === 'integer' || kind === 'number'
      ? [
          ['minimum', 'Smallest number'],
          ['maximum', 'Largest number'],
        ]
      : []
  if (keys.length === 0) return null
  const set = (key: Key, text: string) => {
    const { [key]: _old, ...rest } = field
    const number = Number(text)
    onChange(text.trim() === '' || !Number.isFinite(number) ? rest : { ...rest, [key]: number })
  }
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {keys.map(([key, label]) => (
        <TextField
          key={key}
          id={`field-${key}`}
          label={label}
          type="number"
          min={isText ? 0 : undefined}
          value={field[key] ?? ''}
          onChange={(event) => set(key, event.target.value)}
        />
      ))}
    </div>
  )
}
