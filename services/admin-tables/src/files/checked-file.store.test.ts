import { checkedFile } from '@app/uploads/checked-file'
import { beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../test-app.fixture'

const setup = testApp()

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const jpeg = Buffer.from(
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA//9k=',
  'base64',
)
const webp = Buffer.from('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA', 'base64')
const pdf = Buffer.from('%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n')

let app: TestApp
beforeAll(async () => {
  app = await setup()
})
const send: TestApp['send'] = (...given) => app.send(...given)
async function upload(name: string, bytes: Uint8Array | string, kind = 'file') {
  const body = new FormData()
  body.set('file', new File([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], name))
  const answer = await send(`/api/upload/${kind}`, { method: 'POST', body, headers: { 'x-requested-with': 'x' } })
  return [answer.status, (await answer.json()) as Record<string, unknown>] as const
}

test.each([
  ['a.png', png, 'image/png'],
  ['Zoë 1.JPG', jpeg, 'image/jpeg'],
  ['b.jpeg', jpeg, 'image/jpeg'],
  ['c.webp', webp, 'image/webp'],
  ['my.waiver.pdf', pdf, 'application/pdf'],
])('%s is taken', async (name, bytes, type) => {
  expect(await upload(name, bytes)).toMatchObject([201, { name, type, size: bytes.length, url: expect.any(String) }])
})

test('a field for an image takes images only', async () => {
  expect((await upload('a.png', png, 'image'))[0]).toBe(201)
  expect(await upload('a.pdf', pdf, 'image')).toMatchObject([422, { fields: { file: expect.any(String) } }])
  expect((await upload('a.png', png, 'script'))[0]).toBe(404)
})

/** A PNG that says to be this large. */
function sized(width: number, height: number): Buffer {
  const bytes = Buffer.from(png)
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return bytes
}

test('an image of 25 megapixels is taken, one pixel more is not', async () => {
  expect((await upload('a.png', sized(5_000, 5_000)))[0]).toBe(201)
  expect((await upload('a.png', sized(25_000_001, 1)))[0]).toBe(422)
})

const behind = [
  '<script>alert(1)</script>',
  '<?php system($_GET[0]);',
  'PK\u0003\u0004',
  '\u0000',
  'GIF89a/*',
  '%PDF-1.7',
]
const texts = [
  ...[
    '<html><script>alert(1)</script></html>',
    '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
    '<?xml version="1.0"?>',
  ],
  ...[
    'MZ\u0090\u0000',
    '#!/bin/sh\nrm -rf /',
    '<?php echo 1;',
    'PK\u0003\u0004zip',
    '\u007fELF',
    'GIF89a',
    'BM',
    '%!PS-Adobe',
    '{}',
    '',
  ],
  ...['\u0000'.repeat(100), 'Rar!\u001a\u0007', '\u001f\u008b\b', 'ftypavif', 'ID3', 'x'.repeat(10_000)],
]
const names = [
  ...[
    'a.php.png',
    'a.png.php',
    'a.phtml.png',
    'a.html.png',
    'a.svg.png',
    'a.exe.png',
    'a.js.png',
    'a.png.html',
    'a.asp;.png',
  ],
  ...[
    '../a.png',
    '..\\a.png',
    '/etc/passwd.png',
    'C:\\a.png',
    'a/b.png',
    '....//a.png',
    '%2e%2e%2fa.png/',
    'a.png\u0000.exe',
  ],
  ...['a\n.png', 'a\r\nX-Evil: 1.png', '\u202egnp.exe.png', '.png', '.htaccess', '', ' ', 'con|a.png', 'a<b>.png'],
  ...[
    'a"b.png',
    'a*.png',
    'a?.png',
    `${'a'.repeat(300)}.png`,
    'a.svg',
    'a.html',
    'a.png.lnk',
    'a.com',
    'school.com.php',
    'a.jpg.exe',
  ],
]
const hostile: [string, string, Uint8Array | string][] = [
  ...names.map((name): [string, string, Buffer] => ['a name that misleads', name, png]),
  ...texts.flatMap((text) =>
    ['a.png', 'a.jpg', 'a.webp', 'a.pdf'].map((name): [string, string, string] => ['another type', name, text]),
  ),
  ...[1, 2, 3, 7, 8, 9, 12, 16, 20, 24, 28, 30].flatMap((length) =>
    (
      [
        ['a.png', png],
        ['a.jpg', jpeg],
        ['a.webp', webp],
        ['a.pdf', pdf],
      ] as const
    ).map(([name, bytes]): [string, string, Buffer] => ['cut short', name, bytes.subarray(0, length)]),
  ),
  ...[
    [0, 0],
    [0, 1],
    [65_535, 65_535],
    [2 ** 31 - 1, 1],
    [2 ** 32 - 1, 2 ** 32 - 1],
    [5_001, 5_000],
    [1, 25_000_001],
  ].map(([width = 0, height = 0]): [string, string, Buffer] => [
    'a giant when unpacked',
    'a.png',
    sized(width, height),
  ]),
  ['a chunk that claims more than there is', 'a.png', Buffer.from(png).fill(0xff, 33, 37)],
  ['no image data', 'a.png', Buffer.concat([png.subarray(0, 8), png.subarray(-12)])],
  ['a frame out of bounds', 'a.jpg', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0xff, 0xff, 0xff, 0xd9])],
  ['a length that is wrong', 'a.webp', Buffer.from(webp).fill(0xff, 4, 8)],
  ['a beginning before the beginning', 'a.pdf', Buffer.concat([Buffer.from('<script>x</script>'), pdf])],
  ['a PDF that goes on', 'a.pdf', Buffer.concat([pdf, Buffer.from('2 0 obj<<>>endobj')])],
  ['two PDFs', 'a.pdf', Buffer.concat([pdf, pdf.subarray(0, 20)])],
]

