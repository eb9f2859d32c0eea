import { mapLimited } from '@app/concurrency/map-limited'
import { cpuMs } from '@app/contracts/testing/cpu-ms'
import { parseJson } from '@app/service/call-input'
import { isSystemField, type TableSchema } from '@app/table-schema'
import { matchesPattern } from '@app/table-schema/validate'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seeds } from '../seed/module'
import { appWithoutDatabase, testApp } from '../test-app.fixture'

const setup = testApp()

const id = '6b0144c8eeb0df06111a9a1e'
const one = { id, title: 'Longbow', seats: 8, updated_at: '2026-05-01T09:00:00.000Z' }

const operators = [
  ...['$eq', '$ne', '$gt', '$gte', '$lt', '$lte', '$in', '$nin', '$not', '$or', '$and', '$nor', '$exists', '$type'],
  ...['$expr', '$jsonSchema', '$mod', '$regex', '$text', '$where', '$all', '$elemMatch', '$size', '$function'],
  ...['$accumulator', '$set', '$unset', '$inc', '$push', '$rename', '$out', '$merge', '$lookup', '$comment'],
]
const values = ['', '1', 'x', 'true', '[]', '{}', '{"$gt":""}', 'return true', 'sleep(1000)', '^.*$']

test('500 table names that are not described all get the same answer', async () => {
  const { send } = appWithoutDatabase()
  const names = [
    ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'users', 'sessions', 'login_codes'],
    ...['system.users', 'system.profile', 'admin', 'local', 'config', '$cmd', 'table_schemas', 'audit_log', 'trash'],
    ...['uploads.files', 'uploads.chunks', 'forms', 'seed_marks', 'oauth_transactions', 'Lessons', 'LESSONS', 'lesson'],
    ...[
      'lessons%00',
      'lessons%20',
      '%20lessons',
      'lessons.',
      'lessons$',
      '..%2flessons',
      '%2e%2e%2flessons',
      'lessons%2f',
    ],
    ...[
      'lessons%0a',
      'lessons%0d',
      'lessons;',
      'lessons,users',
      'lessons[]',
      '[lessons]',
      'lessons%c0%af',
      '%ff',
      'null',
    ],
    ...[
      'undefined',
      'NaN',
      '0',
      '-1',
      'true',
      'a'.repeat(64),
      'a'.repeat(2_000),
      '%F0%9F%8F%B9',
      'l%C4%B1ssons',
      '*',
      '.*',
    ],
  ]
  const letters = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }).map(encodeURIComponent)
  const known = new Set(['lessons', '.', '..', '%2e', '%2e%2e'])
  const random = fc.sample(letters, { numRuns: 600, seed: 1 }).filter((name) => !known.has(name.toLowerCase()))
  const all = [...names, ...random].slice(0, 500)
  const answers = new Set<string>()
  await mapLimited(all, async (name) => {
    const answer = await send(`/api/tables/${name}`)
    const { requestId, ...body } = (await answer.json()) as Record<string, unknown>
    answers.add(JSON.stringify([answer.status, body]))
  })
  expect([...answers]).toEqual(['[404,{"error":"Not found.","code":"not_found"}]'])
  expect(all).toHaveLength(500)
})

