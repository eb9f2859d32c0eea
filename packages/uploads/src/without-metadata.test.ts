import fc from 'fast-check'
import { expect, test } from 'vitest'
import { imageFacts } from './image-size'
import { exifOf, orientationIn, withoutMetadata } from './without-metadata'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const jpeg = Buffer.from(
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA//9k=',
  'base64',
)
const webp = Buffer.from('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA', 'base64')

const place = 'N 38.75 W 121.28'
/** EXIF of a camera, in the order of bytes that is not ours: how it is turned, and where it was taken. */
function cameraExif(orientation: number): Buffer {
  const tiff = Buffer.alloc(38)
  tiff.write('II*\0', 'latin1')
  tiff.writeUInt32LE(8, 4)
  tiff.writeUInt16LE(2, 8)
  for (const [at, tag, kind, value] of [
    [10, 0x010e, 2, 38],
    [22, 0x0112, 3, orientation],
  ] as const) {
    tiff.writeUInt16LE(tag, at)
    tiff.writeUInt16LE(kind, at + 2)
    tiff.writeUInt32LE(1, at + 4)
    tiff.writeUInt32LE(value, at + 8)
  }
  return Buffer.concat([tiff, Buffer.from(place)])
}

const latin = (text: string) => Buffer.from(text, 'latin1')
const segment = (marker: number, ...content: Buffer[]) => {
  const data = Buffer.concat(content)
  return Buffer.concat([Buffer.from([0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 255]), data])
}
const chunk = (type: string, data: Buffer) => {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(data.length)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, data, Buffer.alloc(4)])
}
const part = (type: string, data: Buffer) => {
  const head = Buffer.alloc(8)
  head.write(type, 'latin1')
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
}

const afterJfif = 20
const cameraJpeg = (orientation: number) =>
  Buffer.concat([
    jpeg.subarray(0, afterJfif),
    segment(0xe1, latin('Exif\0\0'), cameraExif(orientation)),
    segment(0xe1, latin(`http://ns.adobe.com/xap/1.0/\0${place}`)),
    segment(0xe2, latin(`MPF\0${place}`)),
    segment(0xed, latin(`Photoshop 3.0\0${place}`)),
    segment(0xfe, latin(place)),
    jpeg.subarray(afterJfif),
    // The second picture of some cameras, with a place of its own.
    latin(place),
    jpeg,
  ])
const cameraPng = (orientation: number) =>
  Buffer.concat([
    png.subarray(0, 33),
    chunk('eXIf', cameraExif(orientation)),
    chunk('tEXt', latin(`Comment\0${place}`)),
    chunk('zxIf', latin(place)),
    png.subarray(33),
  ])
const cameraWebp = (orientation: number) => {
  const flags = Buffer.from([0x0c, 0, 0, 0, 0, 0, 0, 0, 0, 0])
  const exif = part('EXIF', Buffer.concat([latin('Exif\0\0'), cameraExif(orientation)]))
  const body = [latin('WEBP'), part('VP8X', flags), webp.subarray(12), exif, part('XMP ', latin(place))]
  return part('RIFF', Buffer.concat(body))
}

const cameras = [
  ['image/jpeg', cameraJpeg, 'Exif\0\0'],
  ['image/png', cameraPng, 'eXIf'],
  ['image/webp', cameraWebp, 'EXIF'],
] as const

test.each(cameras)('of an upright %s nothing is left but the picture', (type, camera, exif) => {
  const given = camera(1)
  expect(given.includes(place)).toBe(true)
  const cleaned = withoutMetadata(type, given)!
  expect([cleaned.includes(place), cleaned.includes(exif)]).toEqual([false, false])
  expect(imageFacts(type, cleaned)).toMatchObject({ width: 1, height: 1, isWhole: true })
  if (type !== 'image/webp') expect(cleaned.equals(type === 'image/png' ? png : jpeg)).toBe(true)
  else expect(cleaned[20]).toBe(0)
})

test.each(cameras)('a %s that was taken sideways says so, and nothing else', (type, camera, exif) => {
  const cleaned = withoutMetadata(type, camera(6))!
  expect(cleaned.includes(place)).toBe(false)
  expect(cleaned.includes(exifOf(6))).toBe(true)
  expect(cleaned.indexOf(exif)).toBeGreaterThan(0)
  expect(imageFacts(type, cleaned)).toMatchObject({ width: 1, height: 1, isWhole: true })
  expect(withoutMetadata(type, cleaned)!.equals(cleaned)).toBe(true)
  if (type === 'image/webp') expect(cleaned[20]).toBe(0x08)
})

test('how a picture is turned is read in either order of bytes, and only as far as it makes sense', () => {
  for (let orientation = 1; orientation <= 8; orientation++)
    expect([orientationIn(cameraExif(orientation)), orientationIn(exifOf(orientation))]).toEqual([
      orientation,
      orientation,
    ])
  expect([orientationIn(cameraExif(9)), orientationIn(latin('II')), orientationIn(Buffer.alloc(0))]).toEqual([1, 1, 1])
})

test('whatever a picture holds, it is cleaned or called damaged, and never grows', () => {
  const pictures = cameras.map(([type, camera]) => ({ type, bytes: camera(6) }))
  fc.assert(
    fc.property(
      fc.constantFrom(...pictures),
      fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { maxLength: 6 }),
      fc.nat(),
      ({ type, bytes }, changes, cut) => {
        const hostile = Buffer.from(bytes.subarray(0, bytes.length - (cut % 40)))
        for (const [at, value] of changes) hostile[at % hostile.length] = value
        const cleaned = withoutMetadata(type, hostile)
        expect(cleaned?.length ?? 0).toBeLessThanOrEqual(hostile.length + 12)
      },
    ),
    { numRuns: 3_000 },
  )
})