test.each([
  ['a.png', png],
  ['a.jpg', jpeg],
  ['a.webp', webp],
  ['a.pdf', pdf],
] as const)('of %s nothing is kept that stands behind its end', async (name, bytes) => {
  for (const text of behind.filter((one) => !one.startsWith('%PDF') || name !== 'a.pdf')) {
    const kept = await checkedFile('file', new File([Buffer.concat([bytes, Buffer.from(text, 'latin1')])], name))
    expect([text, kept.bytes.toString('latin1').trim()]).toEqual([text, bytes.toString('latin1').trim()])
  }
})

test('hostile files are refused, and nothing of them is kept', async () => {
  const stored = () => app.collection('uploads.files').countDocuments()
  const before = await stored()
  for (const [what, name, bytes] of hostile) {
    const [status] = await upload(name, bytes)
    expect([400, 413, 422], `${what}: ${JSON.stringify(name)}`).toContain(status)
  }
  expect(hostile.length).toBeGreaterThanOrEqual(160)
  expect(await stored()).toBe(before)
})

test('a form must hold the one file, and say that it comes from us', async () => {
  const send2 = (body: FormData, headers: Record<string, string> = { 'x-requested-with': 'x' }) =>
    send('/api/upload/image', { method: 'POST', body, headers })
  const form = (...parts: [string, File | string][]) => {
    const body = new FormData()
    for (const [name, value] of parts) body.append(name, value)
    return body
  }
  const file = new File([new Uint8Array(png)], 'a.png')
  expect((await send2(form(['file', file]), {})).status).toBe(403)
  for (const bad of [form(), form(['file', 'text']), form(['other', file]), form(['file', file], ['file', file])])
    expect((await send2(bad)).status).toBe(400)
  const raw = { 'x-requested-with': 'x', 'content-type': 'multipart/form-data; boundary=x' }
  for (const body of ['', '--x\r\n', 'nonsense', '--x\r\nContent-Disposition: form-data; name="file"\r\n\r\n'])
    expect((await send('/api/upload/image', { method: 'POST', body, headers: raw })).status).toBe(400)
})

test('a program is refused with what would be accepted, not with advice to rename it', async () => {
  const program = new File(['MZ'], 'setup.exe', { type: 'application/octet-stream' })
  await expect(checkedFile('file', program)).rejects.toThrow(
    'Files of this type are not accepted. Choose a PDF, or a PNG, JPEG or WebP image.',
  )
})
