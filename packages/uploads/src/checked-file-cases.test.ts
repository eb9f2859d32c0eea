import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { checkedFile } from './checked-file'

const bytesOf = (name: string) => readFileSync(`${import.meta.dirname}/cases/${name}`)
const check = (name: string, bytes: Uint8Array, kind: 'image' | 'file' | 'attachment' = 'image') =>
  checkedFile(kind, new File([bytes as Uint8Array<ArrayBuffer>], name))

/** A picture as somebody has it, and what is stored. */
const pictures: [file: string, name: string, type: string][] = [
  ['photo.JFIF', 'photo.jpg', 'image/jpeg'],
  ['webp-named.jpg', 'webp-named.webp', 'image/webp'],
  ['png-named.jpg', 'png-named.png', 'image/png'],
  ['trailing-motion.jpg', 'trailing-motion.jpg', 'image/jpeg'],
  ['school.com.jpg', 'school.com.jpg', 'image/jpeg'],
  ['apng.png', 'apng.png', 'image/png'],
]

test.each(pictures)('%s is stored as %s', async (file, name, type) => {
  for (const kind of ['image', 'file', 'attachment'] as const)
    expect(await check(file, bytesOf(file), kind)).toMatchObject({ name, type })
})

test.each([
  ['photo.jpe', 'photo.jpg'],
  ['photo.jif', 'photo.jpg'],
  ['photo.pjpeg', 'photo.jpg'],
  ['photo.JPEG', 'photo.JPEG'],
  ['photo.heic', 'photo.jpg'],
  ['photo.gif', 'photo.jpg'],
  ['photo', 'photo.jpg'],
  ['photo.', 'photo.jpg'],
  ['photo.jpg_large', 'photo.jpg_large.jpg'],
  ['archery.pl.png', 'archery.pl.jpg'],
  ['www.school.com.py.jpg', 'www.school.com.py.jpg'],
  ['IMG 20261205.v2.webp', 'IMG 20261205.v2.jpg'],
  ['waiver.pdf', 'waiver.jpg'],
])('a JPEG called %s is stored as %s', async (given, name) => {
  expect(await check(given, bytesOf('photo.JFIF'), 'file')).toMatchObject({ name, type: 'image/jpeg' })
})

test.each([['photo.jpg.exe'], ['photo.php.jpg'], ['photo.html.jpg'], ['school.com'], ['photo.svg.com.jpg']])(
  'a JPEG called %s is refused',
  async (name) => {
    await expect(check(name, bytesOf('photo.JFIF'))).rejects.toThrow('not accepted')
  },
)

test('what follows a picture is not kept: films, padding, pages', async () => {
  const still = (await check('a.jpg', bytesOf('photo.JFIF'))).bytes
  for (const behind of ['\0'.repeat(512), '\0\0\0\x18ftypmp42', '<script>', 'PK\x03\x04', '\r\n'])
    expect(
      (await check('a.jpg', Buffer.concat([bytesOf('photo.JFIF'), Buffer.from(behind, 'latin1')]))).bytes.equals(still),
    ).toBe(true)
  expect((await check('a.jpg', bytesOf('trailing-motion.jpg'))).bytes.length).toBeLessThan(6_000)
  const webp = bytesOf('webp-named.jpg')
  const padded = await check('a.webp', Buffer.concat([webp, Buffer.alloc(300)]))
  expect(padded.bytes.equals((await check('a.webp', webp)).bytes)).toBe(true)
  const animated = (await check('a.png', bytesOf('apng.png'))).bytes
  expect(animated.includes('acTL')).toBe(true)
})

test('an iPhone photo is named with the way out, whatever it is called', async () => {
  for (const kind of ['image', 'file', 'attachment'] as const)
    for (const name of ['heic-named.jpg', 'photo.HEIC', 'photo'])
      await expect(check(name, bytesOf('heic-named.jpg'), kind)).rejects.toThrow(/HEIC photo.*Most Compatible/)
})

const pdf = '%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF'
/** A PDF as programs send it. */
const pdfs: [what: string, text: string][] = [
  ['a byte order mark before it', `\xef\xbb\xbf${pdf}`],
  ['empty lines before it', `\r\n\n ${pdf}`],
  ['zeros behind it', `${pdf}\n${'\0'.repeat(900)}`],
  ['a comment of a web server behind it', `${pdf}\n<!-- 0.02s -->\n`],
  ['a boundary behind it', `${pdf}\r\n--boundary--\r\n`],
  ['a name of another type', pdf],
]

test.each(pdfs)('a PDF with %s is stored without it', async (_, text) => {
  for (const name of ['a.pdf', 'a.jpg', 'a'])
    expect(await check(name, Buffer.from(text, 'latin1'), 'file')).toMatchObject({
      ...{ name: 'a.pdf', type: 'application/pdf' },
      bytes: Buffer.from(pdf),
    })
})

test('a PDF that is cut off is called damaged, also where an earlier version of it is whole', async () => {
  expect(await check('leading.pdf', bytesOf('leading.pdf'), 'file')).toMatchObject({ type: 'application/pdf' })
  for (const text of [pdf.slice(0, -5), `${pdf}\n2 0 obj<<>>stream`, `${pdf}\n${pdf.slice(0, 30)}`])
    await expect(check('a.pdf', Buffer.from(text), 'file')).rejects.toThrow('damaged')
})
