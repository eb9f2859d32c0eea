import { titleOf } from '@app/table-schema/field'
import type { TableSchema } from '@app/table-schema/schema'
import { FieldWidget } from '../form/field-widget'
import type { RecordForm } from '../form/use-record-form'
import { widgetKind } from '../widgets/widget'

type Props = { schema: TableSchema; name: string; form: RecordForm }

/** The form's widget of one field, with its error; its label is read, not seen: the column says it. */
export function CellWidget({ schema, name, form }: Props) {
  const field = schema.properties[name]!
  const id = `cell-${name}`
  const kind = widgetKind(field)
  const error = form.errors[name]
  return (
    <>
      {kind !== 'checkbox' && kind !== 'checkbox-list' && (
        <label htmlFor={id} className="sr-only">
          {titleOf(name, field)}
        </label>
      )}
      <FieldWidget
        key={form.generation}
        id={id}
        schema={schema}
        name={name}
        form={form}
        describedBy={[error && `${id}-error`]}
      />
      <p id={`${id}-error`} role="alert" className="text-bad text-sm empty:hidden">
        {error}
      </p>
    </>
  )
}
