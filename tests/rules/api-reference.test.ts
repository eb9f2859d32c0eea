import { join } from 'node:path'
import { openApiDocument, openApiPath, referencePage } from '@app/api-reference'
import { isMedia } from '@app/contracts/call'
import { callDocs, calls as contracts } from '@app/contracts/calls'
import { noDatabase } from '@app/mongo/no-database.fixture'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect, test } from 'vitest'
import { appWithoutDatabase as tables } from '../../services/admin-tables/src/test-app.fixture'
import { appOn as auth } from '../../services/auth/src/app.fixture'
import { appOn as forms } from '../../services/forms/src/app.fixture'

type Content = { schema: object; example?: unknown }
type Call = {
  parameters?: Content[]
  requestBody?: { content: Record<string, Content> }
  responses: Record<string, { content?: Record<string, Content> }>
}
const document = openApiDocument('https://school.example')
const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, call]) => ({ name: `${method} ${path}`, ...(call as Call) })),
)

const nameOf = ({ method, path }: { method: string; path: string }) =>
  `${method.toUpperCase()} ${path.replace(/(.)\/$/, '$1')}`
const isCall = ({ path }: { path: string }) => path.startsWith('/api/')

test('the reference has every route of the three services and no other', async () => {
  const apps = [(await auth(noDatabase())).app, forms(noDatabase()), tables().app]
  const routes = apps.flatMap(({ routes }) => routes.filter(isCall))
  expect(contracts.map(nameOf).toSorted()).toEqual(routes.map(nameOf).toSorted())
})

const folder = join(import.meta.dirname, '../../packages/contracts/src')

test('every call has its prose', async () => {
  const modules = [...new Bun.Glob('**/*.ts').scanSync(folder)].filter((name) => !name.endsWith('.test.ts'))
  const exported = await Promise.all(modules.map((name) => import(join(folder, name))))
  const declared = exported.flatMap((module) => Object.values<{ id?: unknown; path?: unknown }>(module))
  const ids = declared.flatMap((one) => (typeof one?.id === 'string' && one.path ? [one.id] : []))
  expect(contracts.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
})

test('the prose of a call names its parts and no others', () => {
  for (const { call, summary, description, parameters = {}, responses, errors = {}, body } of callDocs) {
    const { id, params, query, tableQuery, headers, response } = call
    expect(summary.length, id).toBeGreaterThan(4)
    expect(description.length, id).toBeGreaterThan(5)
    const entries = [params, query, tableQuery, headers].flatMap((part) => Object.keys(part?.entries ?? {}))
    expect(Object.keys(parameters).toSorted(), id).toEqual(entries.toSorted())
    expect(Object.keys(responses), id).toEqual(Object.keys(response))
    expect(Object.keys(errors).toSorted(), id).toEqual([...(call.errors ?? [])].toSorted())
    if (body) expect(call.body, id).toBeDefined()
    for (const [status, { example }] of Object.entries(responses)) {
      const wire = response[Number(status)]
      if (!wire || isMedia(wire)) expect(example, `${id} ${status}`).toBeUndefined()
    }
  }
})

test('every call has its input and responses', () => {
  for (const { id, params, path, method, body, response } of contracts) {
    const named = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name)
    expect(Object.keys(params?.entries ?? {}), id).toEqual(named)
    for (const [status, wire] of Object.entries(response))
      expect(Number(status) === 204 || Number(status) >= 300 || wire !== null, `${id} ${status}`).toBe(true)
    if (method === 'put') expect(body, id).toBeDefined()
  }
  expect(new Set(contracts.map(({ id }) => id)).size).toBe(contracts.length)
})