test('5,000 operator payloads in query, body and path never reach the database as such, and nothing is changed', async () => {
  const { send } = appWithoutDatabase({ record: one })
  const every = operators.flatMap((operator) =>
    values.flatMap((value) =>
      [
        `title[${operator}]=${value}`,
        `title.${operator}=${value}`,
        `title__${operator}=${value}`,
        `${operator}=${value}`,
        `title__${operator.slice(1)}[]=${value}`,
        `sort=${operator}:asc`,
        `sort[${operator}]=${value}`,
        `page[${operator}]=1`,
        `limit=${operator}`,
        `seats=${operator}`,
      ].map((query) => encodeURI(query)),
    ),
  )
  const queries = [...new Set(every)]
  const bodies = operators.flatMap((operator) =>
    values.flatMap((value) => [
      { title: { [operator]: value } },
      { title: 'x', [operator]: value },
      { title: 'x', seats: { [operator]: value } },
      { title: [{ [operator]: value }] },
    ]),
  )
  const paths = operators.flatMap((operator) => [
    `${operator}`,
    `{"${operator}":""}`,
    `[${operator}]`,
    `${id}[${operator}]`,
  ])
  const requests: Parameters<typeof send>[] = [
    ...queries.map((query) => [`/api/tables/lessons?${query}`] as [string]),
    ...bodies.flatMap((body): Parameters<typeof send>[] => [
      ['/api/tables/lessons', { method: 'POST', body }],
      [`/api/tables/lessons/${id}`, { method: 'PUT', body }],
    ]),
    ...paths.map(
      (path): Parameters<typeof send> => [`/api/tables/lessons/${encodeURIComponent(path)}`, { method: 'DELETE' }],
    ),
  ]
  const statuses = await mapLimited(requests, async (request) => (await send(...request)).status)
  expect(statuses.filter((status) => ![400, 404, 422].includes(status))).toEqual([])
  expect(statuses.length).toBeGreaterThan(5_000)
})

test('a value that looks like an operator is a text to look for', async () => {
  const { send, asked } = await setup()
  expect((await send(`/api/tables/lessons?title=${encodeURIComponent('{"$gt":""}')}`)).status).toBe(200)
  expect(asked()).toMatchObject([{ filters: [{ operator: 'contains', values: ['{"$gt":""}'] }] }])
})

const poison = fc.constantFrom('__proto__', 'constructor', 'prototype')
const nest = (depth: number, key: string, inner: string): string =>
  depth === 0
    ? `{"${key}":${inner}}`
    : `{"a${depth}":${depth % 2 ? nest(depth - 1, key, inner) : `[${nest(depth - 1, key, inner)}]`}}`
const polluted = fc
  .tuple(
    poison,
    fc.nat(8),
    fc.constantFrom('{"polluted":1}', '1', '[{"polluted":1}]', '{"prototype":{"polluted":1}}', 'null'),
  )
  .map(([key, depth, inner]) => nest(depth, key, inner))
const canary = () => ({}) as Record<string, unknown>

test('100,000 polluted bodies are refused, and no object is the worse for it', () => {
  fc.assert(
    fc.property(polluted, (text) => {
      let refused = false
      try {
        parseJson(text)
      } catch {
        refused = true
      }
      if (!refused || 'polluted' in canary()) throw new Error(text)
    }),
    { numRuns: 100_000, seed: 1 },
  )
})

test('nor is one polluted through a body, a query or a cookie', async () => {
  const { send } = appWithoutDatabase({ record: one })
  await mapLimited(fc.sample(polluted, { numRuns: 300, seed: 1 }), async (text) => {
    expect((await send('/api/tables/lessons', { method: 'POST', body: text })).status).toBe(400)
    expect((await send(`/api/tables/lessons/${id}`, { method: 'PUT', body: text })).status).toBe(400)
    await send('/api/tables/lessons', { headers: { cookie: `session=ada; x=${text}; __proto__=${text}` } })
  })
  for (const key of ['__proto__', '__proto__[polluted]', '__proto__.polluted', 'constructor[prototype][polluted]'])
    expect((await send(`/api/tables/lessons?${key}=1`)).status).toBe(400)
  expect(canary().polluted).toBeUndefined()
})

test('nor is one polluted by the parts of a form', async () => {
  const { send } = await setup()
  const form = new FormData()
  form.set('__proto__', '{"polluted":1}')
  form.set('__proto__[polluted]', '1')
  const headers = { 'x-requested-with': 'x' }
  expect((await send('/api/upload/image', { method: 'POST', body: form, headers })).status).toBe(400)
  expect(canary().polluted).toBeUndefined()
})

const never = [
  '_id',
  '__v',
  'mails',
  'replies',
  'dedupe_key',
  'idempotency_key',
  'oidc_subject',
  'deleted_at',
  'isAdmin',
]

