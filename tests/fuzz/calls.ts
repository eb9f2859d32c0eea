import { anyText } from '@app/contracts/any-text.fixture'
import { callDocs } from '@app/contracts/calls'
import fc from 'fast-check'
import { hostileText, hostileValue, mutatedText, wellFormed } from './hostile-text'

/** One request as data, so that it can be shown, shrunk and made again. `@n` stands for the id of the nth record. */
export type Call = {
  id: string
  who: 'admin' | 'visitor' | 'anonymous'
  to: Record<string, string>
  query: string
  headers: Record<string, string>
  body?:
    | { base: number; changes: Record<string, unknown>; dropped: readonly string[] }
    | string
    | { file: string; bytes: string }
}

export const tables = [
  ...['contact_submissions', 'service_cards', 'announcements', 'instructors', 'students', 'lessons', 'equipment'],
  'users',
]
/** Operations that would end the session of the fuzzer, change the tables it tests, or stay open, are called without a session. */
const ending = new Set([
  ...['signOut', 'signOutByLink', 'endSession', 'endSessions'],
  'followInbox',
  ...['createSchema', 'saveSchema', 'publishSchema', 'fixValues', 'retireSchema'],
])

const often = <T>(good: fc.Arbitrary<T>, odd: fc.Arbitrary<T>, weight = 8) =>
  fc.oneof({ weight, arbitrary: good }, { weight: 1, arbitrary: odd })

const recordIds = fc.nat(30).map((n) => `@${n}`)
const odd = hostileText(['..', '/', '%2f', 'a', '@0'], 4)
const places: Record<string, fc.Arbitrary<string>> = {
  id: often(recordIds, odd),
  table: often(
    fc.constantFrom(...tables),
    fc.oneof(odd, fc.constantFrom('sessions', 'login_codes', 'system.users', '__proto__')),
  ),
  name: often(fc.constantFrom(...tables), odd),
  kind: often(fc.constantFrom('image', 'file'), odd),
  field: often(fc.constantFrom('instructor', 'students'), odd),
  date: often(
    fc.constantFrom('2999-01-01', '2020-02-29'),
    fc.oneof(odd, fc.constantFrom('2021-02-29', '2999-13-01', '2999-1-1')),
  ),
  file: often(fc.constant('0000000000000000000000000000000000000000000.ics'), odd),
}
/** Values of a parameter in a path, if need be around the one that the reference shows. */
const placeOf = (name: string, example: unknown): fc.Arbitrary<string> =>
  places[name] ?? often(fc.constant(String(example)), odd)

const queries = often(
  fc.oneof(
    fc.constant(''),
    mutatedText([
      '?page=1&limit=5&sort=created_at:desc',
      '?q=zoe',
      '?sort=id:asc&seats__gte=3',
      '?status=new&spam=false',
      '?originUrl=http%3A%2F%2Flocalhost',
    ]),
  ),
  hostileText(['?', '&', '=', 'page', 'sort', 'filter', '__ne', '[$gt]'], 10).map(
    (text) => `?${encodeURI(wellFormed(text))}`,
  ),
  6,
)
const headers = fc.dictionary(
  fc.constantFrom(
    'if-match',
    'idempotency-key',
    'content-type',
    'accept',
    'sec-fetch-site',
    'origin',
    'x-requested-with',
    'x-forwarded-for',
    'x-http-method-override',
    'if-none-match',
  ),
  hostileText(
    ['*', 'W/', '"', 'application/json', 'text/html', 'cross-site', 'multipart/form-data', 'PUT', 'x'],
    4,
  ).map((text) => text.replace(/[^\x20-\x7e]/g, '').trim()),
  { maxKeys: 2 },
)

const names = [
  'name',
  'title',
  'text',
  'state',
  'status',
  'seats',
  'email',
  'message',
  'interest',
  'formId',
  'role',
  'kind',
  'published',
  'starts_at',
  '$set',
  '__proto__',
  'a.b',
  'otp',
  'subject',
  'id',
]
const json = fc.record({
  base: fc.nat(30),
  changes: fc.dictionary(fc.constantFrom(...names), hostileValue, { maxKeys: 3 }),
  dropped: fc.subarray(names, { maxLength: 2 }),
})
const bodies = often<NonNullable<Call['body']>>(
  json,
  hostileText(['{', '}', '[', ']', '"', ':', ',', 'null', '"a":1'], 20),
  10,
)
const files = fc.record({
  file: often(
    fc.constantFrom('a.png', 'b.jpeg', 'c.pdf', 'd.webp'),
    hostileText(['..', '/', '.png', '.svg', '.php'], 4),
  ),
  bytes: often(fc.constantFrom('png', 'pdf'), anyText(40), 2),
})

const withBody = (method: string) => method === 'post' || method === 'put'

/** Calls of every operation, mostly almost valid. */
export const calls: fc.Arbitrary<Call> = fc
  .constantFrom(
    ...callDocs.filter(({ tag }) => tag !== 'API reference'),
    ...callDocs.filter(({ tag }) => tag === 'Tables' || tag === 'Records'),
  )
  .chain(({ call: { id, path, method }, parameters }) => {
    const to = Object.fromEntries(
      Array.from(path.matchAll(/:(\w+)/g), ([, name]) => [name!, placeOf(name!, parameters?.[name!]?.example)]),
    )
    return fc.record<Call>({
      id: fc.constant(id),
      who: ending.has(id)
        ? fc.constant('anonymous')
        : fc.oneof(
            { weight: 8, arbitrary: fc.constant('admin' as const) },
            { weight: 1, arbitrary: fc.constantFrom('visitor' as const, 'anonymous' as const) },
          ),
      to: fc.record(to),
      query: queries,
      headers: often(fc.constant({}), headers, 4),
      ...(withBody(method) && { body: id === 'uploadFile' ? files : bodies }),
    })
  })
