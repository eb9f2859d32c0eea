import type { JsonSchema } from './schema'

type Parameter = { in: string; name: string; required: boolean; schema: JsonSchema }
type Operation = {
  operationId: string
  summary: string
  deprecated?: boolean
  parameters?: Parameter[]
  requestBody?: { required: boolean; content: Record<string, { schema: JsonSchema }> }
  responses: Record<string, { content?: Record<string, { schema: JsonSchema }> }>
}
type Document = { paths: Record<string, Record<string, unknown>> }

const isName = (text: string) => /^[A-Za-z_$][\w$]*$/.test(text)
const keyOf = (name: string) => (isName(name) ? name : JSON.stringify(name))
const joined = (types: readonly string[], by: string) => [...new Set(types)].join(by) || 'unknown'

function objectType(schema: JsonSchema): string {
  const required = new Set((schema['required'] ?? []) as string[])
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>)
  const rest = schema['additionalProperties']
  const members = properties.map(([name, one]) => `${keyOf(name)}${required.has(name) ? '' : '?'}: ${typeOf(one)}`)
  const own = `{ ${members.join('; ')} }`
  if (rest === undefined || rest === false) return own
  const others = `Record<string, ${rest === true ? 'unknown' : typeOf(rest as JsonSchema)}>`
  return members.length === 0 ? others : `${own} & ${others}`
}

/** The TypeScript type of a JSON Schema. */
export function typeOf(schema: JsonSchema): string {
  const variants = (schema['anyOf'] ?? schema['oneOf']) as JsonSchema[] | undefined
  if (variants) return joined(variants.map(typeOf), ' | ')
  const all = schema['allOf'] as JsonSchema[] | undefined
  if (all)
    return joined(
      all.map((one) => `(${typeOf(one)})`),
      ' & ',
    )
  if ('const' in schema) return JSON.stringify(schema['const'])
  const choices = schema['enum'] as unknown[] | undefined
  if (choices)
    return joined(
      choices.map((one) => JSON.stringify(one)),
      ' | ',
    )
  const types = [schema['type']].flat().map((type) => {
    if (type === 'integer' || type === 'number') return 'number'
    if (type === 'string' || type === 'boolean' || type === 'null') return String(type)
    if (type === 'array') return `Array<${schema['items'] ? typeOf(schema['items'] as JsonSchema) : 'unknown'}>`
    return type === 'object' ? objectType(schema) : 'unknown'
  })
  return joined(types, ' | ')
}

function membersOf(parameters: readonly Parameter[], place: string): string | undefined {
  const own = parameters.filter((one) => one.in === place)
  if (own.length === 0) return undefined
  const members = own.map(({ name, required, schema }) => `${keyOf(name)}${required ? '' : '?'}: ${typeOf(schema)}`)
  const isOptional = own.every(({ required }) => !required)
  return `${place}${isOptional ? '?' : ''}: { ${members.join('; ')} }`
}

function inputOf({ parameters = [], requestBody }: Operation): string {
  const json = requestBody?.content['application/json']
  const parts = [
    ...['path', 'query', 'header'].map((place) => membersOf(parameters, place)),
    json && `body${requestBody!.required ? '' : '?'}: ${typeOf(json.schema)}`,
  ]
  return `{ ${parts.filter(Boolean).join('; ')} }`
}

/** The type of the first success; of what is not JSON it is the response itself. */
function outputOf({ responses }: Operation): string {
  const found = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1]
  const json = found?.content?.['application/json']
  return json ? typeOf(json.schema) : 'Response'
}

const program = `/** An answer that is no success. \`code\` is for programs, \`requestId\` for questions. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string | undefined
  readonly requestId: string | undefined
  readonly body: unknown
  constructor(status: number, body: { error?: string; code?: string; requestId?: string } | undefined) {
    super(body?.error ?? \`The server answered \${status}\`)
    this.status = status
    this.code = body?.code
    this.requestId = body?.requestId
    this.body = body
  }
}

type Input = { path?: object; query?: object; header?: object; body?: unknown }
type Method<Name extends keyof Calls> = {} extends Calls[Name]['input']
  ? (input?: Calls[Name]['input']) => Promise<Calls[Name]['output']>
  : (input: Calls[Name]['input']) => Promise<Calls[Name]['output']>
export type Client = { [Name in keyof Calls]: Method<Name> }

/** Calls the API as a service account. Each call is a method of the client; it ends after \`timeoutMs\`. */
export function createClient({ origin, secret, timeoutMs = 30_000 }: { origin: string; secret: string; timeoutMs?: number }): Client {
  const call = async (name: string, { path = {}, query = {}, header = {}, body }: Input = {}) => {
    const { method, path: template } = routes[name as keyof Calls]
    const address = template.replace(/\\{(\\w+)\\}/g, (_, key: string) => encodeURIComponent(String((path as Record<string, unknown>)[key])))
    const url = new URL(address, origin)
    for (const [key, value] of Object.entries(query)) {
      if (value === undefined) continue
      if (key === 'filters') for (const [field, one] of Object.entries(value as object)) url.searchParams.append(field, String(one))
      else url.searchParams.append(key, String(value))
    }
    const response = await fetch(url, {
      method,
      headers: {
        authorization: \`Bearer \${secret}\`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(header as Record<string, string>),
      },
      signal: AbortSignal.timeout(timeoutMs),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    if (!response.ok) throw new ApiError(response.status, isJson ? await response.json() : undefined)
    return isJson ? response.json() : response
  }
  return new Proxy({} as Client, { get: (_, name) => (name in routes ? (input?: Input) => call(String(name), input) : undefined) })
}
`

/** A TypeScript module without dependencies that calls the API: one typed method for each operation. */
export function clientModule(document: Document): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation: operation as Operation })),
  )
  const calls = operations.map(({ operation }) => {
    const about = `  /** ${operation.summary}.${operation.deprecated ? ' @deprecated' : ''} */`
    return `${about}\n  ${operation.operationId}: { input: ${inputOf(operation)}; output: ${outputOf(operation)} }`
  })
  const routes = operations.map(
    ({ path, method, operation }) =>
      `  ${operation.operationId}: { method: ${JSON.stringify(method.toUpperCase())}, path: ${JSON.stringify(path)} },`,
  )
  return [
    '// Made from the OpenAPI document by `make api-client`.',
    `export type Calls = {\n${calls.join('\n')}\n}`,
    `const routes: { readonly [Name in keyof Calls]: { method: string; path: string } } = {\n${routes.join('\n')}\n}`,
    program,
  ].join('\n\n')
}
