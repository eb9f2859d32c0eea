import { tabLabel } from '@app/table-schema/cell'
import type { Descriptor } from '@app/table-schema/descriptor'
import { isRequired, kindOf } from '@app/table-schema/field'

type Named = Descriptor & { singular?: string; title_field?: string }

const nameFormats = new Set([undefined, 'email'])

/** The field that stands for a record: the declared one, else the first required text, else the first text. */
export function titleField(schema: Named): string | undefined {
  if (schema.title_field) return schema.title_field
  const texts = Object.entries(schema.properties)
    .filter(
      ([name, field]) => name !== 'id' && kindOf(field) === 'string' && !field.enum && nameFormats.has(field.format),
    )
    .map(([name]) => name)
  return texts.find((name) => isRequired(schema, name)) ?? texts[0]
}

/** The word for one record: "Lesson"; "Record" for a table without a title. */
export const singular = (schema: Named) => schema.singular ?? (schema.title ? tabLabel(schema) : 'Record')
