import type { TableSchema } from '@app/table-schema/schema'
import { useLocation } from 'wouter'
import { listPath, newRecord, newRecordEntry } from '#lib/list-address'
import { useMayEdit } from '#lib/rights'
import { instantAt } from './school-days'

/** Opens the form of a new record with its start and length filled in; undefined for those who may not create one. */
export function useCreateAt(schema: TableSchema) {
  const { name, calendar, creatable } = schema
  const [, navigate] = useLocation()
  if (!useMayEdit(name) || creatable === false || !calendar) return undefined
  return (day: string, minute: number, length: number) =>
    navigate(
      listPath({ table: name, record: newRecord }),
      newRecordEntry({
        [calendar.start]: instantAt(day, minute),
        ...(calendar.minutes && { [calendar.minutes]: length }),
        ...(calendar.end && { [calendar.end]: instantAt(day, minute + length) }),
      }),
    )
}
