import ExcelJS from 'exceljs'
import fc from 'fast-check'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { students } from '../../seed/school'
import { caseFile, readCase } from '../read-case.fixture'
import { readWorkbook } from './read-workbook'

type Fill = (book: ExcelJS.Workbook) => void
async function workbook(fill: Fill): Promise<Uint8Array> {
  const book = new ExcelJS.Workbook()
  fill(book)
  return new Uint8Array(await book.xlsx.writeBuffer())
}
/** A workbook whose parts are changed as XML. */
function changed(file: Uint8Array, change: (xml: string, name: string) => string): Uint8Array {
  const parts = Object.entries(unzipSync(file)).map(
    ([name, content]) => [name, strToU8(change(strFromU8(content), name))] as const,
  )
  return zipSync(Object.fromEntries(parts))
}
const ofSheets = (file: Uint8Array, change: (xml: string) => string) =>
  changed(file, (xml, name) => (name.includes('worksheets/') ? change(xml) : xml))

const kids: Fill = (book) =>
  book.addWorksheet('Kids').addRows([
    ['name', 'seen'],
    ['Ann Lee', 5],
    ['Bo', null, 'x'],
  ])
const kidsText = 'name,seen,\r\nAnn Lee,5,\r\nBo,,x\r\n'
const read = async (file: Uint8Array) => (await readWorkbook(file)).map(({ name, text }) => [name, text])

test.each([
  ['hidden-first-sheet.xlsx', ['Kids', 'Lookup']],
  ['chartsheet-first.xlsx', ['Kids']],
  ['no-cell-refs.xlsx', ['Kids']],
  ['end-of-day.xlsx', ['Sheet']],
])('%s has the sheets %j', async (name, sheets) => {
  expect((await readWorkbook(caseFile(name))).map((sheet) => sheet.name)).toEqual(sheets)
})

test('end-of-day.xlsx: the last second of a day is of that day', async () => {
  const [sheet] = await readWorkbook(caseFile('end-of-day.xlsx'))
  expect(sheet?.text).toContain('2001-03-04,beginner,2026-12-31 23:59:59')
  expect((await readCase(students, sheet!.text)).created[0]).toMatchObject({ waiver_until: '2026-12-31' })
})

test('no-cell-refs.xlsx: cells without an address come after the ones before', async () => {
  expect((await readWorkbook(caseFile('no-cell-refs.xlsx')))[0]?.text).toBe(
    'name,birth_date,level,phone,notes\r\nAnn Lee,beginner,,,\r\n',
  )
})

