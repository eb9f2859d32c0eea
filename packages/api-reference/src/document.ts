import { calls } from '@app/contracts/calls'
import type { Answer, Call, ServerErrorCode } from '@app/contracts/calls/call'
import { errorBody } from '@app/contracts/errors'
import type { GenericSchema } from 'valibot'
import { errorsByStatus } from './errors'
import { parametersOf } from './parameters'
import { type JsonSchema, jsonSchema } from './schema'

/** The one shape of errors, with what this call adds to it. */
function errorSchema(codes: readonly ServerErrorCode[], more: GenericSchema | undefined): JsonSchema {
  const base = jsonSchema(errorBody, 'output') as { properties: JsonSchema; required: string[] }
  const extra = more ? (jsonSchema(more, 'output') as { properties: JsonSchema }).properties : {}
  return { ...base, properties: { ...base.properties, code: { enum: [...new Set(codes)] }, ...extra } }
}

const headersOf = (headers: Answer['headers'] = {}) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, description]) => [name, { description, schema: { type: 'string' } }]),
  )

function contentOf({ schema, example, type }: Answer): JsonSchema {
  if (type) {
    const of = (name: string) => [name, { schema: name.startsWith('text/') ? { type: 'string' } : {} }]
    return { content: Object.fromEntries([type].flat().map(of)) }
  }
  if (!schema) return {}
  return {
    content: {
      'application/json': { schema: jsonSchema(schema, 'output'), ...(example !== undefined && { example }) },
    },
  }
}

function responsesOf(call: Call): JsonSchema {
  const answers = Object.entries(call.response).map(([status, answer]) => [
    status,
    { description: answer.description, headers: headersOf(answer.headers), ...contentOf(answer) },
  ])
  const errors = Array.from(errorsByStatus(call), ([status, reasons]) => {
    const schema = errorSchema(
      reasons.map(({ code }) => code),
      call.errorDetails?.[status],
    )
    const description = reasons.map(({ why }) => why).join(' ')
    return [status, { description, content: { 'application/json': { schema } } }]
  })
  return Object.fromEntries([...answers, ...errors])
}

function bodyOf({ body }: Call): JsonSchema {
  if (!body) return {}
  const { description, schema, example, type = 'application/json', optional } = body
  const content = { schema: jsonSchema(schema, 'input'), ...(example !== undefined && { example }) }
  return { requestBody: { ...(description && { description }), required: !optional, content: { [type]: content } } }
}

const describe = (call: Call): JsonSchema => {
  const parameters = parametersOf(call)
  return {
    operationId: call.detail.id,
    tags: [call.detail.tag],
    summary: call.detail.summary,
    description: call.detail.description,
    security: call.access === 'public' ? [] : [{ session: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...bodyOf(call),
    responses: responsesOf(call),
  }
}

/** `/api/tables/:table` as OpenAPI writes it. */
export const openApiPath = (path: string) => path.replace(/:(\w+)/g, '{$1}')

const introduction = `All calls accept and return JSON. Instants are ISO 8601 in UTC. An error has \`error\` (a text for people), \`code\`, often \`fields\` (messages by field), and the \`requestId\` under which the logs list the call.

Calls that change something are accepted from pages of this origin only: \`Sec-Fetch-Site: same-origin\`, or our \`Origin\`. The session cookie is the only credential.`

/** The whole API as OpenAPI 3.1, generated from the contracts that the routes use. */
export function openApiDocument(publicOrigin: string) {
  const paths: Record<string, JsonSchema> = {}
  for (const call of calls) {
    const path = openApiPath(call.path)
    paths[path] ??= {}
    paths[path]![call.method] = describe(call)
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Archery school API', version: '1', description: introduction },
    servers: [{ url: publicOrigin }],
    tags: [...new Set(calls.map(({ detail }) => detail.tag))].map((name) => ({ name })),
    components: {
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: publicOrigin.startsWith('https:') ? '__Host-session' : 'session',
          description: 'Set by signing in. HttpOnly, SameSite=Strict; read from the database for every call.',
        },
      },
    },
    paths,
  }
}