test.each(seeds.map((seed) => [seed.name, seed] as const))(
  'in %s no forbidden key is ever written',
  async (name, seed: TableSchema) => {
    const { send, rows } = await setup({ tables: [seed], records: [one] })
    const silent = Object.entries(seed.properties).flatMap(([field, { readOnly }]) => (readOnly ? [field] : []))
    for (const key of [...never, ...silent, 'id', 'created_at', 'updated_at']) {
      const isKnown = isSystemField(key) || silent.includes(key)
      for (const [method, path] of [
        ['POST', ''],
        ['PUT', `/${id}`],
      ] as const) {
        const answer = await send(`/api/tables/${name}${path}`, { method, body: { [key]: 'evil' } })
        const { fields = {} } = (await answer.json()) as { fields?: Record<string, string> }
        if (!isKnown && seed.creatable !== false) expect(fields[key]).toBe(`${key} is not a field of this table`)
      }
    }
    expect(JSON.stringify(await rows())).not.toContain('evil')
  },
)

test.each(seeds.map((seed) => [seed.name, seed] as const))(
  'in %s a hidden field cannot be told from one that is not there',
  async (name, seed) => {
    const { send, asked } = await setup({ tables: [seed] })
    const answerTo = async (query: string) => {
      const answer = await send(`/api/tables/${name}${query}`)
      const { requestId, ...body } = (await answer.json()) as Record<string, unknown>
      return JSON.stringify([answer.status, body])
    }
    for (const make of [
      (field: string) => `?${field}=x`,
      (field: string) => `?${field}__null=true`,
      (field: string) => `?${field}__gt=a`,
      (field: string) => `?sort=${field}:asc`,
      (field: string) => `/export?${field}=x`,
      (field: string) => `/export?sort=${field}:desc`,
    ]) {
      const hidden = [
        'mails',
        'replies',
        'dedupe_key',
        'idempotency_key',
        'oidc_subject',
        'access_requested_at',
        'form_id',
      ]
      const answers = await Promise.all([...hidden, 'nothing'].map((field) => answerTo(make(field))))
      expect(new Set(answers).size).toBe(1)
      expect(answers[0]).toContain('invalid_request')
    }
    expect(asked()).toEqual([])
  },
)

test('pages, limits and sorts at and beyond their ends', async () => {
  const { send } = await setup()
  const status = async (query: string) => (await send(`/api/tables/lessons?${query}`)).status
  for (const fine of ['page=1', 'page=10000', 'limit=1', 'limit=200', 'sort=id:desc'])
    expect(await status(fine)).toBe(200)
  const numbers = [
    '0',
    '-1',
    '1.0',
    '01',
    '+1',
    '1e3',
    '0x1',
    '٣',
    '%201',
    '1%20',
    'Infinity',
    'NaN',
    '9'.repeat(400),
    '',
  ]
  for (const bad of [...numbers.flatMap((number) => [`page=${number}`, `limit=${number}`]), 'page=10001', 'limit=201'])
    expect(await status(bad), bad).toBe(400)
  expect(await status(Array.from({ length: 20 }, () => 'title=x').join('&'))).toBe(200)
  expect(await status(Array.from({ length: 21 }, () => 'title=x').join('&'))).toBe(400)
  const many = `title=${'x'.repeat(199)}&`.repeat(19)
  const long = (size: number) => `${many}title=${'x'.repeat(size - many.length - 'title='.length - 1)}`
  expect([await status(long(4_096)), await status(long(4_097))]).toEqual([200, 400])
})

test('every pattern of a shipped table answers hostile texts within moments', () => {
  const patterns = seeds.flatMap(({ properties }) =>
    Object.values(properties).flatMap(({ pattern }: { pattern?: string }) => pattern ?? []),
  )
  expect(patterns.length).toBeGreaterThan(1)
  for (const pattern of patterns)
    for (const part of ['a', '1', ' ', '-', '(', '+1', 'AB-', '\n', 'ü']) {
      const startedAt = cpuMs()
      matchesPattern(pattern, `${part.repeat(10_000 / part.length)}!`)
      expect(cpuMs() - startedAt).toBeLessThan(20)
    }
})
