import { openApiDocument, openApiPath } from '@app/api-reference'
import { callDocs, calls } from '@app/contracts/calls'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

type Json = Record<string, unknown>
type Call = { responses: Record<string, { content?: Record<string, { schema: Json }> }> }

const document = openApiDocument('http://localhost')
// tests/rules/api-reference.test.ts validates the schemas themselves. What an optimization saves, it costs several times.
const ajv = addFormats(new Ajv2020({ strict: false, validateSchema: false, code: { optimize: false } }))

/** An answer may hold documented fields only: an undocumented field is an error. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const parts = Object.fromEntries(
    Object.entries(schema).map(([key, part]) => [key, key === 'enum' ? part : closed(part)]),
  )
  return 'properties' in parts && !('additionalProperties' in parts) ? { ...parts, additionalProperties: false } : parts
}

/** By call and status, and by text: many calls are refused alike, and a compilation takes long. */
const compiled = new Map<string, ValidateFunction>()
function schemaOf(key: string, schema: Json): ValidateFunction {
  const text = compiled.has(key) ? key : JSON.stringify(schema)
  const made = compiled.get(text) ?? ajv.compile(closed(schema) as Json)
  compiled.set(text, made).set(key, made)
  return made
}

/** The body that the reference shows for a call. */
export const exampleBody = (id: string) => callDocs.find(({ call }) => call.id === id)!.body?.example

export const callOf = (id: string) => calls.find((call) => call.id === id)!

/** How an answer differs from the document; `undefined` when it conforms. */
export function responseFault(id: string, { status, headers }: Response, text: string): string | undefined {
  const { path, method } = callOf(id)
  const described = (document.paths[openApiPath(path)]![method] as Call).responses[status]
  if (!described) return `${status} is not described: ${text.slice(0, 300)}`
  const types = Object.keys(described.content ?? {})
  const type = headers.get('content-type')?.split(';')[0] ?? ''
  if (types.length === 0) return text === '' ? undefined : 'there should be no content'
  if (!types.includes(type)) return `${type} is not described`
  if (type !== 'application/json') return undefined
  const fits = schemaOf(`${id} ${status}`, described.content![type]!.schema)
  return fits(JSON.parse(text)) ? undefined : `${status}: ${ajv.errorsText(fits.errors)} in ${text.slice(0, 300)}`
}
