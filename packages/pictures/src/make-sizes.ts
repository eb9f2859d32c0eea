import { createHash } from 'node:crypto'
import type { LogoTone } from '@app/contracts/website/logo'
import {
  maxPictureSide,
  type PictureFormat,
  pictureFormats,
  shareWidth,
  widthsOf,
} from '@app/contracts/website/pictures'
import sharp from 'sharp'

/** A part of a stored picture: a size that is served, or `stored`, which more sizes can be made of. */
export type PicturePart = { name: string; bytes: Uint8Array }
export type MadePicture = { id: string; width: number; height: number; parts: PicturePart[]; tone?: LogoTone }

/** A picture that cannot be decoded. */
export class PictureFault extends Error {}

export const options = { limitInputPixels: 100_000_000, sequentialRead: true, failOn: 'error' } as const

/** Two passes take six bytes of memory for each pixel. */
const inOnePass = { optimiseCoding: false } as const

/** From good to just acceptable: the first one that fits is taken. */
const qualities: Record<PictureFormat, readonly number[]> = { avif: [52, 44, 36, 28], webp: [74, 64, 52, 40] }
/** The most bytes of each size. A phone loads one of 960 for the top of the page. */
const budgets: readonly [width: number, bytes: number][] = [
  [480, 26_000],
  [960, 56_000],
  [1440, 96_000],
  [1920, 140_000],
]
const budgetOf = (width: number) => (budgets.find(([upTo]) => width <= upTo) ?? budgets.at(-1)!)[1]

/** Degrees to turn, to the right, and the orientations that are mirrored first. */
const degrees: Readonly<Record<number, number>> = { 3: 180, 4: 180, 5: 270, 6: 90, 7: 90, 8: 270 }
const isMirrored = (orientation: number) => [2, 4, 5, 7].includes(orientation)

/** Upright, in sRGB, without metadata. Made smaller before it is turned: turning takes all pixels in memory. */
async function upright(input: Uint8Array) {
  const { orientation = 1, hasAlpha } = await sharp(input, options).metadata()
  const inside = { width: maxPictureSide, height: maxPictureSide, fit: 'inside', withoutEnlargement: true } as const
  const smaller = sharp(input, options).resize(inside)
  const opaque = hasAlpha ? smaller.flatten({ background: '#ffffff' }) : smaller
  const flat = await opaque.jpeg({ quality: 92, ...inOnePass }).toBuffer()
  const turned = sharp(flat, options)
  if (degrees[orientation]) turned.rotate(degrees[orientation])
  if (isMirrored(orientation)) turned.flop()
  return turned.jpeg({ quality: 88, ...inOnePass }).toBuffer({ resolveWithObject: true })
}

async function encoded(stored: Uint8Array, width: number, format: PictureFormat): Promise<Uint8Array> {
  let bytes: Uint8Array | undefined
  for (const quality of qualities[format]) {
    const resized = sharp(stored, options).resize({ width })
    // Chroma at half the resolution and little effort: an encoder that does more takes the memory of a replica.
    const made =
      format === 'avif'
        ? resized.avif({ quality, effort: 2, chromaSubsampling: '4:2:0' })
        : resized.webp({ quality, effort: 4 })
    bytes = await made.toBuffer()
    if (bytes.length <= budgetOf(width)) break
  }
  return bytes!
}

/** The sizes are part of the name: made differently by a later release, they are another picture. */
export function pictureOf({ width, height }: { width: number; height: number }, parts: PicturePart[]): MadePicture {
  const hash = createHash('sha256')
  for (const { name, bytes } of parts) hash.update(`${name} ${bytes.length}\n`).update(bytes)
  return { id: hash.digest('hex').slice(0, 32), width, height, parts }
}

/** Makes the sizes of a picture that is served. @throws PictureFault */
export async function makeSizes(input: Uint8Array): Promise<MadePicture> {
  sharp.cache(false)
  sharp.concurrency(1)
  const { data, info } = await upright(input).catch((error) => {
    throw new PictureFault(error instanceof Error ? error.message : 'unreadable')
  })
  const parts: PicturePart[] = []
  for (const width of widthsOf(info))
    for (const format of pictureFormats)
      parts.push({ name: `${width}.${format}`, bytes: await encoded(data, width, format) })
  if (info.width >= shareWidth)
    parts.push({
      name: `${shareWidth}.jpg`,
      bytes: await sharp(data, options).resize({ width: shareWidth }).jpeg({ quality: 78, mozjpeg: true }).toBuffer(),
    })
  parts.push({ name: 'stored', bytes: data })
  return pictureOf(info, parts)
}
