import * as v from 'valibot'
import { doc, post, tagged } from './call'
import contactForm from './contact-form.json'
import { exampleId } from './doc-parts'
import { idempotencyDoc, idempotencyHeaders } from './idempotency'

export const contactFormId = 'contact_form'

/** Hidden from people: only a bot fills it. */
export const honeypotField = 'referral_code'
/**
 * Milliseconds from navigation to submission. Not from hydration, because a form can be filled in before that. It only
 * grows, so an edited or second message is never too fast. Left out where the browser cannot measure it.
 */
export const elapsedField = 'elapsed_ms'

/**
 * Where the visit began that led to the inquiry, for the figures of the site: the page, and the host of the link. What is no visit is
 * ignored, since no inquiry may fail by it.
 */
export const cameFromField = 'came_from'

/** An optional field of the form, which it has once the school has entered answers to choose from. */
export const heardFromField = 'heard_from'
export const heardFromTitle = 'How did you hear about us?'

/** `POST /api/forms/submit`: what may accompany the form's own fields, which the stored form validates. */
const submissionEnvelope = v.looseObject({
  formId: v.pipe(v.string('formId is required'), v.maxLength(64)),
  [honeypotField]: v.optional(v.string()),
  [elapsedField]: v.optional(v.pipe(v.number(), v.minValue(0))),
  [cameFromField]: v.optional(v.unknown()),
})

/** `POST /api/forms/submit`, success. */
export const submissionReceipt = v.object({ success: v.literal(true), message: v.string(), id: v.string() })

/** Apart from the calls of staff, since every visitor loads it. */
export const submitForm = post('submitForm', '/api/forms/submit', {
  access: 'public',
  limit: 'inquiry',
  audit: false,
  headers: idempotencyHeaders,
  body: { schema: submissionEnvelope },
  response: { 200: submissionReceipt },
  errors: ['invalid_request', 'not_found', 'duplicate', 'invalid_input'],
  errorDetails: { 409: v.object({ success: v.literal(false), message: v.string() }) },
})

export const docs = () =>
  tagged('Inquiries', [
    doc(submitForm, {
      summary: 'Send a form',
      description:
        'Stores what a visitor filled in, together with the emails it causes, before it responds. The fields are those of the stored form; the example has what the contact form requires.',
      parameters: idempotencyDoc('One value per filled-in form: a repeated request gets the first response.'),
      body: {
        example: {
          formId: 'contact_form',
          name: 'Zoë Quinn',
          email: 'zoe@example.com',
          interest: 'Birthday Party',
          message: 'A party for ten children on a Saturday, please.',
        },
      },
      responses: {
        200: {
          description: 'Stored.',
          example: {
            success: true,
            message: 'Thank you for your message. We will respond within 24 hours.',
            id: exampleId,
          },
        },
      },
      errors: {
        invalid_request: 'The Idempotency-Key is not valid.',
        not_found: 'There is no such form.',
        duplicate: 'The same message was sent under the same name within the last day.',
        invalid_input: 'Fields are missing or not valid.',
      },
    }),
  ])

/**
 * The fields of the contact form in their order, by which documents, mails, search and page know them: `contact-form.json` is the one
 * list. What is not `required` there may be left out.
 */
export type ContactField = keyof typeof contactForm.properties
export const contactFields = Object.keys(contactForm.properties) as ContactField[]

/** The placeholders that mails to visitors fill from their inquiry. */
export const visitorPlaceholders: readonly string[] = [...contactFields, 'first_name']

/** With the question that the school may ask besides. */
export type AskedField = ContactField | typeof heardFromField
export const askedFields: readonly AskedField[] = [...contactFields, heardFromField]

export const isRequired = (name: string) => contactForm.required.includes(name)

/** A value for each of these fields. */
export const byField = <Field extends string, Value>(fields: readonly Field[], of: (field: Field) => Value) =>
  Object.fromEntries(fields.map((name) => [name, of(name)])) as Record<Field, Value>