test.each<[what: string, change: (xml: string) => string]>([
  ['no addresses of rows', (xml) => xml.replace(/(<row) r="\d+"/g, '$1')],
  ['no spans, no dimension', (xml) => xml.replace(/<dimension[^>]*\/>/, '<dimension/>').replace(/ spans="[^"]*"/g, '')],
  [
    'addresses in small letters',
    (xml) => xml.replace(/r="([A-Z]+)(\d+)"/g, (_, column: string, row: string) => `r="${column.toLowerCase()}${row}"`),
  ],
  ['texts without a value', (xml) => xml.replace('</row>', '<c r="D1" t="s"></c></row>')],
  ['inline texts without a text', (xml) => xml.replace('</row>', '<c r="D1" t="inlineStr"></c></row>')],
  ['single quotes', (xml) => xml.replace(/ r="([^"]*)"/g, " r='$1'")],
  ['sections of characters', (xml) => xml.replace(/<v>(\d+)<\/v>/g, '<v><![CDATA[$1]]></v>')],
  ['comments', (xml) => xml.replace('<sheetData>', '<!-- <row r="9"><c r="A9"><v>9</v></c></row> --><sheetData>')],
  ['cells that only have a format', (xml) => xml.replace('</row>', '<c r="E1" s="0"/></row>')],
])('a workbook with %s is read', async (_, change) => {
  expect(await read(ofSheets(await workbook(kids), change))).toEqual([['Kids', kidsText]])
})

test.each<[format: string, value: unknown, text: string]>([
  ['00000', 2139, '02139'],
  ['00000', 95814, '95814'],
  ['00000\\-0000', 21390001, '02139-0001'],
  ['000\\-00\\-0000', 1234567, '001-23-4567'],
  ['\\(000\\)\\ 000\\-0000', 9165550142, '(916) 555-0142'],
  ['"("000")" 000-0000', 19165550142, '1(916) 555-0142'],
  ['0000', '7', '7'],
  ['0', 7, '7'],
  ['0.00', 7, '7'],
  ['00000', 7.5, '7.5'],
  ['00000', -7, "'-7"],
  ['#,##0', 1200, '1200'],
])('a number in the format %s: %j is %s', async (format, value, text) => {
  const file = await workbook((book) => {
    const cell = book.addWorksheet('Kids').getCell('A1')
    Object.assign(cell, { value, numFmt: format })
  })
  expect(await read(file)).toEqual([['Kids', `${text}\r\n`]])
})

const declared = (xml: string, encoding: string) =>
  `<?xml version="1.0" encoding="${encoding}"?>${xml.replace(/^\s*<\?xml[^>]*\?>/, '')}`
const utf16 = (xml: string) => Buffer.from(`\ufeff${declared(xml, 'UTF-16')}`, 'utf16le')
const encodings: [what: string, encode: (xml: string) => Buffer][] = [
  ['UTF-16', utf16],
  ['UTF-16, high byte first', (xml) => utf16(xml).swap16()],
  ['UTF-16 without a mark', (xml) => utf16(xml).subarray(2)],
  ['UTF-8 with a mark', (xml) => Buffer.from(`\ufeff${xml}`)],
  ['Latin-1', (xml) => Buffer.from(declared(xml, 'ISO-8859-1'), 'latin1')],
]
test.each(encodings)('a workbook in %s is read', async (_, encode) => {
  const file = await workbook((book) => book.addWorksheet('Zoë').addRows([['José', 5]]))
  const parts = Object.entries(unzipSync(file)).map(
    ([name, part]) => [name, /\.(xml|rels)$/.test(name) ? encode(strFromU8(part)) : part] as const,
  )
  expect(await read(zipSync(Object.fromEntries(parts)))).toEqual([['Zoë', 'José,5\r\n']])
})

test('a workbook that is in another encoding than it says is refused', async () => {
  const file = changed(await workbook(kids), (xml) => xml)
  const parts = unzipSync(file)
  const spoil = (encoding: string) =>
    zipSync({
      ...parts,
      'xl/sharedStrings.xml': Buffer.from(declared('<sst><si><t>Zo\xeb</t></si></sst>', encoding), 'latin1'),
    })
  for (const encoding of ['UTF-8', 'klingon'])
    await expect(readWorkbook(spoil(encoding))).rejects.toThrow('This workbook cannot be read')
})

test.each([['data/s1.xml'], ['sheet.xml'], ['sheets/deep/er/1.xml']])(
  'a sheet at xl/%s is read as one elsewhere, its errors too',
  async (place) => {
    const file = ofSheets(await workbook(kids), (xml) =>
      xml.replace(/ r="[A-Z]+\d+"/g, '').replace('</sheetData>', '<row><c t="e"><v>#N/A</v></c></row></sheetData>'),
    )
    const parts = Object.entries(unzipSync(file)).map(([name, part]) => {
      if (name === 'xl/worksheets/sheet1.xml') return [`xl/${place}`, part] as const
      const text = strFromU8(part).replace('"worksheets/sheet1.xml"', `"${place}"`)
      return [name, /\.rels$/.test(name) ? strToU8(text) : part] as const
    })
    expect((await read(zipSync(Object.fromEntries(parts))))[0]?.[1]).toContain('#N/A')
  },
)

/** A workbook whose parts have other names; `refer` changes what refers to them. */
const renamed = (file: Uint8Array, rename: (name: string) => string, refer = (rels: string) => rels) =>
  zipSync(
    Object.fromEntries(
      Object.entries(unzipSync(file)).map(([name, part]) => [
        rename(name),
        name.endsWith('.rels') ? strToU8(refer(strFromU8(part))) : part,
      ]),
    ),
  )
test.each<[what: string, rename: (name: string) => string, refer?: (rels: string) => string]>([
  ['absolute', (name) => name, (rels) => rels.replace(/Target="(?=[sw][^"]*\.xml)/g, 'Target="/xl/')],
  ['relative with dots', (name) => name, (rels) => rels.replace(/Target="(?=[sw][^"]*\.xml)/g, 'Target="../xl/./')],
  ['in capitals', (name) => name.toUpperCase()],
  [
    'in small letters, referred to in capitals',
    (name) => name.toLowerCase(),
    (rels) => rels.replace('sheet1', 'SHEET1'),
  ],
  ['in the style of Windows', (name) => name.replaceAll('/', '\\')],
  ['referred to in the style of Windows', (name) => name, (rels) => rels.replace('worksheets/', 'worksheets\\')],
  ['without a folder', (name) => name.replace('xl/', ''), (rels) => rels.replace('xl/', '')],
  ['in another folder', (name) => name.replace('xl/', 'book/'), (rels) => rels.replace('xl/', '/book/')],
  [
    'outside of the folder',
    (name) => name.replace(/^xl\/(_rels\/)?(?=workbook)/, '$1'),
    (rels) => rels.replace('"xl/', '"').replace(/Target="(?=(?:work)?s)/g, 'Target="xl/'),
  ],
  ['with a blank', (name) => name.replace('sheet1.xml', 'sheet 1.xml'), (rels) => rels.replace('sheet1', 'sheet%201')],
  ['without an ending', (name) => name.replace('sheet1.xml', 'kids'), (rels) => rels.replace('sheet1.xml', 'kids')],
  ['all other', (name) => name.replace('workbook', 'workbook2'), (rels) => rels.replace('workbook', 'workbook2')],
])('a workbook whose names are %s is read', async (_, rename, refer) => {
  expect(await read(renamed(await workbook(kids), rename, refer))).toEqual([['Kids', kidsText]])
})

