import { emailText } from '@app/contracts/email-text'
import { toJsonSchema } from '@valibot/to-json-schema'
import type { GenericSchema } from 'valibot'

export type JsonSchema = Record<string, unknown>

/** The schema of a value that a caller sends (`input`) or gets (`output`). A rule that JSON Schema cannot express is left out. */
export function jsonSchema(schema: GenericSchema, typeMode: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...rest } = toJsonSchema(schema, {
    errorMode: 'ignore',
    typeMode,
    overrideSchema: ({ valibotSchema, jsonSchema }) => {
      if (valibotSchema === emailText) return { type: 'string', format: 'email' }
      if (valibotSchema.type === 'file') return { type: 'string', format: 'binary' }
      // Stated explicitly: the tests of real answers refuse what no schema names.
      return valibotSchema.type === 'loose_object' ? { ...jsonSchema, additionalProperties: true } : undefined
    },
  })
  return rest
}
