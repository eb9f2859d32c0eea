import type { TableRecord } from '@app/contracts/tables'
import { useQuery } from '@tanstack/react-query'
import { instantText } from '#lib/local-time'
import { lastChangeQuery } from '../tables.api'

/** "ivy@... changed this record at 3:50 PM.": the history says who; without it the record says when. */
export function useLastChange(table: string, record: TableRecord): string {
  const { data } = useQuery(lastChangeQuery(table, record))
  const at = typeof record.updated_at === 'string' ? ` at ${instantText(record.updated_at)}` : ''
  return `${data?.actor.email ?? 'Another person'} changed this record${at}.`
}
