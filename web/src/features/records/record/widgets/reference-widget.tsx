import { referencedTable } from '@app/table-schema/references'
import { referenceValues } from '../../list/references/labels'
import { RecordPicker } from '../../list/references/record-picker'
import { useSchema } from '../../list/use-schema'
import type { WidgetProps } from './widget'

/** Chooses one or several records of another table: "Students (3 of 8)". */
export function ReferenceWidget({ id, name, table, title, field, value, values, aria, onValue }: WidgetProps) {
  const schema = useSchema(referencedTable(field))
  const multiple = field.type === 'array'
  const ids = referenceValues(value)
  const limit = field.maxItemsField === undefined ? field.maxItems : values?.[field.maxItemsField]
  const max = typeof limit === 'number' ? limit : undefined
  if (!schema) return <p className="text-muted text-sm">You may not see these records; the field stays unchanged.</p>
  const isFull = max !== undefined && ids.length >= max
  return (
    <>
      {multiple && max !== undefined && (
        <p className="text-muted text-sm tabular-nums" aria-live="polite">
          {ids.length} of {max}
          {isFull && ': full'}
        </p>
      )}
      <RecordPicker
        id={id}
        label={title}
        table={table}
        field={name}
        schema={schema}
        multiple={multiple}
        ids={ids}
        onIds={(next) => onValue(multiple ? next : (next[0] ?? ''))}
        creates
        full={multiple && isFull ? `Full: ${max} of ${max}` : undefined}
        aria={aria}
      />
    </>
  )
}
