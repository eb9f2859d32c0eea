import { fullText } from '@app/table-schema/cell'
import { titleOf } from '@app/table-schema/field'
import type { FieldSchema, TableSchema } from '@app/table-schema/schema'
import { useState } from 'react'
import { SmallButton } from '#ui/button'
import { typeDiffers, typeName } from '../../list/cells/cell'
import { useExtension } from '../../list/use-schema'
import { isShort, widgetKind } from '../widgets/widget'
import { FieldFrame, FieldWidget } from './field-widget'
import { isNeeded, type RecordForm } from './use-record-form'

export const fieldId = (name: string, prefix = 'field') => `${prefix}-${name}`

export type FormFieldProps = {
  schema: TableSchema
  name: string
  field: FieldSchema
  form: RecordForm
  /** Keeps the ids of two forms on one page apart. */
  prefix?: string
}

/** A label, a widget, its description and its error. */
export function FormField({ schema, name, field, form, prefix }: FormFieldProps) {
  const id = fieldId(name, prefix)
  const title = titleOf(name, field)
  const error = form.errors[name]
  const kind = widgetKind(field)
  const stored = form.before[name]
  const differs = !form.isNew && kind !== 'unsupported' && typeDiffers(field, stored)
  const described = field.description
  const notes = [described && `${id}-description`, differs && `${id}-stored`, error && `${id}-error`]
  const { quickValues } = useExtension(schema.name)
  // Widgets keep what is typed themselves, so a value that is set from outside remounts them.
  const [quickly, setQuickly] = useState(0)
  return (
    <FieldFrame
      id={id}
      kind={kind}
      label={title}
      isNeeded={isNeeded(schema, name, form.values)}
      isHalf={isShort(field)}
    >
      {described && (
        <p id={`${id}-description`} className="text-muted text-sm">
          {field.description}
        </p>
      )}
      <FieldWidget
        key={`${form.generation} ${quickly}`}
        id={id}
        schema={schema}
        name={name}
        form={form}
        describedBy={notes}
      />
      {quickValues?.[name]?.map((quick) => (
        <SmallButton
          key={quick.label}
          onClick={() => {
            form.set(name, quick.value())
            setQuickly(quickly + 1)
          }}
        >
          {quick.label}
        </SmallButton>
      ))}
      {differs && (
        <p id={`${id}-stored`} className="text-sm text-warn [overflow-wrap:anywhere]">
          Type differs: stored as {typeName(stored)} “{fullText(field, stored)}”. It stays so until you change it.
        </p>
      )}
      <p id={`${id}-error`} className="text-bad text-sm empty:hidden">
        {error}
      </p>
    </FieldFrame>
  )
}
