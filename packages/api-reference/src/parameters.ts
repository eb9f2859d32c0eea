import type { CallDoc, ParameterDoc, ParameterSchema } from '@app/contracts/call'
import { type JsonSchema, jsonSchema } from './schema'

export type Parameter = {
  in: 'path' | 'query' | 'header'
  name: string
  description: string
  required: boolean
  schema: JsonSchema
  example?: unknown
}

function parametersIn(
  place: Parameter['in'],
  schema: ParameterSchema | undefined,
  docs: CallDoc['parameters'] = {},
): Parameter[] {
  return Object.entries(schema?.entries ?? {}).map(([name, entry]) => {
    const schema = jsonSchema(entry, 'output')
    // `doc` requires the prose of every parameter.
    const { description, example, isNeeded } = docs[name] as ParameterDoc
    return {
      in: place,
      name,
      description,
      required: isNeeded ?? entry.type !== 'optional',
      schema,
      ...(example !== undefined && { example }),
      ...(schema['type'] === 'object' && { style: 'form', explode: true }),
    }
  })
}

/** Implied by a multipart body. */
const requestedWith: Parameter = {
  in: 'header',
  name: 'X-Requested-With',
  description: 'Any value: a form of another site cannot send this header.',
  required: true,
  schema: { type: 'string' },
  example: 'fetch',
}

/** The parameters of a call in the order path, query, headers. */
export const parametersOf = ({ call, parameters }: CallDoc): Parameter[] => [
  ...parametersIn('path', call.params, parameters),
  ...parametersIn('query', call.query, parameters),
  ...parametersIn('query', call.tableQuery, parameters),
  ...parametersIn('header', call.headers, parameters),
  ...(call.body?.type === 'multipart/form-data' ? [requestedWith] : []),
]
