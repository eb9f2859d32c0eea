import * as v from 'valibot'
import { emailText } from './email-text'
import { objectIdPattern } from './object-id'
import { writtenLine, writtenText } from './written-text'

export const maxTextLength = 20_000
export const maxMonths = 120
const maxPathLength = 40_000
const maxSide = 4_096

const months = v.nullable(
  v.pipe(
    v.number('Months must be a number'),
    v.integer('Months must be an integer'),
    v.minValue(1, 'Months cannot be less than 1'),
    v.maxValue(maxMonths, `Months cannot be greater than ${maxMonths}`),
  ),
)

/** A version of the waiver. It never changes: a new text is a new version. */
export const waiverText = v.object({
  version: v.number(),
  text: v.string(),
  /** How long a signature of it holds; `null` where it has no end. */
  months: v.nullable(v.number()),
  /** The SHA-256 of the text, as hex digits. */
  hash: v.string(),
  createdAt: v.string(),
  /** Who published it; `null` for the shipped one. */
  by: v.nullable(v.string()),
  /** A shipped text, which nobody can sign: a school publishes its own first. */
  isSample: v.boolean(),
})
export type WaiverText = v.InferOutput<typeof waiverText>

/** `GET /api/waiver-texts`, the current version first. */
export const waiverTexts = v.object({ data: v.array(waiverText) })

/** `POST /api/waiver-texts`. */
export const newWaiverText = v.strictObject({
  text: writtenText('Text', maxTextLength),
  months,
  /** The current version as its author has seen it. */
  replaces: v.pipe(v.number('Replaces is required'), v.integer()),
})
export type NewWaiverText = v.InferOutput<typeof newWaiverText>

const point = /^\d{1,4} \d{1,4}$/

/** Whether a path is nothing but strokes (`M12 30L14 33`), with two different points at least. Anything else is no drawing. */
export function isDrawn(path: string): boolean {
  const [before, ...strokes] = path.split('M').map((stroke) => stroke.split('L'))
  const points = strokes.flat()
  return before?.join() === '' && points.every((one) => point.test(one)) && new Set(points).size > 1
}

/** Strokes of a pen as the data of an SVG path, in a field of this size. */
const drawing = v.strictObject({
  width: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(maxSide)),
  height: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(maxSide)),
  path: v.pipe(
    v.string(),
    v.maxLength(maxPathLength, 'The drawing is too large'),
    v.check(isDrawn, 'The drawing is not valid'),
  ),
})
export type Drawing = v.InferOutput<typeof drawing>
export { maxPathLength as maxDrawingLength }

/** Who signs: the student, or who is responsible for one under 18. */
const relation = v.picklist(['self', 'parent', 'guardian'], 'Relation must be self, parent or guardian')
export type Relation = v.InferOutput<typeof relation>

/** `POST /api/students/{id}/waiver`: drawn or typed, one of them. */
export const newWaiver = v.pipe(
  v.strictObject({
    signer: v.pipe(writtenLine('Signer', 100), v.minLength(2, 'Signer must be at least 2 characters')),
    relation,
    /** The version that the signer has read. */
    textVersion: v.pipe(v.number('The version of the text is required'), v.integer(), v.minValue(1)),
    drawing: v.optional(drawing),
    typed: v.optional(writtenLine('Typed name', 100)),
  }),
  v.forward(
    v.check(
      ({ drawing: drawn, typed }) => (drawn === undefined) !== (typed === undefined),
      'Draw the signature, or type the name',
    ),
    ['drawing'],
  ),
)
export type NewWaiver = v.InferOutput<typeof newWaiver>

/** A signed waiver. It never changes. */
export const signedWaiver = v.object({
  id: v.pipe(v.string(), v.regex(objectIdPattern)),
  signer: v.string(),
  relation,
  at: v.string(),
  textVersion: v.number(),
  /** Of the text as it was shown. */
  textHash: v.string(),
  /** The last day on which it holds; `null` where it has no end. */
  until: v.nullable(v.pipe(v.string(), v.isoDate())),
  drawing: v.nullable(drawing),
  typed: v.nullable(v.string()),
  /** Who was signed in on the device. */
  by: v.object({ email: emailText }),
})
export type SignedWaiver = v.InferOutput<typeof signedWaiver>

/** `GET /api/students/{id}/waivers`, newest first. */
export const signedWaivers = v.object({ data: v.array(signedWaiver) })
