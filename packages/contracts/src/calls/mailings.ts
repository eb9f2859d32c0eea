import * as v from 'valibot'
import { idempotencyHeader, idempotencyKey } from '../forms'
import { mailing, mailingDraft } from '../mailings'
import { call, exampleId, idOf, parameter } from './call'

const tag = 'Mailings'
const example = {
  id: exampleId,
  subject: 'No lessons today',
  by: 'ivy@archery.example',
  at: '2026-05-01T10:00:00.000Z',
  recipients: [{ name: 'Ada Brook', email: 'ada@example.com', state: 'pending', reason: null }],
}

export const sendMailing = call({
  method: 'post',
  path: '/api/forms/mailings',
  access: 'staff',
  headers: v.object({
    [idempotencyHeader]: parameter(
      idempotencyKey,
      'Required. One value per draft: a repeated request sends nothing more.',
      'b3f0c1d2-7a51-4c7e-9f2e-0d6b1a2c3d4e',
    ),
  }),
  body: {
    schema: mailingDraft,
    example: {
      subject: 'No lessons today',
      text: 'Hi {first_name},\n\nThe lessons of Saturday, November 28 are cancelled because of the weather.',
      recipients: [{ name: 'Ada Brook', email: 'ada@example.com' }],
    },
  },
  response: { 201: { description: 'Stored and queued.', schema: mailing, example } },
  errors: {
    invalid_request: 'The Idempotency-Key is missing or not valid.',
    invalid_input: 'Subject, text or recipients are missing or not valid.',
    not_found: 'Lessons may not be viewed.',
    forbidden: 'Lessons may not be edited.',
    conflict: 'The Idempotency-Key belongs to another mailing.',
  },
  detail: {
    id: 'sendMailing',
    tag,
    summary: 'Write to several people',
    description:
      'Stores an email and its recipients before answering, then sends one email to each address, apart from each other.',
  },
})

export const readMailing = call({
  method: 'get',
  path: '/api/forms/mailings/:id',
  access: 'staff',
  params: v.object({ id: idOf('the mailing') }),
  response: { 200: { description: 'The mailing.', schema: mailing, example } },
  errors: { not_found: 'There is no such mailing.' },
  detail: {
    id: 'readMailing',
    tag,
    summary: 'A mailing with its delivery state',
    description: 'The recipients of a mailing, and whether each email was sent. Mailings are kept for 30 days.',
  },
})
