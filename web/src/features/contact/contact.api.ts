import { contactFormId, elapsedField, honeypotField, idempotencyHeader } from '@app/contracts/forms'
import * as v from 'valibot'
import { request } from '#lib/api'

export type ContactMessage = { name: string; email: string; interest: string; message: string }

const answer = v.object({ success: v.boolean(), message: v.optional(v.string(), '') })

/** Hands the message in; a repeat with the same key is answered like the first one and stored once. `trap` is what stands in the field that people do not see. */
export const sendContactMessage = (message: ContactMessage, key: string, trap = '') =>
  request(answer, '/api/forms/submit', {
    method: 'POST',
    body: {
      formId: contactFormId,
      ...message,
      [honeypotField]: trap,
      [elapsedField]: sinceAsked(),
    },
    headers: { [idempotencyHeader]: key },
  })

/** Untold where the browser may have put back what was written before: it took longer than this page is old. */
function sinceAsked(): number | undefined {
  const [asked] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return asked && asked.type !== 'navigate' ? undefined : Math.round(performance.now())
}
