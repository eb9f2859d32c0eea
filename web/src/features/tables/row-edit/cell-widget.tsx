import type { Descriptor } from '@app/table-schema/descriptor'
import { isRequired, titleOf } from '@app/table-schema/field'
import type { RecordForm } from '../record/use-record-form'
import { widgetKind } from '../record/widgets/widget'
import { widgets } from '../record/widgets/widgets'

type Props = { schema: Descriptor; name: string; form: RecordForm }

/** The form's widget of one field, with its error; its label is read, not seen: the column says it. */
export function CellWidget({ schema, name, form }: Props) {
  const field = schema.properties[name]!
  const id = `cell-${name}`
  const title = titleOf(name, field)
  const kind = widgetKind(field)
  const Widget = widgets[kind]
  const error = form.errors[name]
  return (
    <>
      {kind !== 'checkbox' && kind !== 'checkbox-list' && (
        <label htmlFor={id} className="sr-only">
          {title}
        </label>
      )}
      <Widget
        key={form.generation}
        id={id}
        table={schema.name}
        name={name}
        title={title}
        field={field}
        value={form.values[name]}
        stored={form.before[name]}
        required={isRequired(schema, name)}
        values={form.values}
        aria={{ 'aria-invalid': error ? true : undefined, 'aria-describedby': error ? `${id}-error` : undefined }}
        onValue={(value) => form.set(name, value)}
      />
      <p id={`${id}-error`} role="alert" className="text-bad text-sm empty:hidden">
        {error}
      </p>
    </>
  )
}
