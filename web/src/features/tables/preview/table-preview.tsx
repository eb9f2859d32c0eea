import { cellText } from '@app/table-schema/cell'
import type { Descriptor } from '@app/table-schema/descriptor'
import { listColumns } from '../columns/list-columns'
import { singular } from '../columns/singular'
import { OptionText } from '../grid/option-text'
import { FormField } from '../record/form-field'
import { formFields } from '../record/record-values'
import { useRecordForm } from '../record/use-record-form'

/** The form of a new record and the head of the list, as a description that is not saved yet makes them. */
export function TablePreview({ schema }: { schema: Descriptor }) {
  const form = useRecordForm(schema, null)
  const columns = listColumns(schema).filter(({ key }) => key !== 'id')
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <section
        aria-label="Preview of the list" // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
        tabIndex={0}
        className="overflow-x-auto rounded-xl border border-line bg-card"
      >
        <table className="w-full text-left text-sm">
          <thead>
            <tr className="border-line border-b">
              {columns.map(({ key, title }) => (
                <th key={key} scope="col" className="whitespace-nowrap px-3 py-2">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr>
              {columns.map(({ key, field }) => (
                <td key={key} className="whitespace-nowrap px-3 py-2 text-muted">
                  {field?.enum?.length ? (
                    <OptionText field={field} value={field.enum[0]} text={cellText(field, field.enum[0])} />
                  ) : (
                    '…'
                  )}
                </td>
              ))}
            </tr>
          </tbody>
        </table>
      </section>
      <section aria-label="Preview of the form" className="grid gap-5 rounded-xl border border-line bg-card p-5">
        <p className="font-display font-semibold text-lg">Create {singular(schema)}</p>
        {formFields(schema, true).writable.map(([name, field]) => (
          <FormField key={name} schema={schema} name={name} field={field} form={form} />
        ))}
      </section>
    </div>
  )
}
