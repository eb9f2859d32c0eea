import type { Descriptor } from '@app/table-schema/descriptor'
import { isRequired, kindOf, titleOf } from '@app/table-schema/field'
import { storedValue, writableFields } from '@app/table-schema/record'
import { validateField } from '@app/table-schema/validate'
import { type FormEvent, useId, useState } from 'react'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { isGroup, widgetKind } from '../record/widgets/widget'
import { widgets } from '../record/widgets/widgets'

type Props = {
  schema: Descriptor
  count: number
  onClose: () => void
  onApply: (changes: Record<string, unknown>) => void
}

/** Sets one field of all selected records; each is validated on its own. */
export function SetFieldDialog({ schema, count, onClose, onApply }: Props) {
  const id = useId()
  const fields = writableFields(schema).filter(([, field]) => kindOf(field) !== 'unknown')
  const [name, setName] = useState('')
  const [value, setValue] = useState<unknown>('')
  const [error, setError] = useState<string>()
  const field = name ? schema.properties[name] : undefined
  const title = titleOf(name, field)
  const kind = field && widgetKind(field)
  const Widget = kind && widgets[kind]

  function choose(next: string) {
    setName(next)
    setValue(schema.properties[next] && kindOf(schema.properties[next]) === 'boolean' ? false : '')
    setError(undefined)
  }
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (!field) return
    const message = validateField(field, title, isRequired(schema, name), value)
    setError(message)
    if (!message) onApply({ [name]: storedValue(field, value) })
  }

  return (
    <Dialog
      title={`Set a field of ${count} ${count === 1 ? 'record' : 'records'}`}
      size="small"
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={id} disabled={!field}>
            Apply
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={onSubmit} className="grid gap-4">
        <label className="grid gap-1.5 font-semibold">
          Field
          <select value={name} onChange={(event) => choose(event.target.value)} className="control w-full font-normal">
            <option value="">Choose…</option>
            {fields.map(([key, each]) => (
              <option key={key} value={key}>
                {titleOf(key, each)}
              </option>
            ))}
          </select>
        </label>
        {field && Widget && (
          <div className="grid gap-1.5">
            {isGroup(kind) || kind === 'checkbox' || kind === 'rich_text' ? (
              <p className="font-semibold">{title}</p>
            ) : (
              <label htmlFor={`${id}-value`} className="font-semibold">
                {title}
              </label>
            )}
            <Widget
              key={name}
              id={`${id}-value`}
              name={name}
              title={title}
              field={field}
              value={value}
              stored={null}
              required={isRequired(schema, name)}
              aria={{ 'aria-invalid': error ? true : undefined, 'aria-describedby': error ? `${id}-error` : undefined }}
              onValue={setValue}
            />
            <p id={`${id}-error`} role="alert" className="text-bad text-sm empty:hidden">
              {error}
            </p>
          </div>
        )}
      </form>
    </Dialog>
  )
}
