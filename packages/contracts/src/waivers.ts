import * as v from 'valibot'
import { doc, get, post, tagged } from './call'
import { exampleId } from './doc-parts'
import { emailText } from './email-text'
import { idempotencyHeaders } from './idempotency'
import { idParams, recordId } from './parameters'
import { adminChange, changeOf, readOf } from './policy'
import { writtenLine, writtenText } from './written-text'

export const maxTextLength = 20_000
export const maxMonths = 120
export const maxDrawingLength = 40_000
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
  /** Months that a signature of it is valid; `null` where it has no end. */
  months: v.nullable(v.number()),
  /** The SHA-256 of the text, as hex digits. */
  hash: v.string(),
  createdAt: v.string(),
  /** The admin who published it; `null` for the shipped one. */
  by: v.nullable(v.string()),
  /** A shipped text, which nobody can sign: a school publishes its own first. */
  isSample: v.boolean(),
})
export type WaiverText = v.InferOutput<typeof waiverText>

/** `GET /api/waiver-texts`, the current version first. */
export const waiverTexts = v.object({ data: v.array(waiverText) })

const newWaiverText = v.strictObject({
  text: writtenText('Text', maxTextLength),
  months,
  /** The current version as its author has seen it. */
  replaces: v.pipe(v.number('Replaces is required'), v.integer()),
})
export type NewWaiverText = v.InferOutput<typeof newWaiverText>

const point = /^\d{1,4} \d{1,4}$/

/** True if a path is nothing but strokes (`M12 30L14 33`), with two different points at least. Anything else is no drawing. */
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
    v.maxLength(maxDrawingLength, 'The drawing is too large'),
    v.check(isDrawn, 'The drawing is not valid'),
  ),
})
export type Drawing = v.InferOutput<typeof drawing>

/** The signer: the student, or the adult who is responsible for one under 18. */
const relation = v.picklist(['self', 'parent', 'guardian'], 'Relation must be self, parent or guardian')
export type Relation = v.InferOutput<typeof relation>

/** `POST /api/students/{id}/waiver`: drawn or typed, one of them. */
const newWaiver = v.pipe(
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
const signedWaiver = v.object({
  id: recordId,
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
  /** The user who was signed in on the device. */
  by: v.object({ email: emailText }),
})
export type SignedWaiver = v.InferOutput<typeof signedWaiver>

/** `GET /api/students/{id}/waivers`, newest first. */
const signedWaivers = v.object({ data: v.array(signedWaiver) })

export const listWaiverTexts = get('listWaiverTexts', '/api/waiver-texts', {
  ...readOf('students'),
  own: true,
  response: { 200: waiverTexts },
})

export const publishWaiverText = post('publishWaiverText', '/api/waiver-texts', {
  ...adminChange,
  audit: { action: 'waiver-text', about: ['months'] },
  body: { schema: newWaiverText },
  response: { 201: waiverText },
  errors: ['invalid_input', 'conflict'],
})

export const listWaivers = get('listWaivers', '/api/students/:id/waivers', {
  ...readOf('students'),
  params: idParams,
  response: { 200: signedWaivers },
  errors: ['not_found'],
})

/** In person, on a device of the school: no program signs. */
export const signWaiver = post('signWaiver', '/api/students/:id/waiver', {
  ...changeOf('students'),
  own: 'view',
  accounts: false,
  audit: { action: 'waiver', record: 'id' },
  params: idParams,
  headers: idempotencyHeaders,
  body: { schema: newWaiver },
  response: { 201: signedWaiver },
  errors: ['not_found', 'invalid_input', 'conflict'],
})

export const docs = () => {
  const at = '2026-11-28T17:00:00.000Z'
  const by = 'ivy@archery.example'
  const hash = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'
  const text = { version: 2, text: 'The text of the school.', months: 12, hash, createdAt: at, by, isSample: false }
  const drawing = { width: 600, height: 200, path: 'M40 120L62 80L90 130' }
  const signature = { signer: 'Rosa Brook', relation: 'parent' as const, textVersion: 2 }
  const signed = {
    id: exampleId,
    ...signature,
    at,
    textHash: hash,
    until: '2027-11-28',
    drawing,
    typed: null,
    by: { email: by },
  }
  const parameters = { id: { description: 'The id of the student.', example: exampleId } }
  return tagged('Waivers', [
    doc(listWaiverTexts, {
      summary: 'Texts of the waiver',
      description:
        'Every version, the current one first. A version never changes, so a signature can be read with its text.',
      responses: { 200: { description: 'The versions.', example: { data: [text] } } },
    }),
    doc(publishWaiverText, {
      summary: 'Publish a text of the waiver',
      description:
        'Adds a version, which is current from then on. Earlier signatures keep their text and the day on which they end. A text that equals the current one adds no version.',
      body: { example: { text: 'The text of the school.', months: 12, replaces: 1 } },
      responses: { 201: { description: 'The current version.', example: text } },
      errors: {
        invalid_input: 'The text is empty or too long, or `months` is no number from 1 to 120 or null.',
        conflict: 'Another version is current than `replaces` says.',
      },
    }),
    doc(listWaivers, {
      summary: 'Signed waivers of a student',
      description: 'Newest first. `textHash` is the SHA-256 of the text as it was shown.',
      parameters,
      responses: { 200: { description: 'The signatures.', example: { data: [signed] } } },
      errors: { not_found: 'There is no such student.' },
    }),
    doc(signWaiver, {
      summary: 'Sign the waiver of a student',
      description:
        'Stores who signed, for whom, when, and which text, for good. The student gets `waiver_until`, which the badge follows. Send either `drawing`, strokes as the data of an SVG path of M and L, or `typed`. Send an `Idempotency-Key`: a repeated call signs once.',
      parameters: {
        ...parameters,
        'Idempotency-Key': { description: 'Makes a repeated call safe.', example: '5f3c1a9be0d24c7f' },
      },
      body: { example: { ...signature, drawing } },
      responses: { 201: { description: 'The signature.', example: signed } },
      errors: {
        not_found: 'There is no such student, or, for a teacher, none in their own lessons.',
        invalid_input:
          'A value is missing or not valid, there is no such version, a student under 18 cannot sign, or the key was used with other values.',
        conflict:
          'The text has changed: read and sign the current version. Or it is the shipped placeholder: an admin publishes the waiver of the school first.',
      },
    }),
  ])
}
