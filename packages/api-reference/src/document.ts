import { type Call, type CallDoc, isMedia, type ResponseDoc, type ServerErrorCode } from '@app/contracts/call'
import { callDocs } from '@app/contracts/calls'
import { errorBody } from '@app/contracts/errors'
import { isOpenToAccounts } from '@app/contracts/policy'
import type { GenericSchema } from 'valibot'
import { curlOf } from './curl'
import { errorsByStatus } from './errors'
import { parametersOf } from './parameters'
import { policyExtensions } from './policy'
import { type JsonSchema, jsonSchema } from './schema'

/** The one shape of errors, with what this call adds to it. */
function errorSchema(codes: readonly ServerErrorCode[], more: GenericSchema | undefined): JsonSchema {
  const base = jsonSchema(errorBody, 'output') as { properties: JsonSchema; required: string[] }
  const extra = more ? (jsonSchema(more, 'output') as { properties: JsonSchema }).properties : {}
  return { ...base, properties: { ...base.properties, code: { enum: [...new Set(codes)] }, ...extra } }
}

const headersOf = (headers: ResponseDoc['headers'] = {}) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, description]) => [name, { description, schema: { type: 'string' } }]),
  )

function contentOf(response: Call['response'][number] | undefined, example: unknown): JsonSchema {
  if (!response) return {}
  if (isMedia(response)) {
    const of = (name: string) => [name, { schema: name.startsWith('text/') ? { type: 'string' } : {} }]
    return { content: Object.fromEntries([response.type].flat().map(of)) }
  }
  const schema = jsonSchema(response, 'output')
  return { content: { 'application/json': { schema, ...(example !== undefined && { example }) } } }
}

function responsesOf(doc: CallDoc): JsonSchema {
  const { response, errorDetails } = doc.call
  const successes = Object.entries(doc.responses).map(([status, { description, headers, example }]) => [
    status,
    { description, headers: headersOf(headers), ...contentOf(response[Number(status)], example) },
  ])
  const errors = Array.from(errorsByStatus(doc), ([status, reasons]) => {
    const schema = errorSchema(
      reasons.map(({ code }) => code),
      errorDetails?.[status],
    )
    const description = reasons.map(({ why }) => why).join(' ')
    return [status, { description, content: { 'application/json': { schema } } }]
  })
  return Object.fromEntries([...successes, ...errors])
}

/** Every media type that a body may have. */
export const bodyTypes = ({ type, types = [] }: NonNullable<Call['body']>) => [
  ...new Set([type ?? 'application/json', ...types]),
]

function bodyOf({ call, body: about = {} }: CallDoc): JsonSchema {
  if (!call.body) return {}
  const { description, example } = about
  const content = { schema: jsonSchema(call.body.schema, 'input'), ...(example !== undefined && { example }) }
  return {
    requestBody: {
      ...(description && { description }),
      required: !call.body.optional,
      content: Object.fromEntries(bodyTypes(call.body).map((type) => [type, content])),
    },
  }
}

/** Any of these credentials. */
function securityOf(call: Call) {
  if (call.access === 'public') return []
  return isOpenToAccounts(call) ? [{ session: [] }, { serviceAccount: [] }] : [{ session: [] }]
}

function describe(doc: CallDoc): JsonSchema {
  const { call, tag, summary, description } = doc
  const parameters = parametersOf(doc)
  const curl = curlOf(doc)
  return {
    operationId: call.id,
    tags: [tag],
    summary,
    description,
    ...(call.deprecated && { deprecated: true, 'x-sunset': call.deprecated.sunset }),
    security: securityOf(call),
    ...policyExtensions(call),
    ...(parameters.length > 0 && { parameters }),
    ...bodyOf(doc),
    ...(curl && { 'x-codeSamples': [{ lang: 'Shell', source: curl }] }),
    responses: responsesOf(doc),
  }
}

/** `/api/tables/:table` as OpenAPI writes it. */
export const openApiPath = (path: string) => path.replace(/:(\w+)/g, '{$1}')

const introduction = `All calls accept and return JSON. Instants are ISO 8601 in UTC. An error has \`error\` (a text for people), \`code\`, often \`fields\` (messages by field), and the \`requestId\` under which the logs list the call.

There are two credentials, never together: the session cookie of a person, and \`Authorization: Bearer\` with the secret of a service account for programs (\`docs/api.md\` leads to a first one). With the cookie, calls that change something are accepted from pages of this origin only: \`Sec-Fetch-Site: same-origin\`, or our \`Origin\`. A service account has budgets of its own; \`RateLimit\` and \`RateLimit-Policy\` in each response say what is left.

Any call may also be refused before it is looked at: with 405 and \`Allow\` for a method that its path does not have, with 408 when it takes too long to arrive, and with 431 for headers beyond 7 KB. A query has at most 4,096 characters, its \`?\` included, and an address 7 KB; longer ones are 400.

A call that will end is \`deprecated\` here, and its responses have \`Deprecation\`, \`Sunset\` (the day it ends, at least six months later) and a \`Link\` to the call that replaces it.

Each operation shows its policy: \`x-access\` is who may call it, \`x-own\` whether staff with a right to their own lessons alone may, \`x-step-up\` whether it needs a sign-in within the last 15 minutes (always, or for some tables), \`x-limit\` the rate limit that it counts against.`

/** The whole API as OpenAPI 3.1, generated from the contracts that the routes use. */
export function openApiDocument(publicOrigin: string) {
  const paths: Record<string, JsonSchema> = {}
  for (const doc of callDocs) {
    const path = openApiPath(doc.call.path)
    paths[path] ??= {}
    paths[path]![doc.call.method] = describe(doc)
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Archery school API', version: '1', description: introduction },
    servers: [{ url: publicOrigin }],
    tags: [...new Set(callDocs.map(({ tag }) => tag))].map((name) => ({ name })),
    components: {
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: publicOrigin.startsWith('https:') ? '__Host-session' : 'session',
          description: 'Set by signing in. HttpOnly, SameSite=Strict; read from the database for every call.',
        },
        serviceAccount: {
          type: 'http',
          scheme: 'bearer',
          description: 'The secret of a service account. Without a cookie.',
        },
      },
    },
    paths,
  }
}