test.each([
  ['customXml/item1.xml', '<?xml version="1.0" encoding="utf-16"?><a>Zo\xeb</a>'],
  ['docProps/custom.xml', '<?xml version="1.0" encoding="klingon"?><a/>'],
  ['xl/externalLinks/_rels/externalLink1.xml.rels', 'Zo\xeb'],
  ['xl/worksheets/sheet9.xml', 'Zo\xeb'],
])('%s, which no sheet is, may hold anything', async (name, content) => {
  const parts = unzipSync(await workbook(kids))
  expect(await read(zipSync({ ...parts, [name]: Buffer.from(content, 'latin1') }))).toEqual([['Kids', kidsText]])
})

test('a workbook with two parts of one name is refused', async () => {
  const parts = unzipSync(await workbook(kids))
  await expect(
    readWorkbook(zipSync({ ...parts, 'xl/worksheets/Sheet1.xml': strToU8('<worksheet/>') })),
  ).rejects.toThrow('This workbook cannot be read')
})

test.each(['1', 'true'])('days are counted from 1904 where the workbook says %s', async (told) => {
  const file = changed(
    await workbook((book) => {
      book.properties.date1904 = true
      const cell = book
        .addWorksheet('A')
        .addRow([new Date('2001-03-04')])
        .getCell(1)
      cell.numFmt = 'yyyy-mm-dd'
    }),
    (xml) => xml.replace(/date1904="[^"]*"/, `date1904='${told}'`),
  )
  expect((await read(file))[0]?.[1]).toBe('2001-03-04\r\n')
})

test.each([
  ['12345678901234567890', '12345678901234567890'],
  ['-12345678901234567890', "'-12345678901234567890"],
  ['1234567890123456', '1234567890123456'],
  ['9.165550142E9', '9165550142'],
  ['28.499999999999996', '28.5'],
  ['35.000000000000007', '35'],
  ['123456789012345', '123456789012345'],
])('the number %s is read as %s', async (given, text) => {
  const file = ofSheets(await workbook(kids), (xml) => xml.replace('<v>5</v>', `<v>${given}</v>`))
  expect((await read(file))[0]?.[1]).toContain(`Ann Lee,${text},`)
})

test('without addresses of cells, those that are empty keep their places', async () => {
  const file = ofSheets(await workbook(kids), (xml) =>
    xml
      .replace(/<c r="A3"/, '<c/><c')
      .replace(/ r="[A-Z]+\d+"/g, '')
      .replace(/(<row) r="\d+"/g, '$1'),
  )
  expect((await read(file))[0]?.[1]).toBe('name,seen,\r\nAnn Lee,5,\r\n,Bo,x\r\n')
})

test('signs in sections of characters stay what they are', async () => {
  const file = ofSheets(await workbook(kids), (xml) =>
    xml.replace(
      '</sheetData>',
      '<row r="4"><c r="A4" t="inlineStr"><is><t><![CDATA[Ann & <Bo>]]></t></is></c></row></sheetData>',
    ),
  )
  expect((await read(file))[0]?.[1]).toBe(`${kidsText}Ann & <Bo>,,\r\n`)
})

