import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import writeXlsxFile, { type SheetData } from 'write-excel-file/node'
import { readWorkbook } from './read-workbook'

const workbook = async (data: SheetData) => new Uint8Array(await writeXlsxFile(data, {}).toBuffer())
const heading = [{ value: 'Name' }, { value: 'Seen' }]

/** A workbook whose only sheet is changed as XML. */
async function changed(file: Uint8Array, change: (xml: string) => string) {
  const files = unzipSync(file)
  const path = Object.keys(files).find((name) => name.startsWith('xl/worksheets/sheet'))!
  return zipSync({ ...files, [path]: strToU8(change(strFromU8(files[path]!))) })
}
const refused = (file: Uint8Array) => expect(readWorkbook(file)).rejects

test('cells are read as the import understands them, and the rows keep their places', async () => {
  const at = (text: string, format: string) => ({ value: new Date(text), type: Date, format })
  const file = await workbook([
    heading,
    [{ value: 'Zoë, "the owl"' }, at('2014-02-28T00:00:00Z', 'yyyy-mm-dd')],
    [],
    [{ value: 9165550142, type: Number }, at('2026-11-28T18:30:00Z', 'yyyy-mm-dd hh:mm')],
    [{ value: '=1+1' }, { value: true, type: Boolean }],
  ])
  const [sheet, ...others] = await readWorkbook(file)
  expect(others).toEqual([])
  expect(sheet?.text.split('\r\n')).toEqual([
    'Name,Seen',
    '"Zoë, ""the owl""",2014-02-28',
    ',',
    '9165550142,2026-11-28 18:30',
    "'=1+1,Yes",
    '',
  ])
})

test('a formula is read as its result, and its error as a text, which no value is cleared by', async () => {
  const file = await changed(await workbook([heading]), (xml) =>
    xml.replace(
      '</sheetData>',
      '<row r="2"><c r="A2"><f>1+1</f><v>2</v></c><c r="B2" t="e"><f>NA()</f><v>#N/A</v></c></row></sheetData>',
    ),
  )
  expect((await readWorkbook(file))[0]?.text).toBe('Name,Seen\r\n2,#N/A\r\n')
})

test('cells that only have a format are no cells, however far they reach', async () => {
  const file = await changed(await workbook([heading]), (xml) =>
    xml.replace('</sheetData>', '<row r="1048576"><c r="XFD1048576" s="1"/></row></sheetData>'),
  )
  expect((await readWorkbook(file))[0]?.text).toBe('Name,Seen\r\n')
})

test('all sheets that hold something are read', async () => {
  const file = await writeXlsxFile([
    { data: [[{ value: 'Name' }]], sheet: 'Kids' },
    { data: [], sheet: 'Empty' },
    { data: [[{ value: 'Bow' }]], sheet: 'Bows' },
  ]).toBuffer()
  expect((await readWorkbook(new Uint8Array(file))).map(({ name, text }) => [name, text])).toEqual([
    ['Kids', 'Name\r\n'],
    ['Bows', 'Bow\r\n'],
  ])
})

test('a workbook is refused before it is unpacked when it is too large', async () => {
  const bomb = await changed(await workbook([heading]), (xml) => xml + ' '.repeat(11 * 1024 * 1024))
  expect(bomb.length).toBeLessThan(100_000)
  await refused(bomb).toThrow('This workbook is too large. Save the sheet as CSV')
})

test('a directory that lies about sizes does not unpack more than it says', async () => {
  const file = Buffer.from(await changed(await workbook([heading]), (xml) => xml + ' '.repeat(1_000_000)))
  const directory = file.indexOf('PK\x01\x02', 0, 'latin1')
  for (let at = directory; at >= 0; at = file.indexOf('PK\x01\x02', at + 1, 'latin1')) file.writeUInt32LE(10, at + 24)
  await refused(new Uint8Array(file)).toThrow('This workbook cannot be read')
})

test('one cell far away and one text in many cells are refused', async () => {
  const far = await changed(await workbook([heading]), (xml) =>
    xml.replace('</sheetData>', '<row r="999999"><c r="XFD999999"><v>1</v></c></row></sheetData>'),
  )
  await refused(far).toThrow('A sheet of this workbook has too many rows and columns')
  const text = 'x'.repeat(30_000)
  const repeated = await workbook(Array.from({ length: 400 }, () => [{ value: text }]))
  await refused(repeated).toThrow('This workbook')
})

test('what is no workbook is refused', async () => {
  await refused(zipSync({ 'xl/workbook.xml': strToU8('<workbook') })).toThrow('This workbook cannot be read')
  await refused(new Uint8Array([80, 75, 3, 4])).toThrow('This workbook cannot be read')
  await refused(await workbook([])).toThrow('The workbook is empty.')
})
