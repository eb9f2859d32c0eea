import type { Call, ParameterSchema } from '@app/contracts/calls/call'
import { type JsonSchema, jsonSchema } from './schema'

export type Parameter = {
  in: 'path' | 'query' | 'header'
  name: string
  description: string
  required: boolean
  schema: JsonSchema
  example?: unknown
}

function parametersIn(place: Parameter['in'], { entries }: ParameterSchema): Parameter[] {
  return Object.entries(entries).map(([name, entry]) => {
    const { description, examples, ...schema } = jsonSchema(entry, 'output')
    return {
      in: place,
      name,
      description: String(description),
      required: entry.type !== 'optional',
      schema,
      ...(Array.isArray(examples) && { example: examples[0] }),
      ...(schema['type'] === 'object' && { style: 'form', explode: true }),
    }
  })
}

/** The parameters of a call in the order path, query, headers. */
export const parametersOf = ({ params, query, tableQuery, headers }: Call): Parameter[] => [
  ...(params ? parametersIn('path', params) : []),
  ...(query ? parametersIn('query', query) : []),
  ...(tableQuery ? parametersIn('query', tableQuery) : []),
  ...(headers ? parametersIn('header', headers) : []),
]
