import contactForm from '@app/contracts/contact-form.json'
import { AppError } from '@app/contracts/errors'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Filter } from './filter'
import {
  type ListQuery,
  parseExportOptions,
  parseExportQuery,
  parseListQuery,
  printExportQuery,
  printListQuery,
  type Selection,
} from './list-query'

const parse = (query: string) => parseListQuery(contactForm, new URLSearchParams(query))

function refusal(query: string) {
  try {
    parse(query)
  } catch (error) {
    return error as AppError
  }
  throw new Error(`${query} was accepted`)
}

test('without parameters the query means the newest fifty', () => {
  expect(parse('')).toStrictEqual({
    page: 1,
    limit: 50,
    sort: { field: 'created_at', direction: 'desc' },
    filters: [],
    q: '',
  })
})

test('page, limit and sort are read', () => {
  expect(parse('page=3&limit=200&sort=email:asc')).toEqual({
    page: 3,
    limit: 200,
    sort: { field: 'email', direction: 'asc' },
    filters: [],
    q: '',
  })
  for (const field of ['id', 'created_at', 'updated_at', 'name'])
    expect(parse(`sort=${field}:desc`).sort.field).toBe(field)
})

test.each([
  ...[
    'page=0',
    'page=-1',
    'page=1e9',
    'page=10001',
    'page=',
    'page=1.5',
    'page= 1',
    'page=%00',
    'page=1&page=2',
    'page[]=1',
  ],
  ...['limit=0', 'limit=-1', 'limit=201', 'limit=all', 'limit=99999999999999999999', 'limit=1&limit=1'],
  ...[
    'sort=',
    'sort=name',
    'sort=name:up',
    'sort=name:ASC',
    'sort=$where:asc',
    'sort=name.first:asc',
    'sort=_id:asc',
    'sort=password:asc',
  ],
  ...[
    'sort=__proto__:asc',
    'sort=constructor:asc',
    'sort=name:asc:desc',
    'sort=name:asc&sort=email:asc',
    'sort[name]=asc',
    'sort=name:asc%0A',
  ],
  ...['email[$ne]=x', '$where=1', 'nonsense=1', '__proto__=1', '=1', 'Page=1'],
])('%s is refused as a malformed request', (query) => {
  expect(refusal(query)).toBeInstanceOf(AppError)
  expect(refusal(query)).toMatchObject({ code: 'invalid_request', status: 400 })
})

test('an error says which values are valid', () => {
  expect(refusal('page=0').message).toBe('page must be a whole number from 1 to 10000')
  expect(refusal('sort=name').message).toBe('sort must be a field, a colon, and asc or desc')
  expect(refusal('limit=500').message).toBe('limit must be a whole number from 1 to 200')
  expect(refusal('sort=secret:asc').message).toBe('sort names an unknown field')
})

test('a search has 200 characters at most, and the words of the query may be given once', () => {
  expect(parse(`q=${'🏹'.repeat(200)}`).q).toBe('🏹'.repeat(200))
  expect(refusal(`q=${'🏹'.repeat(201)}`).message).toBe('q cannot exceed 200 characters')
  expect(refusal('q=a&q=b').message).toBe('q may be given once')
  expect(refusal('q=%00').message).toBe('q is not a text')
  expect(parse('q=+bow+').q).toBe('bow')
})

test('an export has a sort, filters and a search, and no pages', () => {
  const read = (query: string) => parseExportQuery(contactForm, new URLSearchParams(query))
  expect(read('q=a&name=b').filters).toHaveLength(1)
  const all = 'sort=name:asc&q=a&values=labels&columns=name&format=csv'
  expect(read(all)).toEqual({ sort: { field: 'name', direction: 'asc' }, filters: [], q: 'a' })
  for (const query of ['page=1', 'limit=5', 'nonsense=1']) expect(() => read(query)).toThrow('unknown parameter')
})

test('twenty filters are accepted, one more is refused', () => {
  const filters = (count: number) => Array.from({ length: count }, (_, i) => `name=${i}`).join('&')
  expect(parse(filters(20)).filters[0]!.values).toHaveLength(20)
  expect(refusal(filters(21)).message).toBe('The query has more than 20 filters')
})

