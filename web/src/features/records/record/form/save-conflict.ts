import { AppError } from '@app/contracts/errors'
import { deletedRecord, type TableRecord } from '@app/contracts/tables'
import { titleOf } from '@app/table-schema/field'
import type { TableSchema } from '@app/table-schema/schema'
import { useQuery } from '@tanstack/react-query'
import * as v from 'valibot'
import { instantText } from '#lib/local-time'
import { currentRecord } from '#lib/records'
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

/** Why a save was refused because of another person's change. */
export type SaveConflict =
  | { kind: 'stale'; record: TableRecord }
  | { kind: 'deleted'; at: string | null; by: string | null }

/** Reads a conflict from a failed call; undefined for any other failure. */
export function conflictFrom(error: unknown): SaveConflict | undefined {
  const record = currentRecord(error)
  if (record) return { kind: 'stale', record }
  if (!(error instanceof AppError) || error.status !== 404) return undefined
  const read = v.safeParse(deletedRecord, error.cause)
  // Any other 404 is about the table, such as a right to it that has ended.
  if (!read.success) return undefined
  return { kind: 'deleted', ...(read.output.deleted ?? { at: null, by: null }) }
}

/** The author and time of a deletion, as far as the service names them. */
export function deletionText(conflict: SaveConflict | undefined) {
  if (conflict?.kind !== 'deleted' || !conflict.at) return undefined
  return `This record was deleted${conflict.by ? ` by ${conflict.by}` : ''} at ${instantText(conflict.at)}.`
}