test('every operation shows its policy and the errors that follow from it', () => {
  const operation = (id: string) => {
    const { method, path } = contracts.find((contract) => contract.id === id)!
    return document.paths[openApiPath(path)]![method] as Record<string, unknown> & { responses: object }
  }
  for (const { id, limit } of contracts) expect(operation(id), id).toMatchObject({ 'x-limit': limit })

  const described = (id: string, status: number) => JSON.stringify((operation(id).responses as never)[status])
  expect(operation('updateRecord')).toMatchObject({
    'x-access': { table: '{table}', level: 'edit' },
    'x-step-up': { tables: ['users'] },
  })
  expect(operation('createCalendarFeed')['x-access']).toEqual({ table: 'body.table', level: 'view' })
  expect(operation('deletePerson')).toMatchObject({ 'x-access': 'admin', 'x-step-up': true })
  expect(described('deletePerson', 403)).toContain('recent_sign_in_required')
  expect(described('updateRecord', 404)).toContain('may not view the table')
  expect(operation('listRecords')).not.toHaveProperty('x-step-up')
  expect(operation('sendCode').responses).not.toHaveProperty('401')
  expect(operation('receiveReports').responses).not.toHaveProperty('403')
  expect(described('uploadFile', 403)).toContain('X-Requested-With')
})

/** The schemas of all fields with this name, however deep. */
function fieldsNamed(name: string, within: unknown): object[] {
  if (typeof within !== 'object' || within === null) return []
  const own = 'properties' in within ? (within.properties as Record<string, object>)[name] : undefined
  // Who acts may be a service account, which has a name instead.
  const parts = Object.entries(within).filter(([key]) => key !== 'actor')
  return [...(own ? [own] : []), ...parts.flatMap(([, part]) => fieldsNamed(name, part))]
}

// An entry of the audit may come from a release that kept no address.
test('every address of a person is of the format email', () => {
  const { '/api/audit': _, ...paths } = document.paths
  const found = fieldsNamed('email', paths)
  expect(found.length).toBeGreaterThan(10)
  for (const schema of found) expect(JSON.stringify(schema)).toContain('"type":"string","format":"email"')
})

test('every schema is valid, and every example matches its schema', () => {
  const ajv = addFormats(new Ajv2020({ strict: false, allErrors: true }))
  // Calls share most of their schemas, and compiling one takes milliseconds.
  const compiled = new Map<string, ReturnType<typeof ajv.compile>>()
  const compile = (schema: object) => {
    const key = JSON.stringify(schema)
    const known = compiled.get(key) ?? ajv.compile(schema)
    compiled.set(key, known)
    return known
  }
  for (const { name, parameters = [], requestBody, responses } of calls) {
    const contents = [requestBody, ...Object.values(responses)].flatMap((part) => Object.values(part?.content ?? {}))
    for (const { schema, example } of [...contents, ...parameters]) {
      const fits = compile(schema)
      if (example !== undefined) expect([name, fits(example), fits.errors]).toEqual([name, true, null])
    }
  }
})

test('no schema lost a rule: what the contract refuses, the document refuses', () => {
  const ajv = addFormats(new Ajv2020({ strict: false }))
  const body = (path: string) =>
    calls.find(({ name }) => name === `post ${path}`)!.requestBody!.content['application/json']!.schema
  expect(ajv.validate(body('/api/send-otp'), { email: 'a@b.example', more: 1 })).toBe(false)
  expect(ajv.validate(body('/api/verify-otp'), { email: 'a@b.example', otp: 42 })).toBe(false)
  expect(ajv.validate(body('/api/forms/submissions/{id}/status'), { status: 'lost' })).toBe(false)
  expect(ajv.validate(body('/api/sessions'), { code: '' })).toBe(false)
  expect(ajv.validate(body('/api/forms/submit'), {})).toBe(false)
})

test('the page lists every operation and needs nothing that the CSP refuses', () => {
  const page = referencePage()
  for (const { id, path } of contracts) {
    expect(page).toContain(`<article id="${id}"`)
    expect(page).toContain(openApiPath(path))
  }
  expect(page).not.toMatch(
    / style=| on[a-z]+=|<style|<script(?! type="module" src="\/api\/docs\/reference\.js"><\/script>)/,
  )
  expect(page).not.toMatch(/(?:src|href)="(?!\/|#)/)
})
