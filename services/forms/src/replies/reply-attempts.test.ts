import { Types } from 'mongoose'
import { expect, test } from 'vitest'
import type { Submission } from '../inquiries/submission-document'
import { inquiryActions } from './inquiry-actions'

test('a reply to an inquiry that changes at each attempt is a clear error, not an attempt without end', async () => {
  const _id = new Types.ObjectId()
  const submission = {
    ...{ _id, form_id: 'contact_form', email: 'zoe@example.com', message: 'A lesson, please.', spam: false },
    ...{ spam_reason: null, mails: [], mail_state: 'none', mail_error: null, thread_key: 'k', request_id: 'r' },
    ...{ created_at: new Date(0), updated_at: new Date(0) },
  } as unknown as Submission
  let attempts = 0
  const inquiries = {
    find: async () => submission,
    answer: async () => {
      attempts++
      return undefined
    },
  }
  const { reply } = inquiryActions({
    ...{ inquiries, files: { find: async () => [] }, mailDomain: 'archery.example' },
  } as never)
  const request = { subject: 'Re', text: 'Welcome.', seen: _id.toHexString() }
  const answer = reply(_id.toHexString(), request as never, { by: 'Ada', person: 'a', key: 'k', requestId: 'r' })
  await expect(answer).rejects.toMatchObject({ code: 'unavailable' })
  expect(attempts).toBe(5)
})
