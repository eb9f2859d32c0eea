import { expect, test } from 'vitest'
import { decodedText, fileEncoding } from './decode-text'

const pieces = (bytes: Uint8Array, size = 7) =>
  async function* () {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  }
const bytesOf = (latin: string) => Uint8Array.from(latin, (sign) => sign.charCodeAt(0))
async function read(bytes: Uint8Array, size = 4096) {
  const file = pieces(bytes, size)
  const { encoding, odd, isSure, choices } = await fileEncoding(file)
  let text = ''
  for await (const piece of decodedText(file, encoding)) text += piece
  return { encoding, text, odd, isSure, choices }
}
const hex = (text: string) => Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex'))
const csv = (...names: Uint8Array[]) =>
  new Uint8Array(
    Buffer.concat([Buffer.from('name,level\r\n'), ...names.flatMap((name) => [name, Buffer.from(',beginner\r\n')])]),
  )

test.each([
  ['macintosh', 'José Núñez', 'Jos\x8e N\x9c\x96ez'],
  ['macintosh', 'Zoë Müller', 'Zo\x91 M\x9fller'],
  ['macintosh', 'François', 'Fran\x8dois'],
  ['macintosh', 'Ángel', '\xe7ngel'],
  ['macintosh', 'Søren Bjørn', 'S\xbfren Bj\xbfrn'],
  ['windows-1252', 'José Núñez', 'Jos\xe9 N\xfa\xf1ez'],
  ['windows-1252', 'Zoë Müller', 'Zo\xeb M\xfcller'],
  ['windows-1252', 'O’Neil', 'O\x92Neil'],
  ['windows-1252', 'Søren Bjørn', 'S\xf8ren Bj\xf8rn'],
  ['windows-1252', 'Ángel', '\xc1ngel'],
  ['windows-1252', 'Weiß', 'Wei\xdf'],
  ['windows-1251', 'Иван Петров', '\xc8\xe2\xe0\xed \xcf\xe5\xf2\xf0\xee\xe2'],
  ['windows-1251', 'Мария', '\xcc\xe0\xf0\xe8\xff'],
  ['koi8-r', 'Мария Иванова', '\xed\xc1\xd2\xc9\xd1 \xe9\xd7\xc1\xce\xcf\xd7\xc1'],
  ['gb18030', '王小明', '\xcd\xf5\xd0\xa1\xc3\xf7'],
  ['gb18030', '李伟', '\xc0\xee\xce\xb0'],
  ['gb18030', '张丽', '\xd5\xc5\xc0\xf6'],
  ['gb18030', '陈静', '\xb3\xc2\xbe\xb2'],
  ['shift_jis', '山田たろう', '\x8e\x52\x93\x63\x82\xbd\x82\xeb\x82\xa4'],
  ['shift_jis', '佐藤ハナ', '\x8d\xb2\x93\xa1\x83\x6e\x83\x69'],
  ['euc-kr', '김민수', '\xb1\xe8\xb9\xce\xbc\xf6'],
  ['windows-1250', 'Łukasz Wiśniewski', '\xa3ukasz Wi\x9cniewski'],
  ['windows-1250', 'Jiří Dvořák', 'Ji\xf8\xed Dvo\xf8\xe1k'],
  ['windows-1250', 'Kovács Jenő', 'Kov\xe1cs Jen\xf5'],
  ['windows-1254', 'Işıl Çağlar', 'I\xfe\xfdl \xc7a\xf0lar'],
  ['windows-1254', 'Gülşen Öztürk', 'G\xfcl\xfeen \xd6zt\xfcrk'],
  ['windows-1255', 'משה כהן', '\xee\xf9\xe4 \xeb\xe4\xef'],
  ['windows-1256', 'محمد', '\xe3\xcd\xe3\xcf'],
  ['windows-1257', 'Jānis Bērziņš', 'J\xe2nis B\xe7rzi\xf2\xf0'],
  ['windows-874', 'สมชาย ใจดี', '\xca\xc1\xaa\xd2\xc2 \xe3\xa8\xb4\xd5'],
  ['x-mac-cyrillic', 'Иван Петров', '\x88\xe2\xe0\xed \x8f\xe5\xf2\xf0\xee\xe2'],
  ['ibm866', 'Иван Петров', '\x88\xa2\xa0\xad \x8f\xa5\xe2\xe0\xae\xa2'],
  ['ibm850', 'José Núñez', 'Jos\x82 N\xa3\xa4ez'],
  ['ibm850', 'François Lefèvre René', 'Fran\x87ois Lef\x8avre Ren\x82'],
  ['ibm852', 'Jiří Dvořák', 'Ji\xfd\xa1 Dvo\xfd\xa0k'],
  ['ibm857', 'Işıl Çağlar', 'I\x9f\x8dl \x80a\xa7lar'],
  ['x-mac-ce', 'Łukasz Wiśniewski Róża', '\xfcukasz Wi\xe6niewski R\x97\xfda'],
  ['ibm862', 'משה כהן', '\x8e\x99\x84 \x8b\x84\x8f'],
  ['ibm862', 'שרה אברהם', '\x99\x98\x84 \x80\x81\x98\x84\x8d'],
  ['ibm862', 'דוד פרץ', '\x83\x85\x83 \x94\x98\x95'],
  ['ibm737', 'Γιώργος Παπαδόπουλος', '\x82\xa0\xe9\xa8\x9a\xa6\xaa \x8f\x98\xa7\x98\x9b\xe6\xa7\xa6\xac\xa2\xa6\xaa'],
  ['ibm737', 'Μαρία Νικολάου', '\x8b\x98\xa8\xe5\x98 \x8c\xa0\xa1\xa6\xa2\xe1\xa6\xac'],
  ['ibm869', 'Ελένη Γεωργίου', '\xa8\xe5\x9d\xe7\xe1 \xa6\xde\xfa\xeb\xd8\x9f\xe9\xf2'],
  ['ibm869', 'Γιώργος Παπαδόπουλος', '\xa6\xe3\xfd\xeb\xd8\xe9\xed \xc6\xd6\xea\xd6\xdd\xa2\xea\xe9\xf2\xe5\xe9\xed'],
  [
    'x-mac-greek',
    'Γιώργος Παπαδόπουλος',
    '\xa1\xe9\xf1\xf2\xe7\xef\xf7 \xa6\xe1\xf0\xe1\xe4\xde\xf0\xef\xf9\xec\xef\xf7',
  ],
  ['x-mac-greek', 'Δήμητρα Ιωάννου', '\xa2\xdc\xed\xe8\xf4\xf2\xe1 \xb9\xf6\xc0\xee\xee\xef\xf9'],
  ['windows-1255', 'תמר בן דוד', '\xfa\xee\xf8 \xe1\xef \xe3\xe5\xe3'],
  [
    'windows-1251',
    'Йорданка Съботинова Бульйонна',
    '\xc9\xee\xf0\xe4\xe0\xed\xea\xe0 \xd1\xfa\xe1\xee\xf2\xe8\xed\xee\xe2\xe0 \xc1\xf3\xeb\xfc\xe9\xee\xed\xed\xe0',
  ],
])('%s: %s', async (encoding, name, bytes) => {
  const result = await read(csv(bytesOf(bytes)))
  expect([result.encoding, result.text.split('\r\n')[1]]).toEqual([encoding, `${name},beginner`])
  expect(result.isSure).toBe(false)
  expect(result.choices[0]).toEqual({ encoding, samples: [`${name},beginner`] })
})

