import { unsettledFields } from '@app/record-query'
import type { TableSchema } from '@app/table-schema'
import type { Document } from 'mongodb'
import { recordReader, type WireRecord, wireRecord } from './read-record'
import { projectionOf, shownFields } from './record-fields'

/** What is read of a record: the fields shown, and those that decide what they show. */
const readFields = (schema: TableSchema) =>
  new Set([...shownFields(schema), ...unsettledFields(schema.name).map(([, until]) => until)])

/** Empties what means nothing yet, and leaves the fields shown. */
function settle(schema: TableSchema, record: WireRecord): WireRecord {
  for (const [field, until] of unsettledFields(schema.name)) {
    if (Object.hasOwn(record, field) && (record[until] ?? null) === null) record[field] = null
    if (!Object.hasOwn(schema.properties, until)) delete record[until]
  }
  return record
}

/** What a query has to ask for, so that a record can be read as its table shows it. */
export const tableProjection = (schema: TableSchema) => projectionOf(readFields(schema))

/** Reads raw records as their table shows them. */
export function tableReader(schema: TableSchema): (bytes: Buffer) => WireRecord {
  const read = recordReader(readFields(schema))
  return unsettledFields(schema.name).length === 0 ? read : (bytes) => settle(schema, read(bytes))
}

/** The same for a document decoded by the driver. */
export const tableRecord = (schema: TableSchema, document: Document): WireRecord =>
  settle(schema, wireRecord(document, readFields(schema)))
