import type { TableRecord } from '@app/contracts/tables'
import { titleOf } from '@app/table-schema/field'
import type { TableSchema } from '@app/table-schema/schema'
import { useQuery } from '@tanstack/react-query'
import { instantText } from '#lib/local-time'
import { lastChangeQuery } from '../../list/tables.api'

const lists = new Intl.ListFormat('en-US')

/** "ivy@... changed Level and Seats at 3:50 PM.": the history says who and what; without it the record says when. */
export function useLastChange(schema: TableSchema, record: TableRecord): string {
  const { data } = useQuery(lastChangeQuery(schema.name, record))
  const at = typeof record.updated_at === 'string' ? ` at ${instantText(record.updated_at)}` : ''
  const fields = Object.keys(data?.changes ?? {}).flatMap((name) => {
    const field = schema.properties[name]
    return field && !field.readOnly ? [titleOf(name, field)] : []
  })
  const what = fields.length > 0 ? lists.format(fields) : 'this record'
  return `${data?.actor.email ?? 'Another person'} changed ${what}${at}.`
}
