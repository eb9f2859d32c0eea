import { maxPictureBytes } from '@app/contracts/website/pictures'
import { expect, test } from 'vitest'
import { checkedPicture } from './checked-picture'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const jpeg = Buffer.from(
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA//9k=',
  'base64',
)
const latin = (text: string) => Buffer.from(text, 'latin1')
const file = (bytes: Uint8Array, name = 'photo.jpg') => new File([bytes as Uint8Array<ArrayBuffer>], name)
const refusal = (bytes: Uint8Array) =>
  checkedPicture(file(bytes)).then(
    () => 'accepted',
    (error: { message: string }) => error.message,
  )
const sized = (width: number, height: number) => {
  const bomb = Buffer.from(png)
  bomb.writeUInt32BE(width, 16)
  bomb.writeUInt32BE(height, 20)
  return bomb
}

test('a photo is accepted whatever it is called, and comes back without metadata', async () => {
  const comment = Buffer.concat([jpeg.subarray(0, 20), latin('\xff\xfe\x00\x09N 38.75'), jpeg.subarray(20)])
  expect((await checkedPicture(file(comment, 'no name.exe'))).equals(jpeg)).toBe(true)
  expect((await checkedPicture(file(png))).equals(png)).toBe(true)
})

test.each([
  ['an archive', latin('PK\x05\x06')],
  ['a page', latin('<script>alert(1)</script>')],
  ['a film', latin('\0\0\0\x18ftypmp42\0\0\0\0')],
  ['padding', Buffer.alloc(4_096)],
])('of a photo that %s follows, as in a motion photo, the photo alone is kept', async (_, behind) => {
  for (const photo of [jpeg, png])
    expect((await checkedPicture(file(Buffer.concat([photo, behind])))).equals(photo)).toBe(true)
})

test.each([
  ['a drawing', latin('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), 'SVG'],
  ['a drawing with a prolog', latin('<?xml version="1.0"?><!-- --><svg xmlns="http://www.w3.org/2000/svg"/>'), 'SVG'],
  ['a HEIC photo', latin('\0\0\0\x18ftypheic\0\0\0\0mif1heic'), 'HEIC photo.*JPEG'],
  ['an AVIF picture', latin('\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf'), 'AVIF'],
  ['a GIF', latin('GIF89a\x01\0\x01\0\0\0\0;'), 'GIF'],
  ['a PDF', latin('%PDF-1.7\n%%EOF'), 'PDF'],
  ['a page', latin('<!doctype html><script>alert(1)</script>'), 'not accepted'],
  ['nothing', new Uint8Array(), 'not accepted'],
  ['half a picture', jpeg.subarray(0, -2), 'incomplete'],
  ['half a picture without lines', png.subarray(0, 40), 'damaged'],
  ['a picture of 101 megapixels', sized(10_100, 10_000), 'more than 100 megapixels'],
  ['a decompression bomb', sized(2 ** 31 - 1, 2 ** 31 - 1), 'more than 100 megapixels'],
  ['a picture without pixels', sized(0, 5), 'damaged'],
])('%s is refused, and the message says why', async (_, bytes, message) => {
  expect(await refusal(bytes)).toMatch(new RegExp(message))
})

test('a photo of more than 15 MB is refused before it is read', async () => {
  const large = { size: maxPictureBytes + 1, arrayBuffer: () => Promise.reject(new Error('read')) } as unknown as File
  await expect(checkedPicture(large)).rejects.toMatchObject({ code: 'payload_too_large' })
})
