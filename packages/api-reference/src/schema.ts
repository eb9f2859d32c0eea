import { toJsonSchema } from '@valibot/to-json-schema'
import type { GenericSchema } from 'valibot'

export type JsonSchema = Record<string, unknown>

/** What a caller sends (`input`) or gets (`output`). A rule that JSON Schema has no word for is left out. */
export function jsonSchema(schema: GenericSchema, typeMode: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...rest } = toJsonSchema(schema, {
    errorMode: 'ignore',
    typeMode,
    // Said aloud, for elsewhere nothing but what is named may come.
    overrideSchema: ({ valibotSchema, jsonSchema }) =>
      valibotSchema.type === 'loose_object' ? { ...jsonSchema, additionalProperties: true } : undefined,
  })
  return rest
}
