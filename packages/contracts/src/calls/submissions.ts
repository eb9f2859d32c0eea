import * as v from 'valibot'
import { idempotencyHeaders, submissionEnvelope, submissionReceipt } from '../forms'
import { call } from './call'

/** Apart from the calls of staff, since every visitor loads it. */
export const submitForm = call({
  id: 'submitForm',
  method: 'post',
  path: '/api/forms/submit',
  access: 'public',
  limit: 'inquiry',
  audit: false,
  headers: idempotencyHeaders,
  body: { schema: submissionEnvelope },
  response: { 200: submissionReceipt },
  errors: ['invalid_request', 'not_found', 'duplicate', 'invalid_input'],
  errorDetails: { 409: v.object({ success: v.literal(false), message: v.string() }) },
})
