import { logoWidths } from '@app/contracts/website/logo'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { makeLogo } from './make-logo'
import { PictureFault } from './make-sizes'

/** A bar of this color on a transparent ground. */
const logo = (background: string, width = 600, height = 200) =>
  sharp({ create: { width: width / 2, height: height / 2, channels: 3, background } })
    .extend({ left: width / 2, bottom: height / 2, background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .png()
    .toBuffer()

test('a logo keeps its transparent parts, in sizes for screens and as square icons', async () => {
  const made = await makeLogo(await logo('#12564e'))
  expect(made).toMatchObject({ width: 600, height: 200 })
  expect(made.parts.map(({ name }) => name)).toEqual([
    ...['144.webp', '288.webp', '576.webp', '180.png', '192.png', '512.png', 'stored'],
  ])
  const seen = await Promise.all(
    made.parts.slice(0, 6).map(async ({ bytes }) => {
      const { width, height } = await sharp(bytes).metadata()
      const [corner] = (await sharp(bytes).ensureAlpha().raw().toBuffer()).subarray(3)
      return [width, height, corner]
    }),
  )
  // The icon of a phone has a ground.
  expect(seen).toEqual([
    [144, 48, 0],
    [288, 96, 0],
    [576, 192, 0],
    [180, 180, 255],
    [192, 192, 0],
    [512, 512, 0],
  ])
})

test.each([
  ['#12292b', 'dark'],
  ['#fdfefa', 'light'],
  ['#3f8f5f', 'any'],
])('a logo in %s is %s', async (color, tone) => {
  expect((await makeLogo(await logo(color))).tone).toBe(tone)
})

test('one with a ground of its own can be read anywhere, and one in which nothing is visible is refused', async () => {
  const create = { width: 40, height: 40, channels: 4 } as const
  const filled = await sharp({ create: { ...create, background: '#000000' } })
    .png()
    .toBuffer()
  expect((await makeLogo(filled)).tone).toBe('any')
  const empty = await sharp({ create: { ...create, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
    .png()
    .toBuffer()
  await expect(makeLogo(empty)).rejects.toThrow(PictureFault)
})

test('a logo that is smaller than the served sizes is served in its own', () => {
  expect(logoWidths({ width: 30, height: 30 })).toEqual([30])
  expect(logoWidths({ width: 100, height: 60 })).toEqual([80, 100])
  expect(logoWidths({ width: 1_024, height: 32 })).toEqual([960])
})
