import sharp from 'sharp'
import { expect, test } from 'vitest'
import { makeSizes, PictureFault } from './make-sizes'
import { readPicture, writePicture } from './picture-stream'

const gps = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '38/1 45/1 0/1' } }
/** Red above, blue below, as it is seen when it is upright. */
const photo = (width: number, height: number) =>
  sharp({ create: { width, height: height / 2, channels: 3, background: '#c02020' } }).extend({
    bottom: height / 2,
    background: '#2020c0',
  })
const pixel = async (bytes: Uint8Array, left: number, top: number) =>
  sharp(bytes).extract({ left, top, width: 1, height: 1 }).removeAlpha().raw().toBuffer()
const partOf = ({ parts }: { parts: { name: string; bytes: Uint8Array }[] }, name: string) =>
  parts.find((part) => part.name === name)!.bytes

test('a photo that was taken sideways is stored upright, in each width and format, without the place it was taken at', async () => {
  // Turned by the camera: a viewer turns it by 90 degrees to the right.
  const upright = await photo(1000, 700).png().toBuffer()
  const camera = sharp(await sharp(upright).rotate(270).png().toBuffer())
  const sideways = await camera.withExif(gps).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  expect((await sharp(sideways).metadata()).exif).toBeDefined()
  const made = await makeSizes(sideways)
  expect([made.width, made.height]).toEqual([1000, 700])
  const names = ['480.avif', '480.webp', '1000.avif', '1000.webp', 'stored']
  expect(made.parts.map(({ name }) => name)).toEqual(names)
  for (const { bytes } of made.parts) {
    const { exif, xmp, iptc, orientation, width = 0, height = 0 } = await sharp(bytes).metadata()
    expect({ exif, xmp, iptc, orientation: orientation ?? 1 }).toEqual({ orientation: 1 })
    expect(width / height).toBeCloseTo(10 / 7, 1)
    expect((await pixel(bytes, 10, 10))[0]).toBeGreaterThan(150)
    expect((await pixel(bytes, 10, height - 10))[2]).toBeGreaterThan(150)
  }
})

test.each([2, 3, 4, 5, 6, 7, 8])('orientation %d is applied as viewers do', async (orientation) => {
  const given = await photo(64, 48).withMetadata({ orientation }).jpeg({ quality: 100 }).toBuffer()
  const seen = await sharp(given).autoOrient().raw().toBuffer({ resolveWithObject: true })
  const stored = await sharp(partOf(await makeSizes(given), 'stored'))
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect([stored.info.width, stored.info.height]).toEqual([seen.info.width, seen.info.height])
  for (const at of [0, seen.data.length - 3])
    expect(Math.abs(stored.data[at]! - seen.data[at]!), `byte ${at}`).toBeLessThan(40)
})

test('a large photo is stored with 4,096 pixels at most, and the same photo has the same id', async () => {
  const large = await photo(5_000, 500).jpeg().toBuffer()
  const made = await makeSizes(large)
  expect([made.width, made.height]).toEqual([4_096, 410])
  expect(made.parts.map(({ name }) => name)).toContain('1200.jpg')
  const again = await makeSizes(large)
  expect(again.id).toBe(made.id)
  expect(made.id).toMatch(/^[0-9a-f]{32}$/)
  const read = readPicture(writePicture(made))
  expect(read.parts.map(({ name, bytes }) => [name, Buffer.from(bytes).toString('base64')])).toEqual(
    made.parts.map(({ name, bytes }) => [name, Buffer.from(bytes).toString('base64')]),
  )
})

test('noise fits its budget, or is made as small as it may become', async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const made = await makeSizes(
    await sharp({ create: { width: 500, height: 330, channels: 3, background: '#888', noise } })
      .png()
      .toBuffer(),
  )
  expect(partOf(made, '500.avif').length).toBeLessThan(60_000)
})

test('a picture that ends early or lies about its size is a fault', async () => {
  const whole = await photo(600, 400).png().toBuffer()
  await expect(makeSizes(whole.subarray(0, whole.length / 2))).rejects.toBeInstanceOf(PictureFault)
  await expect(makeSizes(Buffer.from('no picture'))).rejects.toBeInstanceOf(PictureFault)
})
