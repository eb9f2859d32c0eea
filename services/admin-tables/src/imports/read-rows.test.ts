import { AppError } from '@app/contracts/errors'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodedText, fileEncoding } from './decode-text'
import { readRows } from './read-rows'

async function* pieces<One>(all: Iterable<One>) {
  yield* all
}
async function read(text: string, maxRows = 100) {
  const all = []
  for await (const part of readRows(pieces([text]), maxRows)) all.push(part)
  return all
}
const refusal = async (text: string, maxRows?: number) => {
  const error = await read(text, maxRows).catch((thrown) => thrown)
  expect(error).toBeInstanceOf(AppError)
  return error.message as string
}

test.each([',', ';', '\t'])(
  'columns parted by %j are read, rows counted as a spreadsheet counts them',
  async (part) => {
    const lines = ['\ufeffname;level', '"Brook; Ada";beginner', ';', 'Ben;']
    const text = lines.join('\r\n').replaceAll(';', part)
    expect(await read(text)).toEqual([
      { headers: ['name', 'level'], layout: { delimiter: part, headingRow: 1 }, above: [] },
      { row: 2, cells: [`Brook${part} Ada`, 'beginner'] },
      { row: 4, cells: ['Ben', ''] },
    ])
  },
)

test('line breaks and quotes inside cells belong to the cell', async () => {
  expect(await read('a,b\n"x\ny","say ""hi"""')).toMatchObject([
    { headers: ['a', 'b'] },
    { row: 2, cells: ['x\ny', 'say "hi"'] },
  ])
})

test.each([
  ['', 'The file is empty.'],
  ['\n\n', 'The file is empty.'],
  ['a,b\n"never closed', 'A quotation mark is opened near line 2 and never closed.'],
])('%j is refused in words', async (text, message) => {
  expect(await refusal(text)).toBe(message)
})

test('a file with too many rows is refused, with too many columns too', async () => {
  expect(await refusal('a\n1\n2\n3', 2)).toMatch(/more than 2 rows/)
  expect(await refusal(Array.from({ length: 201 }, (_, at) => `c${at}`).join(','))).toMatch(/more than 200 columns/)
})

test('a column without a name is named by its place', async () => {
  expect((await read('a,,c\n1,2,3'))[0]).toMatchObject({ headers: ['a', 'Column 2', 'c'] })
})

test.each([
  ['utf-8', [0xc3, 0xbc], 'ü'],
  ['utf-8', [0x61, 0xef, 0xbb, 0xbf], 'a\ufeff'],
  ['windows-1252', [0xfc], 'ü'],
  ['utf-16le', [0xff, 0xfe, 0xfc, 0x00], 'ü'],
  ['utf-16be', [0xfe, 0xff, 0x00, 0xfc], 'ü'],
])('a file in %s %j is read as it was written, wherever its pieces are cut', async (encoding, bytes, text) => {
  for (let cut = encoding.startsWith('utf-16') ? 2 : 0; cut <= bytes.length; cut++) {
    const file = () => pieces([bytes.slice(0, cut), bytes.slice(cut)].map((part) => new Uint8Array(part)))
    expect((await fileEncoding(file)).encoding).toBe(encoding)
    let read = ''
    for await (const piece of decodedText(file, encoding)) read += piece
    expect(read).toBe(text)
  }
})

test.each([
  ['utf-16le', Buffer.from('name,level\r\nZoë,a\r\n', 'utf16le')],
  ['utf-16be', Buffer.from('name,level\r\nZoë,a\r\n', 'utf16le').swap16()],
])('a file in %s without a mark is recognized', async (encoding, bytes) => {
  const file = () => pieces([new Uint8Array(bytes)])
  expect((await fileEncoding(file)).encoding).toBe(encoding)
  let read = ''
  for await (const piece of decodedText(file, encoding)) read += piece
  expect(read).toBe('name,level\r\nZoë,a\r\n')
})

test('a text in pieces has the rows of the whole, and its source ends with a reader that stops early', async () => {
  const text = `a;b\r\n${'"x; y";2\r\n'.repeat(5_000)}`
  const whole = await read(text, 6_000)
  expect(whole).toHaveLength(5_001)
  const parts = []
  let hasEnded = false
  async function* source() {
    try {
      for (let at = 0; at < text.length; at += 777) yield text.slice(at, at + 777)
    } finally {
      hasEnded = true
    }
  }
  for await (const part of readRows(source(), 6_000)) parts.push(part)
  expect(parts).toEqual(whole)
  hasEnded = false
  for await (const _ of readRows(source(), 6_000)) break
  await expect.poll(() => hasEnded).toBe(true)
})

test('an error of the source is the error of the rows', async () => {
  async function* broken() {
    yield `a,b\n${'1,2\n'.repeat(5_000)}`
    throw new Error('no connection')
  }
  const all = async () => {
    for await (const _ of readRows(broken(), 6_000));
  }
  await expect(all()).rejects.toThrow('no connection')
})

test('whatever a file holds, it is read or refused in words', async () => {
  const sign = fc.constantFrom('a', ',', ';', '"', '\n', '\r', '\t', '\u0000', '=', 'ü', ' ')
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: sign, maxLength: 60 }), async (text) => {
      const result = await read(text).catch((error) => error)
      if (!Array.isArray(result)) expect(result).toBeInstanceOf(AppError)
    }),
    { numRuns: 300 },
  )
})