test('a sheet that is listed and missing spoils no other one', async () => {
  const file = await workbook((book) => {
    book.addWorksheet('Gone').addRow(['x'])
    kids(book)
  })
  const { 'xl/worksheets/sheet1.xml': _, ...parts } = unzipSync(file)
  expect(await read(zipSync(parts))).toEqual([['Kids', kidsText]])
})

test('a formula that was never computed is an error, not an empty cell', async () => {
  const file = ofSheets(await workbook(kids), (xml) => xml.replace('</row>', '<c r="C1"><f>NOW()</f></c></row>'))
  expect((await read(file))[0]?.[1]).toContain('name,seen,#CALC!')
})

test('very hidden sheets come last, too, and title rows in merged cells are found', async () => {
  const file = await workbook((book) => {
    book.addWorksheet('Lists', { state: 'veryHidden' }).addRow(['beginner'])
    book.addWorksheet('Old', { state: 'hidden' }).addRow(['x'])
    const sheet = book.addWorksheet('Kids')
    sheet.addRows([['Roster 2026'], [], ['Full Name', 'DOB', 'Level'], ['Ann Lee', new Date('2001-03-04'), 'Beginner']])
    sheet.mergeCells('A1:C1')
  })
  const sheets = await readWorkbook(file)
  expect(sheets.map(({ name }) => name)).toEqual(['Kids', 'Lists', 'Old'])
  const { created, layout, errors } = await readCase(students, sheets[0]!.text)
  expect([created.length, layout.headingRow, errors]).toEqual([1, 3, []])
  expect(created[0]).toMatchObject({ name: 'Ann Lee', birth_date: '2001-03-04' })
})

test.each([
  ['2026-12-31T23:59:59.000Z', '2026-12-31 23:59:59'],
  ['2026-12-31T23:59:59.900Z', '2026-12-31 23:59:59'],
  ['2026-12-31T00:00:00.000Z', '2026-12-31'],
  ['2026-12-05T09:30:00.000Z', '2026-12-05 09:30'],
  ['2026-12-05T09:30:15.000Z', '2026-12-05 09:30:15'],
  ['2026-12-05T12:00:00.000Z', '2026-12-05 12:00'],
  ['2026-12-31T23:59:00.000Z', '2026-12-31 23:59'],
])('the time %s is read as %s', async (time, text) => {
  const file = await workbook((book) => {
    book
      .addWorksheet('A')
      .addRow([new Date(time)])
      .getCell(1).numFmt = 'yyyy-mm-dd hh:mm:ss'
  })
  expect((await read(file))[0]?.[1]).toBe(`${text}\r\n`)
})

test('what another program writes is read as it was written', async () => {
  const value = fc.oneof(
    fc
      .string({ unit: fc.constantFrom('a', 'ö', '王', "'", '"', ',', '<', '&', '1'), minLength: 1, maxLength: 6 })
      .map((text) => `T${text}`),
    fc.integer({ min: -1_000_000, max: 9_999_999_999 }),
    fc
      .date({ min: new Date('1950-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
      .map((date) => new Date(Math.floor(date.getTime() / 1_000) * 1_000)),
    fc.boolean(),
  )
  const rows = fc.array(fc.array(value, { minLength: 3, maxLength: 3 }), { minLength: 10, maxLength: 30 })
  const property = fc.asyncProperty(rows, async (given) => {
    const file = await workbook((book) => {
      const sheet = book.addWorksheet('A')
      for (const row of given) {
        const added = sheet.addRow(row)
        for (const [at, one] of row.entries())
          if (one instanceof Date) added.getCell(at + 1).numFmt = 'yyyy-mm-dd hh:mm:ss'
      }
    })
    const written = (one: (typeof given)[number][number]) => {
      if (one instanceof Date) {
        const [day, time = ''] = one.toISOString().slice(0, 19).split('T')
        return time === '00:00:00' ? day : `${day} ${time.endsWith(':00') ? time.slice(0, 5) : time}`
      }
      if (typeof one === 'boolean') return one ? 'Yes' : 'No'
      return typeof one === 'string' && /[",]/.test(one)
        ? `"${one.replaceAll('"', '""')}"`
        : String(one).replace(/^-/, "'-")
    }
    expect((await read(file))[0]?.[1]).toBe(given.map((row) => `${row.map(written).join(',')}\r\n`).join(''))
  })
  await fc.assert(property, { seed: 44, numRuns: 12 })
})
