import { unsettledField } from '@app/record-query'
import type { TableSchema } from '@app/table-schema'
import type { Document } from 'mongodb'
import { recordReader, type WireRecord, wireRecord } from './read-record'
import { projectionOf, shownFields } from './record-fields'

/** The fields shown, and the one that decides what another shows. */
function readFields(schema: TableSchema): Set<string> {
  const unsettled = unsettledField(schema.name)
  return new Set([...shownFields(schema), ...(unsettled ? [unsettled.until] : [])])
}

/** Empties a field that means nothing yet, and leaves the fields shown. */
function settle(schema: TableSchema, record: WireRecord): WireRecord {
  const unsettled = unsettledField(schema.name)
  if (!unsettled) return record
  const { field, until } = unsettled
  if (Object.hasOwn(record, field) && (record[until] ?? null) === null) record[field] = null
  if (!Object.hasOwn(schema.properties, until)) delete record[until]
  return record
}

/** The projection by which a record can be read as its table shows it. */
export const tableProjection = (schema: TableSchema) => projectionOf(readFields(schema))

/** Reads raw records as their table shows them. */
export function tableReader(schema: TableSchema): (bytes: Buffer) => WireRecord {
  const read = recordReader(readFields(schema))
  return (bytes) => settle(schema, read(bytes))
}

/** The same for a document decoded by the driver. */
export const tableRecord = (schema: TableSchema, document: Document): WireRecord =>
  settle(schema, wireRecord(document, readFields(schema)))
