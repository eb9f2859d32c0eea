import { AppError, refuseErrors } from '@app/contracts/errors'
import { cleanRichText } from '@app/rich-text/clean-rich-text'
import { type TableSchema, unknownFields } from '@app/table-schema'

export type Body = Readonly<Record<string, unknown>>

/** The body of a write: declared fields only, rich texts cleaned before validation. */
export function checkedBody(schema: TableSchema, body: unknown): Body {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new AppError('invalid_request', 'Send the fields of the record as a JSON object.')
  refuseErrors(unknownFields(schema, body as Body))
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      const isMarkup = schema.properties[name]?.format === 'rich_text' && typeof value === 'string'
      return [name, isMarkup ? cleanRichText(value) : value]
    }),
  )
}
