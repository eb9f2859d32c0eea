import * as v from 'valibot'
import { writtenLine } from '../written-text'
import { pictureId } from './picture-id'

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