test('a condition that is written in several ways is one', () => {
  const { filters } = parseListQuery(contactForm, new URLSearchParams('name__eq=a&name__in=b,c&name=d'))
  expect(filters).toEqual([
    { field: 'name', kind: 'text', operator: 'eq', values: ['a', 'b', 'c'] },
    { field: 'name', kind: 'text', operator: 'contains', values: ['d'] },
  ])
})

const text = fc.string({ minLength: 1, maxLength: 50 }).filter((text) => !text.includes('\u0000'))
const filter: fc.Arbitrary<Filter> = fc.oneof(
  fc.record({
    field: fc.constantFrom('name', 'email', 'message'),
    kind: fc.constant('text' as const),
    operator: fc.constantFrom('contains', 'eq', 'ne', 'lt'),
    values: fc.array(text, { minLength: 1, maxLength: 3 }),
  }),
  fc.record({
    field: fc.constant('created_at'),
    kind: fc.constant('instant' as const),
    operator: fc.constantFrom('eq', 'gte', 'lte'),
    values: fc.array(fc.constant('2026-07-31'), { minLength: 1, maxLength: 1 }),
  }),
  fc.record({
    field: fc.constant('interest'),
    kind: fc.constant('choice' as const),
    operator: fc.constant('null'),
    values: fc.array(fc.boolean(), { minLength: 1, maxLength: 1 }),
  }),
)

test('what is printed is read back as it was', () => {
  const query: fc.Arbitrary<ListQuery> = fc.record({
    page: fc.integer({ min: 1, max: 10_000 }),
    limit: fc.integer({ min: 1, max: 200 }),
    sort: fc.record({
      field: fc.constantFrom('id', 'created_at', 'updated_at', ...Object.keys(contactForm.properties)),
      direction: fc.constantFrom('asc', 'desc'),
    }),
    filters: fc.uniqueArray(filter, { maxLength: 5, selector: ({ field, operator }) => `${field} ${operator}` }),
    q: fc.string({ maxLength: 200 }).map((text) => text.replaceAll('\u0000', '').trim()),
  })
  fc.assert(fc.property(query, (query) => void expect(parse(printListQuery(query))).toEqual(query)))
})

test('what is not asked for is not printed', () => {
  const selection: Selection = { sort: { field: 'name', direction: 'asc' }, filters: [], q: '' }
  expect(printListQuery({ page: 1, limit: 50, ...selection })).toBe('page=1&limit=50&sort=name%3Aasc')
  expect(printExportQuery(selection)).toBe('sort=name%3Aasc')
})

test('any sort but a known field is refused, whatever it is', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const known = /^(id|created_at|updated_at|name|email|interest|message):(asc|desc)$/.test(text)
      if (!known) expect(refusal(new URLSearchParams({ sort: text }).toString()).code).toBe('invalid_request')
    }),
  )
})

test('any parameter but a known field is refused, whatever it is', () => {
  const known =
    /^(page|limit|sort|q|(id|created_at|updated_at|name|email|interest|message)(__(eq|ne|gt|gte|lt|lte|in|null))?)$/
  const near = fc
    .tuple(fc.constantFrom('name', 'email', 'id', 'page', 'sort', ''), fc.string({ maxLength: 6 }))
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), near, fc.constantFrom(...Object.getOwnPropertyNames(Object.prototype))),
      (name) => {
        if (!known.test(name))
          expect(refusal(new URLSearchParams([[name, '1']]).toString()).code).toBe('invalid_request')
      },
    ),
    { numRuns: 5_000 },
  )
})

test('an export says which columns it holds and whether values are labels', () => {
  const options = (query: string) => parseExportOptions(contactForm, new URLSearchParams(query))
  expect(options('')).toStrictEqual({ format: 'csv', values: 'stored' })
  expect(['csv', 'xlsx'].map((format) => options(`format=${format}`).format)).toEqual(['csv', 'xlsx'])
  expect(() => options('format=pdf')).toThrow('format must be csv or xlsx')
  expect(options('values=labels&columns=email,created_at')).toEqual({
    format: 'csv',
    values: 'labels',
    columns: ['email', 'created_at'],
  })
  expect(() => options('values=loud')).toThrow('values must be stored or labels')
  expect(() => options('columns=email,secret')).toThrow('columns names an unknown field')
  expect(() => parse('values=labels')).toThrow(AppError)
})
