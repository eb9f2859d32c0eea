import { expect, test } from 'vitest'
import { apiSurface, breakingChanges } from './surface'

type Schema = Record<string, unknown>
const text = { type: 'string' }
const object = (properties: Record<string, Schema>, required: string[] = []) => ({
  type: 'object',
  properties,
  required,
})
const api = (body: Schema, answer: Schema, path = '/api/lessons', parameters: object[] = []) => ({
  paths: {
    [path]: {
      post: {
        parameters,
        requestBody: { required: true, content: { 'application/json': { schema: body } } },
        responses: {
          '200': { content: { 'application/json': { schema: answer } } },
          '404': { content: { 'application/json': { schema: object({ error: text }) } } },
        },
      },
    },
  },
})
const body = object({ title: text, kind: { enum: ['group', 'private'] } }, ['title'])
const answer = object({ id: text, data: { type: 'array', items: object({ at: text }, ['at']) } }, ['id'])
const before = apiSurface(api(body, answer))
const changesOf = (...after: Parameters<typeof api>) => breakingChanges(before, apiSurface(api(...after)))
const call = 'POST /api/lessons'

test('a surface names each value of a call once', () => {
  expect(before).toEqual([
    call,
    `${call} < body .kind : "group" | "private"`,
    `${call} < body .title! : string`,
    `${call} < body! : object`,
    `${call} > 200 .data : array`,
    `${call} > 200 .data[]! : object`,
    `${call} > 200 .data[].at! : string`,
    `${call} > 200 .id! : string`,
    `${call} > 200! : object`,
  ])
})

test('what is added breaks nothing', () => {
  const places = { type: 'array', items: object({ row: text }, ['row']) }
  const more = object({ ...body.properties, kind: { enum: ['group', 'private', 'camp'] }, note: text, places })
  const returned = object({ ...answer.properties, version: text }, ['id', 'version', 'data'])
  const search = { in: 'query', name: 'q', required: false, schema: text }
  expect(changesOf(more, returned, undefined, [search])).toEqual([])
  expect(breakingChanges(before, [...before, 'GET /api/new', 'GET /api/new < query q! : string'])).toEqual([])
})

test.each<[string, Parameters<typeof api>, string[]]>([
  ['a call that is gone', [body, answer, '/api/other'], [`${call} is gone`]],
  [
    'a choice that is gone',
    [object({ ...body.properties, kind: { enum: ['group'] } }, ['title']), answer],
    [`${call} < body .kind no longer accepts "private"`],
  ],
  [
    'an input that is required now',
    [object(body.properties, ['title', 'kind']), answer],
    [`${call} < body .kind is required now`],
  ],
  [
    'a new input that is required',
    [object({ ...body.properties, day: text }, ['title', 'day']), answer],
    [`${call} < body .day is required now`],
  ],
  [
    'a new parameter that is required',
    [body, answer, undefined, [{ in: 'query', name: 'day', required: true, schema: text }]],
    [`${call} < query day is required now`],
  ],
  [
    'a returned value that is gone',
    [body, object({ id: text }, ['id'])],
    [`${call} > 200 .data is gone`, `${call} > 200 .data[] is gone`, `${call} > 200 .data[].at is gone`],
  ],
  ['a returned value that may be missing', [body, object(answer.properties)], [`${call} > 200 .id may be missing now`]],
  [
    'a returned value that may be null',
    [body, object({ ...answer.properties, id: { anyOf: [text, { type: 'null' }] } }, ['id'])],
    [`${call} > 200 .id may now be null`],
  ],
])('%s breaks callers', (_what, after, expected) => {
  expect(changesOf(...after)).toEqual(expected)
})
