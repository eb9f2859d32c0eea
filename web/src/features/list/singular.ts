import { tabLabel } from '@app/table-schema/cell'
import type { Descriptor } from '@app/table-schema/descriptor'

/** The word for one record: "Lesson"; "Record" for a table without a title. */
export const singular = (schema: Descriptor) => schema.singular ?? (schema.title ? tabLabel(schema) : 'Record')
