import { isRequired, titleOf } from '@app/table-schema/field'
import type { TableSchema } from '@app/table-schema/schema'
import { widgetKind } from '../widgets/widget'
import { widgets } from '../widgets/widgets'
import type { RecordForm } from './use-record-form'

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
