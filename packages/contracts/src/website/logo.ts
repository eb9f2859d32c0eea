import * as v from 'valibot'
import { writtenLine } from '../written-text'
import { pictureId } from './picture-address'

/** Heights that a logo is served in, for screens with one, two and four pixels a point. */
const heights = [48, 96, 192]
const maxWidth = 960

type Size = { width: number; height: number }

/** The widths of a logo that is served; a smaller one has its own size alone. */
export function logoWidths({ width, height }: Size): number[] {
  const wanted = heights.map((each) => Math.min(maxWidth, Math.max(1, Math.round((each * width) / height))))
  const smaller = wanted.filter((each) => each < width)
  return [...new Set([...smaller, ...(smaller.length < heights.length ? [Math.min(width, maxWidth)] : [])])]
}

/** Square icons made of it: for a home screen with and without a ground, and a large one. */
export const logoIcons = [180, 192, 512] as const

/** A wide logo has the name of the school in it, so that the name is not repeated next to it. */
export const isWordmark = ({ width, height }: Size) => width / height >= 1.8

/**
 * The ground on which a logo with transparent parts can be read: `dark` not on dark ground, `light` not on light ground; there it
 * gets a light plate below it. `any` on both.
 */
export const logoTone = v.picklist(['dark', 'light', 'any'])
export type LogoTone = v.InferOutput<typeof logoTone>

const side = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(4_096))

/** The school's logo, which takes the place of the drawn target. */
export const websiteLogo = v.strictObject({
  id: v.pipe(v.string(), v.regex(pictureId, 'There is no such picture')),
  width: side,
  height: side,
  alt: writtenLine('Description', 120),
  tone: logoTone,
})
export type WebsiteLogo = v.InferOutput<typeof websiteLogo>
