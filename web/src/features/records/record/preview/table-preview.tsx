import type { TableRecord } from '@app/contracts/tables'
import { kindOf, titleOf } from '@app/table-schema/field'
import { referencedTable } from '@app/table-schema/references'
import type { FieldSchema, TableSchema } from '@app/table-schema/schema'
import { useQuery } from '@tanstack/react-query'
import { CellValue } from '../../list/cells/cell'
import { listColumns } from '../../list/columns/use-columns'
import { singular } from '../../list/record-name'
import { LabelsContext } from '../../list/references/references.api'
import { firstRecords, firstRecordsQuery } from '../../list/tables.api'
import { FormField } from '../form/form-field'
import { formFields, useRecordForm } from '../form/use-record-form'

/** The list with the first records of the table; with sample ones while there are none. */
function ListPreview({ schema }: { schema: TableSchema }) {
  const { data, isPending } = useQuery(firstRecordsQuery(schema.name))
  const stored = data?.data ?? []
  const records = stored.length > 0 ? stored : sampleRecords(schema)
  const columns = listColumns(schema).filter(({ key }) => key !== 'id')
  return (
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
          <LabelsContext value={data?.references ?? {}}>
            {records.map((record) => (
              <tr key={record.id}>
                {columns.map(({ key, field }) => (
                  <td key={key} className="max-w-64 truncate px-3 py-2 text-muted">
                    {/* Their rows are there while they load, so that nothing below moves. */}
                    {isPending ? '\u00A0' : <CellValue name={key} field={field} value={record[key]} />}
                  </td>
                ))}
              </tr>
            ))}
          </LabelsContext>
        </tbody>
      </table>
      <p className="border-line border-t px-3 py-2 text-muted text-sm">
        {isPending
          ? 'Loading the first records...'
          : stored.length > 0
            ? 'The first records as they are stored.'
            : 'Sample values: the table has no records yet.'}
      </p>
    </section>
  )
}

/** A value that fits the kind of a field; nothing where it would name something, such as a record or a file. */
function sampleValue(name: string, field: FieldSchema, at: number): unknown {
  const { enum: options, format, minimum = 1 } = field
  if (referencedTable(field) !== undefined || format === 'image' || format === 'file') return null
  if (options?.length) return options[at % options.length]
  const kind = kindOf(field)
  if (kind === 'boolean') return at === 0
  if (kind === 'number' || kind === 'integer') return minimum + at
  if (kind === 'array') return []
  if (format === 'date') return `2030-01-0${at + 1}`
  if (format === 'date-time') return `2030-01-0${at + 1}T18:00:00.000Z`
  if (format === 'email') return `sample-${at + 1}@example.com`
  return `${titleOf(name, field)} ${at + 1}`
}

/** As many records as are shown of a table, clearly made up. */
const sampleRecords = ({ properties }: TableSchema): TableRecord[] =>
  Array.from({ length: firstRecords }, (_, at) => ({
    ...Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, sampleValue(name, field, at)])),
    id: String(at),
  }))

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
