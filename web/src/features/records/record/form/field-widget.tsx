import { isRequired, titleOf } from '@app/table-schema/field'
import type { TableSchema } from '@app/table-schema/schema'
import type { ReactNode } from 'react'
import { isGroup, type WidgetKind, widgetKind } from '../widgets/widget'
import { widgets } from '../widgets/widgets'
import type { RecordForm } from './use-record-form'

type FieldFrameProps = {
  id: string
  kind: WidgetKind
  label: string
  /** It may not be empty. */
  isNeeded?: boolean
  /** Two of them share a row where there is room. */
  isHalf?: boolean
  children: ReactNode
}

/** A widget with its label, as its kind needs it: a legend, a label or a heading; a checkbox has its own. */
export function FieldFrame({ id, kind, label: text, isNeeded = false, isHalf = false, children }: FieldFrameProps) {
  const label = isNeeded ? (
    <>
      {text}
      <span aria-hidden="true" className="text-bad">
        {' *'}
      </span>
    </>
  ) : (
    text
  )
  if (isGroup(kind))
    return (
      <fieldset className="grid min-w-0 gap-1.5">
        <legend className="mb-1 font-semibold">{label}</legend>
        {children}
      </fieldset>
    )
  return (
    <div data-half={isHalf} className="grid content-start gap-1.5">
      {kind === 'checkbox' ? null : kind === 'unsupported' || kind === 'rich_text' ? (
        <p className="font-semibold">{label}</p>
      ) : (
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
      )}
      {children}
    </div>
  )
}

type Props = {
  id: string
  schema: TableSchema
  name: string
  form: RecordForm
  /** The ids of the texts that describe the field, as far as they are shown. */
  describedBy: readonly (string | false | undefined)[]
}

/** The widget of a field, with the value and the error that the form holds. */
export function FieldWidget({ id, schema, name, form, describedBy }: Props) {
  const field = schema.properties[name]!
  const Widget = widgets[widgetKind(field)]
  return (
    <Widget
      id={id}
      table={schema.name}
      name={name}
      title={titleOf(name, field)}
      field={field}
      value={form.values[name]}
      stored={form.before[name]}
      required={isRequired(schema, name)}
      values={form.values}
      aria={{
        'aria-invalid': form.errors[name] ? true : undefined,
        'aria-describedby': describedBy.filter(Boolean).join(' ') || undefined,
      }}
      onValue={(value) => form.set(name, value)}
    />
  )
}
