import { doc } from './call-doc'
import { exampleId } from './parameters.doc'
import { listWaivers, listWaiverTexts, publishWaiverText, signWaiver } from './waivers'

const tag = 'Waivers'
const at = '2026-11-28T17:00:00.000Z'
const by = 'ivy@archery.example'
const hash = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'
const text = { version: 2, text: 'The text of the school.', months: 12, hash, createdAt: at, by, isSample: false }
const drawing = { width: 600, height: 200, path: 'M40 120L62 80L90 130' }
const signature = { signer: 'Rosa Brook', relation: 'parent' as const, textVersion: 2 }
const signed = {
  ...{ id: exampleId, ...signature, at, textHash: hash, until: '2027-11-28' },
  ...{ drawing, typed: null, by: { email: by } },
}
const parameters = { id: { description: 'The id of the student.', example: exampleId } }

export const listWaiverTextsDoc = doc(listWaiverTexts, {
  tag,
  summary: 'Texts of the waiver',
  description:
    'Every version, the current one first. A version never changes, so a signature can be read with its text.',
  responses: { 200: { description: 'The versions.', example: { data: [text] } } },
})

export const publishWaiverTextDoc = doc(publishWaiverText, {
  tag,
  summary: 'Publish a text of the waiver',
  description:
    'Adds a version, which is current from then on. Earlier signatures keep their text and the day on which they end. A text that equals the current one adds no version.',
  body: { example: { text: 'The text of the school.', months: 12, replaces: 1 } },
  responses: { 201: { description: 'The current version.', example: text } },
  errors: {
    invalid_input: 'The text is empty or too long, or `months` is no number from 1 to 120 or null.',
    conflict: 'Another version is current than `replaces` says.',
  },
})

export const listWaiversDoc = doc(listWaivers, {
  tag,
  summary: 'Signed waivers of a student',
  description: 'Newest first. `textHash` is the SHA-256 of the text as it was shown.',
  parameters,
  responses: { 200: { description: 'The signatures.', example: { data: [signed] } } },
  errors: { not_found: 'There is no such student.' },
})

export const signWaiverDoc = doc(signWaiver, {
  tag,
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
    not_found: 'There is no such student.',
    invalid_input:
      'A value is missing or not valid, there is no such version, a student under 18 cannot sign, or the key was used with other values.',
    conflict:
      'The text has changed: read and sign the current version. Or it is the shipped placeholder: an admin publishes the waiver of the school first.',
  },
})
