import { type LogoTone, logoIcons, logoWidths } from '@app/contracts/website/logo'
import sharp from 'sharp'
import { type MadePicture, options, PictureFault, type PicturePart, pictureOf } from './make-sizes'

const maxSide = 1_024
const transparent = { r: 0, g: 0, b: 0, alpha: 0 }

/** The share of what is visible that must be readable on a ground. */
const tolerated = 0.25
/** Contrast of less than 3:1 with the page by day, and by night (WCAG 1.4.11). */
const tooLight = 0.27
const tooDark = 0.12

const linear = (channel: number) => {
  const share = channel / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

/** On which ground the logo can be read. One without transparent parts brings its own. */
async function toneOf(logo: Uint8Array): Promise<LogoTone> {
  const { data } = await sharp(logo, options)
    .resize(96, 96, { fit: 'inside' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const shares = { visible: 0, dark: 0, light: 0, all: data.length / 4 }
  for (let at = 0; at < data.length; at += 4) {
    if (data[at + 3]! < 128) continue
    const luminance = 0.2126 * linear(data[at]!) + 0.7152 * linear(data[at + 1]!) + 0.0722 * linear(data[at + 2]!)
    shares.visible += 1
    if (luminance < tooDark) shares.dark += 1
    if (luminance > tooLight) shares.light += 1
  }
  if (shares.visible === 0) throw new PictureFault('Nothing in it is visible')
  if (shares.visible > shares.all * 0.98) return 'any'
  if (shares.dark > shares.visible * tolerated) return 'dark'
  return shares.light > shares.visible * tolerated ? 'light' : 'any'
}

const icon = async (logo: Uint8Array, size: number) => {
  const inside = Math.round(size * 0.84)
  const made = await sharp(logo, options).resize(inside, inside, { fit: 'contain', background: transparent }).toBuffer()
  const margin = Math.floor((size - inside) / 2)
  const around = { top: margin, left: margin, bottom: size - inside - margin, right: size - inside - margin }
  const square = await sharp(made, options)
    .extend({ ...around, background: transparent })
    .png()
    .toBuffer()
  // A phone shows transparent parts of this one in black.
  return size === logoIcons[0] ? sharp(square, options).flatten({ background: '#ffffff' }).png().toBuffer() : square
}

/** Makes the sizes of a logo, with its transparent parts, and its icons. @throws PictureFault */
export async function makeLogo(input: Uint8Array): Promise<MadePicture & { tone: LogoTone }> {
  sharp.cache(false)
  sharp.concurrency(1)
  const inside = { width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true } as const
  const { data, info } = await sharp(input, options)
    .autoOrient()
    .resize(inside)
    .png()
    .toBuffer({ resolveWithObject: true })
    .catch((error) => {
      throw new PictureFault(error instanceof Error ? error.message : 'unreadable')
    })
  const tone = await toneOf(data)
  const parts: PicturePart[] = []
  for (const width of logoWidths(info)) {
    const webp = await sharp(data, options).resize({ width }).webp({ quality: 90, alphaQuality: 100 }).toBuffer()
    parts.push({ name: `${width}.webp`, bytes: webp })
  }
  for (const size of logoIcons) parts.push({ name: `${size}.png`, bytes: await icon(data, size) })
  parts.push({ name: 'stored', bytes: data })
  return { ...pictureOf(info, parts), tone }
}
