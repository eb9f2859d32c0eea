import type { TableSchema } from '@app/table-schema/schema'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { failureText } from '#lib/failure-text'
import { listPath, newRecord, newRecordEntry } from '#lib/list-address'
import { recordsKey, updateRecord } from '#lib/records'
import { useMayEdit } from '#lib/rights'
import { schoolTime, shortDay } from '#lib/school-time'
import { type TableExtension, useFollowUp } from '#lib/table-extension'
import { useToast } from '#ui/toast'
import type { Entry } from './entries'
import { instantAt, moveToDay } from './school-days'

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

/** Moves a record to another day, to a minute of it or at the same time of day, with undo. */
export function useMove(schema: TableSchema, followUp: TableExtension['followUp']) {
  const { name, calendar } = schema
  const offer = useFollowUp(followUp)
  const client = useQueryClient()
  const showToast = useToast()
  const reload = () => client.invalidateQueries({ queryKey: recordsKey(name) })
  const fields = [calendar?.start, calendar?.end].filter((field) => field !== undefined)

  const datesOf = (record: Entry['record']) =>
    Object.fromEntries(fields.flatMap((field) => (typeof record[field] === 'string' ? [[field, record[field]]] : [])))

  async function write({ id, title }: Entry, change: Record<string, string>, version: unknown) {
    try {
      return await updateRecord(name, id, change, version)
    } catch (error) {
      showToast({ text: `${title} was not moved. ${failureText(error, 'Please try again.')}` })
      return undefined
    } finally {
      await reload()
    }
  }

  return async (entry: Entry, day: string, minute = entry.minute) => {
    const { title, record, time } = entry
    const before = datesOf(record) as Record<string, string>
    const later = minute - entry.minute
    const after = Object.fromEntries(
      Object.entries(before).map(([field, value]) => [field, time ? moveToDay(value, day, later) : day]),
    )
    const moved = await write(entry, after, record['updated_at'])
    if (!moved) return
    showToast({
      text: `${title}: moved to ${shortDay(day)}${later === 0 ? '' : `, ${schoolTime(after[calendar!.start]!)}`}`,
      undo: () => void write(entry, before, moved['updated_at']),
      ...offer({ schema, ids: [entry.id], changes: after, before: record }),
    })
  }
}
