import { Types } from 'mongoose'
import { expect, test } from 'vitest'
import { type NewSubmission, submissionStore } from './submission'
import type { Submission } from './submission-document'

const given: NewSubmission = {
  form_id: 'contact_form',
  fields: { name: 'Zoë', email: 'zoe@example.com', interest: 'Lessons', message: 'A lesson, please.' },
  request_id: 'request-1',
  dedupe_key: 'key',
  idempotency_key: undefined,
  mails: [{ kind: 'notification', to: 'school@archery.example' }],
  spam_reason: null,
}

/** A store whose database has refused an inquiry as a duplicate of one with another `_id`, or with its own. */
function setup({ isOwn }: { isOwn: boolean }) {
  let inserted: Submission | undefined
  const command = async ({ documents }: { documents: Submission[] }) => {
    inserted = documents[0]
    return { n: 0, writeErrors: [{ index: 0, code: 11_000, errmsg: 'E11000' }] }
  }
  const earlier = async () => ({ ...inserted!, ...(!isOwn && { _id: new Types.ObjectId() }) })
  const model = { collection: { name: 'contact_submissions' }, findOne: () => ({ lean: earlier }) }
  return submissionStore({ db: { command } } as never, 'archery.example', undefined, model as never)
}

test('an inquiry that was stored by an insert without an answer is stored, and no duplicate of itself', async () => {
  expect((await setup({ isOwn: true }).insert(given)).outcome).toBe('stored')
  expect((await setup({ isOwn: false }).insert(given)).outcome).toBe('duplicate')
})
