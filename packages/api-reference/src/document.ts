import { errorBody, statusByCode } from '@app/contracts/errors'
import type { GenericSchema } from 'valibot'
import type { Answer, ErrorCode, Operation } from './operation'
import { fileOperations } from './operations/files'
import { inquiryOperations } from './operations/inquiries'
import { referenceOperations } from './operations/reference'
import { signInOperations } from './operations/sign-in'
import { tableOperations } from './operations/tables'
import { type JsonSchema, jsonSchema } from './schema'

/** Every call of the three services. */
export const operations: readonly Operation[] = [
  ...signInOperations,
  ...inquiryOperations,
  ...tableOperations,
  ...fileOperations,
  ...referenceOperations,
]

/** What may happen to each call, whatever it asks. */
const always: Partial<Record<ErrorCode, string>> = {
  invalid_request: 'The call cannot be read.',
  too_many_requests: 'Too many calls from this network. Try again after Retry-After seconds.',
  internal: 'A fault on our side. The text is always the same.',
  unavailable: 'A part of the product is away or very busy. Try again after Retry-After seconds.',
}
const changing: Partial<Record<ErrorCode, string>> = { forbidden: 'The call did not come from a page of ours.' }
const withBody: Partial<Record<ErrorCode, string>> = {
  payload_too_large: 'The body is too large.',
  unsupported_media_type: 'The body is of another type than the one that is taken.',
}
const guarded: Record<Operation['for'], Partial<Record<ErrorCode, string>>> = {
  everybody: {},
  'signed-in': { not_signed_in: 'Nobody is signed in.' },
  admins: { not_signed_in: 'Nobody is signed in.', forbidden: 'Whoever is signed in is no admin.' },
}

/** The reasons of one operation by status; several codes may share one. */
export function failuresOf(operation: Operation): Map<number, { code: ErrorCode; why: string }[]> {
  const sources = [
    operation.method === 'get' ? {} : changing,
    operation.method === 'post' || operation.method === 'put' ? withBody : {},
    guarded[operation.for],
    always,
    operation.fails ?? {},
  ]
  const byStatus = new Map<number, { code: ErrorCode; why: string }[]>()
  for (const source of sources)
    for (const [code, why] of Object.entries(source) as [ErrorCode, string][]) {
      const status = statusByCode[code]
      byStatus.set(status, [...(byStatus.get(status) ?? []).filter((one) => one.why !== why), { code, why }])
    }
  return new Map([...byStatus].sort(([one], [other]) => one - other))
}

/** The one shape of errors, with what this operation says beside it. */
function errorSchema(codes: readonly ErrorCode[], more: GenericSchema | undefined): JsonSchema {
  const base = jsonSchema(errorBody, 'output') as { properties: JsonSchema; required: string[] }
  const extra = more ? (jsonSchema(more, 'output') as { properties: JsonSchema }).properties : {}
  return { ...base, properties: { ...base.properties, code: { enum: [...new Set(codes)] }, ...extra } }
}

const headersOf = (headers: Record<string, string> = {}) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, description]) => [name, { description, schema: { type: 'string' } }]),
  )

function contentOf({ schema, example, type }: Answer): JsonSchema {
  if (type) return { content: { [type]: { schema: type.startsWith('text/') ? { type: 'string' } : {} } } }
  if (!schema) return {}
  return {
    content: {
      'application/json': { schema: jsonSchema(schema, 'output'), ...(example !== undefined && { example }) },
    },
  }
}

function responsesOf(operation: Operation): JsonSchema {
  const answers = Object.entries(operation.answers).map(([status, answer]) => [
    status,
    { description: answer.description, headers: headersOf(answer.headers), ...contentOf(answer) },
  ])
  const failures = Array.from(failuresOf(operation), ([status, reasons]) => {
    const schema = errorSchema(
      reasons.map(({ code }) => code),
      operation.failsWith?.[status],
    )
    const description = reasons.map(({ why }) => why).join(' ')
    return [status, { description, content: { 'application/json': { schema } } }]
  })
  return Object.fromEntries([...answers, ...failures])
}

function bodyOf({ body }: Operation): JsonSchema {
  if (!body) return {}
  const { description, schema, example, type = 'application/json', optional } = body
  const form = {
    type: 'object',
    required: ['file'],
    properties: { file: { type: 'string', format: 'binary' } },
  }
  const content = { schema: schema ? jsonSchema(schema, 'input') : form, ...(example !== undefined && { example }) }
  return { requestBody: { ...(description && { description }), required: !optional, content: { [type]: content } } }
}

function parametersOf({ parameters = [] }: Operation): JsonSchema {
  const list = parameters.map((parameter) => ({
    ...parameter,
    required: parameter.in === 'path' || parameter.name === 'originUrl',
    ...(parameter.schema['type'] === 'object' && { style: 'form', explode: true }),
  }))
  return list.length > 0 ? { parameters: list } : {}
}

const describe = (operation: Operation): JsonSchema => ({
  operationId: operation.id,
  tags: [operation.tag],
  summary: operation.summary,
  description: operation.description,
  security: operation.for === 'everybody' ? [] : [{ session: [] }],
  ...parametersOf(operation),
  ...bodyOf(operation),
  responses: responsesOf(operation),
})

const introduction = `All calls take and give JSON. Instants are ISO 8601 in UTC. A failed call is answered with \`error\` (a text for people), \`code\`, often \`fields\` (messages by field), and the \`requestId\` under which the logs know the call.

Calls that change something are taken from pages of this origin only: \`Sec-Fetch-Site: same-origin\`, or our \`Origin\`. There are no other credentials than the session's cookie.`

/** The whole API as OpenAPI 3.1. */
export function openApiDocument(publicOrigin: string) {
  const paths: Record<string, JsonSchema> = {}
  for (const operation of operations) {
    paths[operation.path] ??= {}
    paths[operation.path]![operation.method] = describe(operation)
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Archery school API', version: '1', description: introduction },
    servers: [{ url: publicOrigin }],
    tags: [...new Set(operations.map(({ tag }) => tag))].map((name) => ({ name })),
    components: {
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: publicOrigin.startsWith('https:') ? '__Host-session' : 'session',
          description: 'Set by signing in. HttpOnly, SameSite=Strict; read from the database at every call.',
        },
      },
    },
    paths,
  }
}

export type OpenApiDocument = ReturnType<typeof openApiDocument>
