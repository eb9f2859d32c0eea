import { useQuery } from '@tanstack/react-query'
import { HistorySection } from '#features/history/history-section'
import { schemasQuery } from '#features/tables/tables.api'
import type { RecordPartProps } from '#lib/table-extension'

/** The history of a record, with the description of its table. */
export function History({ table, record, onChanged }: RecordPartProps & { table: string }) {
  const { data } = useQuery(schemasQuery)
  const schema = data?.tables.find(({ name }) => name === table)
  return schema && <HistorySection schema={schema} record={record} onChanged={onChanged} />
}
