import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkBodyHeaders } from './call-input'
import { parseForeign } from './foreign-body'

const url = 'http://localhost/api/hooks/x'
const requestOf = (type?: string, body = '') => {
  const request = new Request(url, { method: 'POST', body })
  if (type === undefined) request.headers.delete('content-type')
  else request.headers.set('content-type', type)
  return request
}
const bodyOf = async (bytes: Buffer, type?: string) => (await parseForeign(bytes, requestOf(type))).value
const read = (body: string, type?: string) => bodyOf(Buffer.from(body), type)
const json = 'application/json'
const form = 'application/x-www-form-urlencoded'
const parts = (...all: [name: string, value: string][]) =>
  `${all.map(([name, value]) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`).join('')}--b--\r\n`
const multipart = 'multipart/form-data; boundary=b'

const jotform = parts(
  ['submissionID', '5900000000000000001'],
  ['rawRequest', '{"q3_name":{"first":"Ann","last":"Lee"},"q4_slot":["a","b"],"id":12345678901234567890}'],
  ['pretty', 'Name:Ann Lee, Slot:a'],
)

/** A body as a product sends it, and what it holds. */
const bodies: [what: string, type: string | undefined, body: string, value: unknown][] = [
  ['JSON', json, '{"a":1}', { a: 1 }],
  ['JSON with a charset', 'application/json; charset=utf-8', '{"a":"ö"}', { a: 'ö' }],
  ['JSON with a mark', json, '\ufeff{"a":1}', { a: 1 }],
  ['JSON of a vendor', 'application/vnd.api+json', '{"a":1}', { a: 1 }],
  ['an event', 'application/cloudevents+json', '{"a":1}', { a: 1 }],
  ['JSON as text', 'text/plain', '{"a":1}', { a: 1 }],
  ['JSON without a type', undefined, '{"a":1}', { a: 1 }],
  ['JSON as bytes', 'application/octet-stream', '{"a":1}', { a: 1 }],
  ['a form', form, 'action=scheduled&id=7', { action: 'scheduled', id: '7' }],
  ['a form without a type', undefined, 'action=scheduled&id=7', { action: 'scheduled', id: '7' }],
  ['a form as text', 'text/plain', 'action=scheduled&id=7', { action: 'scheduled', id: '7' }],
  ['a form with a list', form, 'items[]=a&items[]=b&id=7', { 'items[]': ['a', 'b'], id: '7' }],
  ['a form with JSON in it', form, 'payload=%7B%22a%22%3A1%7D', { payload: { a: 1 } }],
  ['JSON that is called a form', form, '{"a":1,"b":"x=y&z"}', { a: 1, b: 'x=y&z' }],
  ['a form that is called JSON', json, 'action=scheduled&id=7', { action: 'scheduled', id: '7' }],
  ['a form in Windows-1252', form, 'name=Zo%EB+N%e9e&id=7', { name: 'Zoë Née', id: '7' }],
  ['a form in UTF-8', form, 'name=Zo%C3%AB&id=%EF%BF%BD', { name: 'Zoë', id: '\ufffd' }],
  ['a form with a brace', form, 'note=%7Bsoon', { note: '{soon' }],
  [
    'hook-jotform.txt: Jotform',
    multipart,
    jotform,
    {
      submissionID: '5900000000000000001',
      rawRequest: { q3_name: { first: 'Ann', last: 'Lee' }, q4_slot: ['a', 'b'], id: '12345678901234567890' },
      pretty: 'Name:Ann Lee, Slot:a',
    },
  ],
  ['a form with parts of one name', multipart, parts(['items[]', 'a'], ['items[]', 'b']), { 'items[]': ['a', 'b'] }],
  [
    'a form with lines that end in LF',
    multipart,
    parts(['a', '1'], ['b', 'x']).replaceAll('\r', ''),
    { a: '1', b: 'x' },
  ],
  ['a form with its boundary in a text', multipart, parts(['a', 'x --b y'], ['c', 'z']), { a: 'x --b y', c: 'z' }],
  ['a form with lines in a text', multipart, parts(['a', 'one\r\n\r\ntwo']), { a: 'one\r\n\r\ntwo' }],
  [
    'a form with a quoted boundary',
    'multipart/form-data; boundary="b c"',
    parts(['a', 'é']).replaceAll('--b', '--b c'),
    { a: 'é' },
  ],
  ['a form in Windows-1251', form, 'name=%C8%E2%E0%ED+%CF%E5%F2%F0%EE%E2&id=%C3%A9', { name: 'Иван Петров', id: 'é' }],
  ['a form in Shift-JIS', form, 'note=%93y%97j%93%FA%82%CC%83%8C%83b%83X%83%93', { note: '土曜日のレッスン' }],
  ['a text', 'text/plain', 'Ann booked\nSaturday', { text: 'Ann booked\nSaturday' }],
  ['hook-bigint.json', json, '{"id":12345678901234567890,"name":"x"}', { id: '12345678901234567890', name: 'x' }],
  ['JSON in a text of JSON', json, '"{\\"a\\":1,\\"id\\":12345678901234567890}"', { a: 1, id: '12345678901234567890' }],
  ['a list', json, '[{"a":1},{"a":2}]', [{ a: 1 }, { a: 2 }]],
  ['nothing', json, '', null],
]

test.each(bodies)('%s is read', async (_, type, body, value) => {
  expect(await read(body, type)).toEqual(value)
  expect(() => checkBodyHeaders(requestOf(type, body), { isForeign: true, maxBytes: 10_000 })).not.toThrow()
})

test.each([
  ['application/json; charset=iso-8859-1', Buffer.from('{"a":"Zoë"}', 'latin1')],
  ['application/json', Buffer.from('{"a":"Zoë"}', 'latin1')],
  ['application/json; charset=utf-16', Buffer.from('\ufeff{"a":"Zoë"}', 'utf16le')],
  ['text/plain; charset=windows-1251', Buffer.from('{"a":"Zoë"}')],
])('JSON is read in the encoding that it is in: %s', async (type, bytes) => {
  expect(await bodyOf(bytes, type)).toEqual({ a: 'Zoë' })
})

/** As DOS writes Czech. */
const ibm852 = (text: string) =>
  Buffer.from(
    text.replace(/[ěříšý]/g, (sign) => '\xd8\xfd\xa1\xe7\xec'['ěříšý'.indexOf(sign)]!),
    'latin1',
  )
const escaped = (bytes: Buffer) => [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')

test.each([
  ['application/json', Buffer.from('{"a":"\xc8\xe2\xe0\xed \xcf\xe5\xf2\xf0\xee\xe2"}', 'latin1'), 'Иван Петров'],
  ['application/json', Buffer.from('{"a":"D\xeckuji, p\xf8\xed\x9at\xed t\xfdden"}', 'latin1'), 'Děkuji, příští týden'],
  ['application/json', ibm852('{"a":"Děkuji, příští týden"}'), 'Děkuji, příští týden'],
  [
    multipart,
    Buffer.from(parts(['a', ibm852('Děkuji, příští týden').toString('latin1')]), 'latin1'),
    'Děkuji, příští týden',
  ],
  [
    'application/x-www-form-urlencoded',
    Buffer.from(`a=${escaped(ibm852('Děkuji, příští týden'))}`),
    'Děkuji, příští týden',
  ],
  ['application/json; charset=latin1', Buffer.from('{"a":"Zo\xeb"}', 'latin1'), 'Zoë'],
  [multipart, Buffer.from(parts(['a', 'Zo\xeb']), 'latin1'), 'Zoë'],
  [multipart, Buffer.from(parts(['a', '\xc8\xe2\xe0\xed \xcf\xe5\xf2\xf0\xee\xe2']), 'latin1'), 'Иван Петров'],
  [multipart, Buffer.from(parts(['a', 'Zo\xc3\xab'], ['f"; filename="a.pdf', '\xff\xfe\xeb']), 'latin1'), 'Zoë'],
])('letters are read in the encoding that they are in: %s', async (type, bytes, a) => {
  expect(await bodyOf(bytes, type)).toMatchObject({ a })
})

const repeated = 'It was sent with several values of one name'
test.each<[body: string, value: unknown, names?: string]>([
  ['{"email":"a@b.c","name":"x","email":"d@e.f"}', { 'email (2)': 'a@b.c', name: 'x', email: 'd@e.f' }, '“email”'],
  ['{"a":1,"a":2,"a":3}', { 'a (2)': 1, 'a (3)': 2, a: 3 }, '“a”'],
  [
    '{"a":{"b":1,"b":[2]},"c":[{"d":1, "d" : 2}]}',
    { a: { 'b (2)': 1, b: [2] }, c: [{ 'd (2)': 1, d: 2 }] },
    '“b”, “d”',
  ],
  ['{"a":1,"\\u0061":2}', { 'a (2)': 1, a: 2 }, '“a”'],
  ['{"a":{"x":1,"x":2},"a":3}', { 'a (2)': { 'x (2)': 1, x: 2 }, a: 3 }, '“x”, “a”'],
  ['{"a\\"":"\\\\","b":"{\\"a\\":1,\\"a\\":2}"}', { 'a"': '\\', b: '{"a":1,"a":2}' }],
  ['{"a":["a","a"],"b":{"a":"a"},"":[{},{"a":1}]}', { a: ['a', 'a'], b: { a: 'a' }, '': [{}, { a: 1 }] }],
])('equal names are kept apart and noted: %s', async (body, value, names) => {
  const notes = names === undefined ? [] : [expect.stringContaining(`${repeated}: ${names}.`)]
  for (const type of [json, undefined, form])
    expect(await parseForeign(Buffer.from(body), requestOf(type))).toEqual({ value, notes })
})

test('equal names in the JSON of a form are noted', async () => {
  const { notes } = await parseForeign(Buffer.from('rawRequest=%7B%22a%22%3A1%2C%22a%22%3A2%7D'), requestOf(form))
  expect(notes).toEqual([expect.stringContaining(repeated)])
})

test('objects whose names may be equal keep all values', async () => {
  const name = fc.constantFrom('a', 'b', '"', '\\', 'é', ':')
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof({ depthSize: 'small' }, fc.constantFrom('1', '"a"', 'null', '"{,:"'), tie('object'), tie('list')),
    object: fc
      .array(fc.tuple(name, tie('value')), { maxLength: 4 })
      .map((pairs) => `{${pairs.map(([key, one]) => `${JSON.stringify(key)}:${one}`).join(' , ')}}`),
    list: fc.array(tie('value'), { maxLength: 3 }).map((all) => `[${all.join(',')}]`),
  }))
  const keysIn = (one: unknown): number =>
    one && typeof one === 'object'
      ? Object.values(one).reduce((sum, inner) => sum + keysIn(inner), Array.isArray(one) ? 0 : Object.keys(one).length)
      : 0
  await fc.assert(
    fc.asyncProperty(value, async (text) => {
      const written = (text as string).match(/"(?:[^"\\]|\\.)*":/g) ?? []
      expect(keysIn(await read(text as string, json))).toBe(written.length)
    }),
    { seed: 44, numRuns: 300 },
  )
})

test.each([
  ['application/json', Buffer.from('{"a":"Zo\xeb"}', 'latin1'), ['windows-1252']],
  ['application/json', Buffer.from('{"a":"\xc8\xe2\xe0\xed \xcf\xe5\xf2\xf0\xee\xe2"}', 'latin1'), ['windows-1251']],
  [form, Buffer.from('a=Zo%EB'), ['windows-1252']],
  [multipart, Buffer.from(parts(['a', 'Zo\xeb']), 'latin1'), ['windows-1252']],
  ['application/json; charset=latin1', Buffer.from('{"a":"Zo\xeb"}', 'latin1'), []],
  ['application/json', Buffer.from('{"a":"Zoë"}'), []],
  [form, Buffer.from('a=Zo%C3%AB'), []],
])('what was guessed of letters is noted: %s', async (type, bytes, encodings) => {
  const { notes } = await parseForeign(bytes, requestOf(type))
  expect(notes).toEqual(encodings.map((encoding) => expect.stringContaining(`They were read as ${encoding}:`)))
})

test('letters that were encoded twice are read as they were meant, and noted', async () => {
  const notes = [expect.stringContaining('encoded twice')]
  expect(await parseForeign(Buffer.from('a=Jos%C3%83%C2%A9'), requestOf(form))).toEqual({ value: { a: 'José' }, notes })
  for (const type of [json, undefined])
    expect(await parseForeign(Buffer.from('{"a":"JosÃ© â€“ ok"}'), requestOf(type))).toEqual({
      value: { a: 'José – ok' },
      notes,
    })
})

test.each([['text/html'], ['application/xml'], ['image/png']])('%s is refused', (type) => {
  expect(() => checkBodyHeaders(requestOf(type), { isForeign: true, maxBytes: 10 })).toThrow('Send the data as')
})

test.each([
  ['12345678901234567890', '12345678901234567890'],
  ['-12345678901234567890', '-12345678901234567890'],
  ['9007199254740993', '9007199254740993'],
  ['9007199254740991', 9_007_199_254_740_991],
  ['1.50', 1.5],
  ['0.1', 0.1],
  ['1e400', '1e400'],
  ['123456789012345678.5', '123456789012345678.5'],
  ['0.10000000000000000001', '0.10000000000000000001'],
  ['1e3', 1_000],
])('the number %s is never rounded', async (text, value) => {
  expect(await read(`{"id":${text},"all":[${text}]}`, json)).toEqual({ id: value, all: [value] })
})

test('two whole numbers that differ stay different', async () => {
  const numbers = fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n })
  await fc.assert(
    fc.asyncProperty(numbers, numbers, async (one, other) => {
      const [first, second] = (await read(`[${one},${other}]`, json)) as unknown[]
      expect([String(first), String(second)]).toEqual([String(one), String(other)])
    }),
    { seed: 44, numRuns: 300 },
  )
})

test('what is broken, too deep or reaches a prototype is refused', async () => {
  await expect(read('{"a":', json)).rejects.toThrow('not valid JSON')
  await expect(read('['.repeat(30) + ']'.repeat(30), 'text/plain')).rejects.toThrow('nested deeper')
  await expect(read('{"__proto__":{"x":1}}', json)).rejects.toThrow('not allowed')
  await expect(read('no form', multipart)).rejects.toThrow('form cannot be read')
  expect(await read('__proto__=1&a=2', form)).toEqual({ a: '2' })
})
