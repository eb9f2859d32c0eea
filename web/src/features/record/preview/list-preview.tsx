import type { TableSchema } from '@app/table-schema/schema'
import { useQuery } from '@tanstack/react-query'
import { CellValue } from '#features/list/cells/cell'
import { listColumns } from '#features/list/columns/list-columns'
import { LabelsContext } from '#features/list/references/labels'
import { firstRecordsQuery } from '#features/list/tables.api'
import { sampleRecords } from './sample-records'

/** The list with the first records of the table; with sample ones while there are none. */
export function ListPreview({ schema }: { schema: TableSchema }) {
  const { data, isPending } = useQuery(firstRecordsQuery(schema.name))
  const stored = data?.data ?? []
  const records = stored.length > 0 || isPending ? stored : sampleRecords(schema)
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
                    <CellValue name={key} field={field} value={record[key]} />
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
