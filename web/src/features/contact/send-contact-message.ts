import { callAddress, callInit } from '@app/contracts/call-request'
import { type AskedField, isRequired } from '@app/contracts/contact-fields'
import {
  cameFromField,
  contactFormId,
  elapsedField,
  honeypotField,
  submissionReceipt,
  submitForm,
} from '@app/contracts/forms'
import { idempotencyHeader } from '@app/contracts/idempotency'
import * as v from 'valibot'
import { request } from '#lib/api'
import { visitOrigin } from '#lib/visit'

export type ContactMessage = Record<AskedField, string>

/** A 2xx answer may still refuse the message: only `success: true` is success. */
const answer = v.object({ ...v.partial(submissionReceipt).entries, success: v.boolean() })

/** Submits the message. A retry with the same `key` gets the first answer again and is stored once. */
export function sendContactMessage(message: ContactMessage, key: string, honeypot = '') {
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
