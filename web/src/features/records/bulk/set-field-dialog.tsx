import { startBatch } from '@app/contracts/batches'
import { isRequired, kindOf, titleOf } from '@app/table-schema/field'
import { storedValue, writableFields } from '@app/table-schema/record'
import type { TableSchema } from '@app/table-schema/schema'
import { validateField } from '@app/table-schema/validate-in-browser'
import { useId, useState } from 'react'
import { useRecentSignIn } from '#lib/recent-sign-in'
import { option } from '#ui/field'
import { ErrorText } from '#ui/load-state'
import { SavingDialog } from '#ui/saving-dialog'
import { FieldFrame } from '../record/form/field-widget'
import { widgetKind } from '../record/widgets/widget'
import { widgets } from '../record/widgets/widgets'
import { recordCount } from './use-batch'

type Props = {
  schema: TableSchema
  count: number
  onClose: () => void
  onApply: (changes: Record<string, unknown>) => void
}

/** Sets one field of all selected records; each is validated on its own. */
export function SetFieldDialog({ schema, count, onClose, onApply }: Props) {
  const id = useId()
  useRecentSignIn('This change', startBatch, schema.name)
  const fields = writableFields(schema).filter(([, field]) => widgetKind(field) !== 'unsupported')
  const [name, setName] = useState('')
  const [value, setValue] = useState<unknown>('')
  const [error, setError] = useState<string>()
  const field = name ? schema.properties[name] : undefined
  const title = titleOf(name, field)
  // An unticked box would not tell "No" from "not chosen yet".
  const isOpen = field === undefined || (kindOf(field) === 'boolean' && typeof value !== 'boolean')

  function choose(next: string) {
    setName(next)
    setValue('')
    setError(undefined)
  }
  function apply() {
    if (!field) return
    const message = validateField(field, title, isRequired(schema, name), value)
    setError(message)
    if (!message) onApply({ [name]: storedValue(field, value) })
    else document.getElementById(`${id}-value`)?.focus()
  }

  return (
    <SavingDialog
      title={`Set a field of ${recordCount(count)}`}
      size="small"
      saving={{ mutate: apply }}
      texts={{ submit: 'Apply' }}
      isIncomplete={isOpen}
      noValidate
      onClose={onClose}
    >
      <div className="grid gap-1.5">
        <label htmlFor={`${id}-field`} className="font-semibold">
          Field
        </label>
        <select
          id={`${id}-field`}
          value={name}
          onChange={(event) => choose(event.target.value)}
          className="control w-full"
        >
          <option value="">Choose…</option>
          {fields.map(([key, each]) => option(key, titleOf(key, each)))}
        </select>
      </div>
      {field && (
        <NewValue
          key={name}
          id={`${id}-value`}
          schema={schema}
          name={name}
          value={value}
          error={error}
          onValue={(next) => {
            setValue(next)
            setError(undefined)
          }}
        />
      )}
    </SavingDialog>
  )
}

type ValueProps = {
  id: string
  schema: TableSchema
  name: string
  value: unknown
  error: string | undefined
  onValue: (value: unknown) => void
}

function NewValue({ id, schema, name, value, error, onValue }: ValueProps) {
  const field = schema.properties[name]!
  const title = titleOf(name, field)
  const kind = widgetKind(field)
  const required = isRequired(schema, name)
  const Widget = widgets[kind]
  if (kind === 'checkbox') return <YesOrNo title={title} name={id} onValue={onValue} />
  return (
    <FieldFrame id={id} kind={kind} label={title}>
      <Widget
        id={id}
        table={schema.name}
        name={name}
        title={title}
        field={field}
        value={value}
        stored={null}
        required={required}
        aria={{ 'aria-invalid': error ? true : undefined, 'aria-describedby': `${id}-note ${id}-error` }}
        onValue={onValue}
      />
      <p id={`${id}-note`} className="text-muted text-sm empty:hidden">
        {!required && 'Leave it empty to clear the field.'}
      </p>
      <ErrorText id={`${id}-error`}>{error}</ErrorText>
    </FieldFrame>
  )
}

const answers = [
  { text: 'Yes', value: true },
  { text: 'No', value: false },
] as const

const YesOrNo = ({ title, name, onValue }: { title: string; name: string; onValue: (value: boolean) => void }) => (
  <fieldset className="grid gap-1">
    <legend className="mb-1 font-semibold">{title}</legend>
    {answers.map(({ text, value }) => (
      <label key={text} className="flex min-h-9 w-fit items-center gap-2.5">
        <input type="radio" name={name} onChange={() => onValue(value)} className="size-4 accent-forest" />
        {text}
      </label>
    ))}
  </fieldset>
)
