import { callAddress, callInit } from '@app/contracts/call-request'
import contactForm from '@app/contracts/contact-form.json'
import { AppError, type FieldErrors } from '@app/contracts/errors'
import {
  type AskedField,
  askedFields,
  byField,
  cameFromField,
  contactFormId,
  elapsedField,
  type heardFromField,
  honeypotField,
  isRequired,
  submissionReceipt,
  submitForm,
} from '@app/contracts/forms'
import { idempotencyHeader } from '@app/contracts/idempotency'
import type { Interest } from '@app/contracts/site'
import { choiceOf, titleOf } from '@app/table-schema/field'
import type { FieldSchema } from '@app/table-schema/schema'
import { asEntered, fieldValidation } from '@app/table-schema/validation'
import { atom } from 'jotai'
import * as v from 'valibot'
import { contact } from '#content/site'
import { request } from '#lib/api'
import { newKey } from '#lib/idempotency-key'
import { visitOrigin } from '#lib/visit'

export type ContactMessage = Record<AskedField, string>

/** A 2xx answer may still refuse the message: only `success: true` is success. */
const answer = v.object({ ...v.partial(submissionReceipt).entries, success: v.boolean() })

/** Submits the message. A retry with the same `key` gets the first answer again and is stored once. */
function sendContactMessage(message: ContactMessage, key: string, honeypot = '') {
  const marks = { [honeypotField]: honeypot, [elapsedField]: elapsedMs(), [cameFromField]: visitOrigin() }
  // An earlier release of the service refuses what it does not know.
  const given = Object.fromEntries(Object.entries(message).filter(([name, text]) => text || isRequired(name)))
  const input = {
    body: { formId: contactFormId, ...given, ...marks },
    headers: { [idempotencyHeader]: key },
  }
  return request(answer, callAddress(submitForm, input), callInit(submitForm, input))
}

/** Undefined after a reload, when the browser may have restored the fields: the form took longer than this page is old. */
function elapsedMs(): number | undefined {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return entry && entry.type !== 'navigate' ? undefined : Math.round(performance.now())
}

/** The form shows exactly one of five displays. */
export type ContactDisplay =
  | { kind: 'idle' | 'submitting' | 'duplicate' }
  | { kind: 'success' | 'error'; message: string }

/** A pattern of the page's own form is not hostile, so the browser's engine matches it. */
const validateField = fieldValidation({
  matches: (pattern, text) => new RegExp(pattern, 'u').test(text),
  entered: asEntered,
})

const blank: ContactMessage = byField(askedFields, () => '')

type Fields = Record<keyof typeof contactForm.properties, FieldSchema> & { [heardFromField]?: FieldSchema }
function errorOf(fields: Fields, name: AskedField, value: string): string | undefined {
  const field = fields[name]
  return field && validateField(field, titleOf(name, field), isRequired(name), value)
}

/** Answers to how the visitor heard about the school; without one that is not asked. */
export const contactHeardFromAtom = atom<readonly string[]>([])
export const contactFieldsAtom = atom<Fields>(contactForm.properties)
export const contactValuesAtom = atom(blank)
export const contactErrorsAtom = atom<FieldErrors>({})
export const contactDisplayAtom = atom<ContactDisplay>({ kind: 'idle' })
const keyAtom = atom<string>()

/** Validates the changed field. A changed form is a new message, so it gets a new idempotency key. */
export const editContactAtom = atom(null, (get, set, name: AskedField, value: string) => {
  const error = errorOf(get(contactFieldsAtom), name, value)
  const { [name]: _, ...others } = get(contactErrorsAtom)
  set(contactValuesAtom, { ...get(contactValuesAtom), [name]: value })
  set(contactErrorsAtom, error ? { ...others, [name]: error } : others)
  set(keyAtom, undefined)
})

/** Offers other choices; a chosen interest that is no longer offered is removed. */
export const offerChoicesAtom = atom(
  null,
  (get, set, options: readonly Interest[], heardFrom: readonly string[] = []) => {
    const fields = get(contactFieldsAtom)
    const interest = { ...fields.interest, ...choiceOf(options) }
    set(contactFieldsAtom, { ...fields, interest })
    set(contactHeardFromAtom, heardFrom)
    const chosen = get(contactValuesAtom)
    if (!interest.enum.includes(chosen.interest)) set(contactValuesAtom, { ...chosen, interest: '' })
  },
)

/** Resets flags and form data. */
export const resetContactAtom = atom(null, (_get, set) => {
  set(contactValuesAtom, blank)
  set(contactErrorsAtom, {})
  set(contactDisplayAtom, { kind: 'idle' })
  set(keyAtom, undefined)
})

/** Selects the interest; after a sent message the form starts again, and a form being sent is left unchanged. */
export const askAboutAtom = atom(null, (get, set, interest: string) => {
  const { kind } = get(contactDisplayAtom)
  if (kind === 'submitting') return
  if (kind === 'success' || kind === 'duplicate') set(resetContactAtom)
  if (get(contactFieldsAtom).interest.enum?.includes(interest)) set(editContactAtom, 'interest', interest)
})

const askedAtom = atom('')

/** Begins the message with a sentence, instead of an earlier one; what the visitor has written stays. */
export const beginMessageAtom = atom(null, (get, set, sentence: string) => {
  if (get(contactDisplayAtom).kind === 'submitting') return
  const [{ message }, asked] = [get(contactValuesAtom), get(askedAtom)]
  const written = asked && message.startsWith(asked) ? message.slice(asked.length).trimStart() : message
  set(editContactAtom, 'message', written && written !== sentence ? `${sentence}\n\n${written}` : sentence)
  set(askedAtom, sentence)
})

/** Sends the message unless a field is invalid or a call is already running. */
export const submitContactAtom = atom(null, async (get, set, honeypot?: string) => {
  // Checked and set synchronously, so the second of two quick clicks is ignored before the next render.
  if (get(contactDisplayAtom).kind === 'submitting') return
  const fields = get(contactFieldsAtom)
  const values = get(contactValuesAtom)
  const errors: FieldErrors = {}
  for (const name of askedFields) {
    const error = errorOf(fields, name, values[name])
    if (error) errors[name] = error
  }
  set(contactErrorsAtom, errors)
  if (Object.keys(errors).length > 0) return

  const key = get(keyAtom) ?? newKey()
  set(keyAtom, key)
  set(contactDisplayAtom, { kind: 'submitting' })
  try {
    const { success, message = '' } = await sendContactMessage(get(contactValuesAtom), key, honeypot)
    set(contactDisplayAtom, success ? { kind: 'success', message } : refused(message))
  } catch (error) {
    if (error instanceof AppError && error.fields) set(contactErrorsAtom, error.fields)
    const isDuplicate = error instanceof AppError && error.code === 'duplicate'
    set(contactDisplayAtom, isDuplicate ? { kind: 'duplicate' } : refused(errorText(error)))
  }
})

/** The service marks a duplicate by its code; the text is the specified mark of an answer without one. */
const refused = (message: string): ContactDisplay =>
  /already submitted/i.test(message)
    ? { kind: 'duplicate' }
    : { kind: 'error', message: message || contact.error.general }

function errorText(error: unknown): string {
  if (!(error instanceof AppError) || error.code === 'unreadable_answer') return contact.error.general
  return error.code === 'offline' || error.code === 'timed_out' ? contact.error.network : error.message
}
