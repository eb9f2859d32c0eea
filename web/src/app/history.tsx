import { HistorySection } from '#features/history/history-section'
import type { RecordPartProps } from '#lib/table-extension'
import { useSchema } from './table-titles'

/** The history of a record, with the description of its table. */
export function History({ table, record, onChanged }: RecordPartProps & { table: string }) {
  const schema = useSchema(table)
  return schema && <HistorySection schema={schema} record={record} onChanged={onChanged} />
}
