import { AppError } from '@app/contracts/errors'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeText } from './decode-text'
import { readRows } from './read-rows'

async function read(text: string, maxRows = 100) {
  const all = []
  for await (const part of readRows(text, maxRows)) all.push(part)
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
      { headers: ['name', 'level'] },
      { row: 2, cells: [`Brook${part} Ada`, 'beginner'] },
      { row: 4, cells: ['Ben', ''] },
    ])
  },
)

test('line breaks and quotes inside cells belong to the cell', async () => {
  expect(await read('a,b\n"x\ny","say ""hi"""')).toEqual([
    { headers: ['a', 'b'] },
    { row: 2, cells: ['x\ny', 'say "hi"'] },
  ])
})

test.each([
  ['', 'The file is empty.'],
  ['\n\n', 'The file is empty.'],
  ['name,Name ,name\nx', 'Two columns are named "name". Rename one of them.'],
  ['a,b\n"never closed', 'A quotation mark is opened near line 2 and never closed.'],
])('%j is refused in words', async (text, message) => {
  expect(await refusal(text)).toBe(message)
})

test('a file with too many rows is refused, with too many columns too', async () => {
  expect(await refusal('a\n1\n2\n3', 2)).toMatch(/more than 2 rows/)
  expect(await refusal(Array.from({ length: 201 }, (_, at) => `c${at}`).join(','))).toMatch(/more than 200 columns/)
})

test('a column without a name is named by its place', async () => {
  expect((await read('a,,c\n1,2,3'))[0]).toEqual({ headers: ['a', 'Column 2', 'c'] })
})

test.each([
  ['UTF-8', [0xc3, 0xbc], 'ü'],
  ['Windows-1252', [0xfc], 'ü'],
  ['UTF-16', [0xff, 0xfe, 0xfc, 0x00], 'ü'],
])('a file in %s is read as it was written', (_, bytes, text) => {
  expect(decodeText(new Uint8Array(bytes))).toBe(text)
})

test('whatever a file holds, it is read or refused in words', async () => {
  const sign = fc.constantFrom('a', ',', ';', '"', '\n', '\r', '\t', '\u0000', '=', 'ü', ' ')
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: sign, maxLength: 60 }), async (text) => {
      const result = await read(text).catch((error) => error)
      if (!Array.isArray(result)) expect(result).toBeInstanceOf(AppError)
    }),
    { numRuns: 2_000 },
  )
})
