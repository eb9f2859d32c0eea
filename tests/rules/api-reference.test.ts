import { openApiDocument, openApiPath, referencePage } from '@app/api-reference'
import { calls as contracts } from '@app/contracts/calls'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect, test } from 'vitest'
import { setup as tables } from '../../services/admin-tables/src/app.fixture'
import { setup as auth } from '../../services/auth/src/app.fixture'
import { appWith as forms } from '../../services/forms/src/app.fixture'

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
  const apps = [(await auth()).app, forms({}), tables().app]
  const routes = apps.flatMap(({ routes }) => routes.filter(isCall))
  expect(contracts.map(nameOf).toSorted()).toEqual(routes.map(nameOf).toSorted())
})

test('every route of the tables is registered with its contract', () => {
  const ids = new Map(contracts.map((contract) => [nameOf(contract), contract.detail.id]))
  for (const route of tables().app.routes.filter(isCall))
    expect(route.hooks.detail.id, nameOf(route)).toBe(ids.get(nameOf(route)))
})

test('every operation documents its purpose, input and answers', () => {
  for (const { detail, params, path, method, body, response } of contracts) {
    const { id, summary, description } = detail
    expect(summary.length, id).toBeGreaterThan(4)
    expect(description.length, id).toBeGreaterThan(5)
    const named = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name)
    expect(Object.keys(params?.entries ?? {}), id).toEqual(named)
    for (const [status, { schema, type }] of Object.entries(response))
      expect(Number(status) === 204 || Number(status) >= 300 || Boolean(schema ?? type), `${id} ${status}`).toBe(true)
    if (method === 'put') expect(body, id).toBeDefined()
  }
  expect(new Set(contracts.map(({ detail }) => detail.id)).size).toBe(contracts.length)
})

/** The schemas of all fields with this name, however deep. */
function fieldsNamed(name: string, within: unknown): object[] {
  if (typeof within !== 'object' || within === null) return []
  const own = 'properties' in within ? (within.properties as Record<string, object>)[name] : undefined
  return [...(own ? [own] : []), ...Object.values(within).flatMap((part) => fieldsNamed(name, part))]
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
  for (const { name, parameters = [], requestBody, responses } of calls) {
    const contents = [requestBody, ...Object.values(responses)].flatMap((part) => Object.values(part?.content ?? {}))
    for (const { schema, example } of [...contents, ...parameters]) {
      const fits = ajv.compile(schema)
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
  for (const { detail, path } of contracts) {
    expect(page).toContain(`<article id="${detail.id}"`)
    expect(page).toContain(openApiPath(path))
  }
  expect(page).not.toMatch(
    / style=| on[a-z]+=|<style|<script(?! type="module" src="\/api\/docs\/reference\.js"><\/script>)/,
  )
  expect(page).not.toMatch(/(?:src|href)="(?!\/|#)/)
})
