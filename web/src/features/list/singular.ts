import { tabLabel } from '@app/table-schema/cell'
import type { TableSchema } from '@app/table-schema/schema'

/** The word for one record: "Lesson"; "Record" for a table without a title. */
export const singular = (schema: TableSchema) => schema.singular ?? (schema.title ? tabLabel(schema) : 'Record')
