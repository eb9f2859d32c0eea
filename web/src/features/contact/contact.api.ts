import { contactFormId, idempotencyHeader } from '@app/contracts/forms'
import * as v from 'valibot'
import { request } from '../../lib/api'

export type ContactMessage = { name: string; email: string; interest: string; message: string }

const answer = v.object({ success: v.boolean(), message: v.optional(v.string(), '') })

/** Hands the message in; a repeat with the same key is answered like the first one and stored once. */
export const sendContactMessage = (message: ContactMessage, key: string) =>
  request(answer, '/api/forms/submit', {
    method: 'POST',
    body: { formId: contactFormId, ...message },
    headers: { [idempotencyHeader]: key },
  })
