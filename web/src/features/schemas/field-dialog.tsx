import { publishSchema } from '@app/contracts/schema-calls'
import { isRequired, kindOf, titleOf } from '@app/table-schema/field'
import type { FieldSchema, TableSchema } from '@app/table-schema/schema'
import { useState } from 'react'
import { useRecentSignIn } from '#lib/recent-sign-in'
import { CheckField } from '#ui/check-field'
import { SelectField, TextAreaField, TextField } from '#ui/field'
import { SavingDialog } from '#ui/saving-dialog'
import { nameFor } from './draft'
import { type Choice, OptionsEditor, typedOptions } from './options-editor'
import { asKind, type Kind, kindOfField, kinds } from './rule-texts'

type Key = 'minLength' | 'maxLength' | 'minimum' | 'maximum'
type LimitFieldsProps = { field: FieldSchema; onChange: (field: FieldSchema) => void }

/** The limits that a kind of field may have, as two numbers. */
function LimitFields({ field, onChange }: LimitFieldsProps) {
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
          onValue={(value) => set(key, value)}
        />
      ))}
    </div>
  )
}

type Target = { name: string; title: string }
type Props = {
  draft: TableSchema
  /** Null for a new field. */
  name: string | null
  tables: readonly Target[]
  /** Names that retired fields still hold. */
  taken: readonly string[]
  /** The product reads this field: its kind stays. */
  isNeeded: boolean
  onDone: (name: string, field: FieldSchema, isRequired: boolean) => void
  onClose: () => void
}

const choiceIn = (field: FieldSchema): Choice => (field.type === 'array' ? (field.items ?? {}) : field)
/** Capacities that were emptied are gone. */
const withoutChoice = <F extends Choice>({ enumCapacities: _, ...rest }: F) => rest
const withChoice = (field: FieldSchema, choice: Choice): FieldSchema =>
  field.type === 'array'
    ? { ...field, items: { ...withoutChoice(field.items ?? {}), ...choice } }
    : { ...withoutChoice(field), ...choice }
const targetOf = (field: FieldSchema) => (field.type === 'array' ? field.items?.table : field.table) ?? ''
const withTarget = (field: FieldSchema, table: string): FieldSchema =>
  field.type === 'array' ? { ...field, items: { ...field.items, table } } : { ...field, table }

function faults(field: FieldSchema, title: string, kind: Kind | undefined): Record<string, string> {
  const options = choiceIn(field)
  return {
    ...(title.trim() === '' && { title: 'Name is required' }),
    ...(kind?.isChoice && !options.enum?.length && { options: 'Add at least one option' }),
    ...(kind?.isChoice &&
      options.enumNames?.some((label) => !label.trim()) && { options: 'Every option needs a name' }),
    ...(kind?.isLink && !targetOf(field) && { table: 'Choose a table' }),
  }
}

/** One field: its name, its kind, its rules. It changes the draft; nothing is stored yet. */
export function FieldDialog({ draft, name, tables, taken, isNeeded, onDone, onClose }: Props) {
  useRecentSignIn(name === null ? 'A new field' : 'A change of a field', publishSchema)
  const stored = name === null ? undefined : draft.properties[name]
  const [field, setField] = useState<FieldSchema>(stored ?? { type: 'string' })
  const [title, setTitle] = useState(name === null ? '' : titleOf(name, stored))
  const [required, setRequired] = useState(name !== null && isRequired(draft, name))
  const [errors, setErrors] = useState<Record<string, string>>({})
  const kind = kindOfField(field)
  const typed = kind?.isChoice ? withChoice(field, typedOptions(choiceIn(field))) : field
  // Those that are left once more was filled in; none before the first attempt.
  const left = faults(typed, title, kind)
  const shown = Object.fromEntries(Object.entries(errors).filter(([name, text]) => left[name] === text))

  function submit() {
    setErrors(left)
    if (Object.keys(left).length > 0) return
    const names = [...Object.keys(draft.properties), ...taken, 'id', 'page', 'limit', 'sort', 'q', 'references']
    onDone(name ?? nameFor(title, names, 'field'), { ...typed, title: title.trim() }, required)
  }

  return (
    <SavingDialog
      title={name === null ? 'Add a field' : titleOf(name, stored)}
      saving={{ mutate: submit }}
      texts={{ submit: name === null ? 'Add' : 'Done' }}
      noValidate
      onClose={onClose}
    >
      <TextField
        id="field-title"
        label="Name"
        value={title}
        maxLength={200}
        error={shown['title']}
        onValue={setTitle}
      />
      {kind ? (
        <div className="grid gap-1">
          <SelectField
            id="field-kind"
            label="Kind"
            placeholder="Choose a kind"
            value={kind.id}
            disabled={isNeeded}
            options={kinds.map(({ id, label }) => ({ value: id, label }))}
            onValue={(value) => {
              const next = kinds.find(({ id }) => id === value)
              if (next) setField(asKind(field, next))
            }}
          />
          <p className="text-muted text-sm">
            {isNeeded ? 'Other parts of the product use this field, so its kind cannot be changed.' : kind.example}
          </p>
        </div>
      ) : (
        <p className="text-muted">This kind of field is kept as it is.</p>
      )}
      {kind?.isChoice && (
        <OptionsEditor
          choice={choiceIn(field)}
          hasCapacity={draft.name === 'lessons' && name === 'place'}
          error={shown['options']}
          onChange={(choice) => setField(withChoice(field, choice))}
        />
      )}
      {kind?.isLink && (
        <SelectField
          id="field-table"
          label="Table"
          placeholder="Choose a table"
          value={targetOf(field)}
          disabled={isNeeded}
          error={shown['table']}
          options={tables.map((table) => ({ value: table.name, label: table.title }))}
          onValue={(value) => setField(withTarget(field, value))}
        />
      )}
      <CheckField checked={required} disabled={field.readOnly === true} isSmall onCheck={setRequired}>
        Required
      </CheckField>
      <LimitFields field={field} onChange={setField} />
      <TextAreaField
        id="field-description"
        label="Help text (optional)"
        rows={2}
        value={field.description ?? ''}
        maxLength={2_000}
        onValue={(value) => {
          const { description: _old, ...rest } = field
          setField(value ? { ...rest, description: value } : rest)
        }}
      />
    </SavingDialog>
  )
}
