import { openApiDocument } from '@app/api-reference'
import type { CallDoc } from '@app/contracts/call'
import { callDocs } from '@app/contracts/calls'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { policyOf } from '../support/policy-matrix'

// What the reference documents of a call is what the service takes: its methods, its schema, and its limits of length.

const { send, outcome, atPath, wasServed } = policyOf(callDocs)

const oddValues = [null, true, -1, 'x'.repeat(20_000), '', [], {}, [[]], { a: { b: 1 } }]

/** Bodies near the example: each of its fields odd, missing, or beside one that is not known. */
function variantsOf(example: unknown): unknown[] {
  const fields =
    typeof example === 'object' && example !== null && !Array.isArray(example) ? Object.entries(example) : []
  const base = Object.fromEntries(fields)
  const nested = fields.flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? variantsOf(value).map((one) => ({ ...base, [name]: one }))
      : [],
  )
  return [
    ...oddValues,
    ...fields.flatMap(([name]) => oddValues.map((odd) => ({ ...base, [name]: odd }))),
    ...fields.map(([name]) => Object.fromEntries(fields.filter(([other]) => other !== name))),
    { ...base, surplus: 1 },
    ...nested,
  ]
}

const isJson = ({ call }: CallDoc) => call.body && call.body.type !== 'multipart/form-data' && !call.body.isIgnored

test.each(callDocs.filter(isJson).map((doc) => [doc.call.id, doc] as const))(
  '%s refuses every body that its schema refuses',
  async (_, doc) => {
    const { schema, optional } = doc.call.body as { schema: v.GenericSchema; optional?: boolean }
    const named = typeof doc.call.access === 'object' && typeof doc.call.access.table === 'object'
    const variants = variantsOf(doc.body?.example).filter(
      (body) => !v.is(schema, optional ? (body ?? {}) : body) && JSON.stringify(body).length < 16_000,
    )
    expect(variants.length).toBeGreaterThan(0)
    for (const body of variants) {
      const { status, isServed } = await send(doc, body)
      expect([JSON.stringify(body).slice(0, 200), isServed]).toEqual([JSON.stringify(body).slice(0, 200), false])
      // Of a call whose body names the table, one without it is about no table that anyone may see.
      expect(named ? [400, 403, 404, 422] : [400, 422]).toContain(status)
    }
  },
)

test('the lengths that are documented for parts of a path and a query are enforced', async () => {
  let checked = 0
  for (const doc of callDocs) {
    const { call, parameters = {} } = doc
    for (const [place, schema] of [
      ['params', call.params],
      ['query', call.query],
    ] as const)
      for (const [name, entry] of Object.entries(schema?.entries ?? {})) {
        const long = 'x'.repeat(3_000)
        if (v.is(entry as v.GenericSchema, long)) continue
        checked++
        const parameter = { ...parameters[name], example: long } as NonNullable<CallDoc['parameters']>[string]
        const is = await outcome({ ...doc, parameters: { ...parameters, [name]: parameter } }, 'admin')
        expect([call.id, name, is]).toEqual([
          call.id,
          name,
          place === 'params' ? '404 not_found' : '400 invalid_request',
        ])
      }
  }
  expect(checked).toBeGreaterThan(10)
})

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
const methodsOf = ({ call }: CallDoc) => (call.method === 'get' ? ['GET', 'HEAD'] : [call.method.toUpperCase()])

test('another method at the path of a call is refused with exactly the methods of that path', async () => {
  let checked = 0
  for (const doc of callDocs) {
    const { id, path } = doc.call
    // `/api/files/:kind` and `/api/files/:id` are one path.
    const shape = path.replace(/:\w+/g, ':')
    const allowed = callDocs.filter(({ call }) => call.path.replace(/:\w+/g, ':') === shape).flatMap(methodsOf)
    for (const method of methods) {
      const response = await atPath(doc, method)
      // At the example of another call's parameter, the call that reads may find nothing.
      if (method === 'HEAD' && methodsOf(doc).includes(method)) expect([id, wasServed().length]).toEqual([id, 1])
      if (allowed.includes(method)) {
        expect([id, method, response.status]).not.toEqual([id, method, 405])
        continue
      }
      checked++
      const allow = response.headers.get('allow')
      expect([id, method, response.status, allow]).toEqual([id, method, 405, allowed.toSorted().join(', ')])
    }
  }
  expect(checked).toBeGreaterThan(300)
})

test('a query beyond its maximum is refused by every call, and the reference names that maximum', async () => {
  expect(openApiDocument('https://school.example').info.description).toContain('4,096')
  for (const doc of callDocs) {
    const { id, path } = doc.call
    const withQuery = (length: number) => outcome(doc, 'admin', { query: `?x=${'x'.repeat(length - 3)}` })
    expect([id, await withQuery(4_097)]).toEqual([id, '400 invalid_request'])
    // Of the others some miss a parameter that they need.
    const [most] = [await withQuery(4_096)]
    expect([id, path, ['served', '400 invalid_request'].includes(most)]).toEqual([id, path, true])
    if (!doc.call.query) expect([id, most]).toEqual([id, 'served'])
  }
})