test.each([
  ['utf-16le with a mark', hex('fffe'), 'utf16le', 'utf-16le'],
  ['utf-16le without', hex(''), 'utf16le', 'utf-16le'],
  ['utf-8 with a mark', hex('efbbbf'), 'utf8', 'utf-8'],
  ['utf-8', hex(''), 'utf8', 'utf-8'],
] as const)('%s', async (_, mark, kind, encoding) => {
  const text = 'name,level\r\n王小明,beginner\r\nZoë Née,beginner\r\n'
  expect(await read(new Uint8Array(Buffer.concat([mark, Buffer.from(text, kind)])))).toMatchObject({
    encoding,
    text,
    isSure: true,
  })
})

test('utf-16be', async () => {
  const bytes = Buffer.from('name,level\r\nZoë,beginner\r\n', 'utf16le').swap16()
  expect((await read(new Uint8Array(bytes))).text).toContain('Zoë')
})

test.each([
  ['Zoë\nRen\xe9', 'Zoë\nRené'],
  ['Zoë Née\n\x93Bo\x94', 'Zoë Née\n“Bo”'],
  ['王小明\nJos\xe9', '王小明\nJosé'],
])('single bytes in UTF-8 garble nothing else: %j', async (latin, text) => {
  const bytes = Buffer.concat(
    [...latin].map((sign) =>
      /[\x80-\x9f\xe9]/.test(sign) && latin.indexOf('\n') < latin.indexOf(sign)
        ? Buffer.from(sign, 'latin1')
        : Buffer.from(sign),
    ),
  )
  for (const size of [1, 2, 3, 4096]) expect((await read(new Uint8Array(bytes), size)).text).toBe(text)
  expect((await read(new Uint8Array(bytes))).odd).toBeGreaterThan(0)
})

test('ISO-2022-JP is told by its escapes', async () => {
  expect((await read(hex('6e616d650a 1b2442 3b33 4544 1b2842 0a'))).text).toBe('name\n山田\n')
})

test.each([
  ['JosÃ© NÃºÃ±ez', 'José Núñez'],
  ['Oâ€™Neil', 'O’Neil'],
  ['Zoë Oâ€™Neil', 'Zoë O’Neil'],
  ['Ð˜Ð²Ð°Ð½', 'Иван'],
  ['çŽ‹å°\u008fæ˜Ž', '王小明'],
])('letters that were encoded twice are read as they were meant: %s', async (written, name) => {
  const file = new Uint8Array(Buffer.from(`name,level\r\nZoe,beginner\r\n${written},beginner\r\n`))
  for (const size of [1, 3, 4096]) expect((await read(file, size)).text.split('\r\n')[2]).toBe(`${name},beginner`)
  const { encoding, isSure, choices } = await read(file)
  expect([encoding, isSure]).toEqual(['utf-8-twice', false])
  expect(choices).toEqual([
    { encoding: 'utf-8-twice', samples: [`${name},beginner`] },
    { encoding: 'utf-8', samples: [`${written},beginner`] },
  ])
})

test.each(['José', 'ÄÖÜ', 'É, À', '“Ä” – ‘Ñ’', 'Ã', '王小明', 'Ångström »x«'])('%s was encoded once', async (name) => {
  expect(await read(new Uint8Array(Buffer.from(`name\r\n${name}\r\n`)))).toMatchObject({
    encoding: 'utf-8',
    isSure: true,
  })
})
