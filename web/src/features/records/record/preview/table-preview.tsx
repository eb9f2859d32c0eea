import type { TableSchema } from '@app/table-schema/schema'
import { singular } from '../../list/record-name'
import { FormField } from '../form/form-field'
import { formFields } from '../form/record-values'
import { useRecordForm } from '../form/use-record-form'
import { ListPreview } from './list-preview'

/** The list and the form of a new record, as a description that is not saved yet makes them. */
export function TablePreview({ schema }: { schema: TableSchema }) {
  const form = useRecordForm(schema, null)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <ListPreview schema={schema} />
      <section aria-label="Preview of the form" className="grid gap-5 rounded-xl border border-line bg-card p-5">
        <p className="font-display font-semibold text-lg">Create {singular(schema)}</p>
        {formFields(schema, true).writable.map(([name, field]) => (
          <FormField key={name} schema={schema} name={name} field={field} form={form} />
        ))}
      </section>
    </div>
  )
}
