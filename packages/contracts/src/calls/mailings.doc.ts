import { doc } from './call-doc'
import { findMailingRecipients, readMailing, sendMailing } from './mailings'
import { exampleId, idempotencyDoc, idOf } from './parameters.doc'

const tag = 'Mailings'
const notOwn = 'A user with a right to their own lessons alone writes to the people in them.'
const example = {
  id: exampleId,
  subject: 'No lessons today',
  by: 'ivy@archery.example',
  at: '2026-05-01T10:00:00.000Z',
  recipients: [{ name: 'Ada Brook', email: 'ada@example.com', state: 'pending', reason: null }],
}

const withoutAddress = [
  { table: 'students', id: exampleId, name: 'Ben Brook', guardian: 'R. Brook', phone: '(916) 555-0142' },
]

export const findMailingRecipientsDoc = doc(findMailingRecipients, {
  tag,
  summary: 'Who a mailing would go to',
  description:
    'The people that a mailing with the same `about` and `to` goes to, and those without an email address, who must be called. For students under 18 these are their guardians, each address once; to a caller who may not see guardians such students are listed as without an address. Sends nothing.',
  body: { example: { about: { table: 'lessons', ids: [exampleId] }, to: ['students'] } },
  responses: {
    200: {
      description: 'The people.',
      example: { recipients: [{ name: 'R. Brook', email: 'brook@example.com' }], withoutAddress },
    },
  },
  errors: {
    invalid_request: 'The query is not one of the table.',
    forbidden: notOwn,
    not_found: 'A table that is named may not be seen.',
    invalid_input: 'The records are missing or not valid, or there are too many people.',
  },
})

export const sendMailingDoc = doc(sendMailing, {
  tag,
  summary: 'Write to several people',
  description:
    'Writes to the students or instructors of lessons, or to records of these tables themselves; the caller needs the right to see them, and with a right to their own lessons alone writes to the people in these, whoever else they may see. Emails for students under 18 go to their guardians, one to each address, if the caller may see guardians. Stores the email and its recipients before it responds, then sends a separate email to each address. A job releases the emails and stops when the right of its author ends.',
  parameters: idempotencyDoc('Required. One value per draft: a repeated request sends nothing more.'),
  body: {
    example: {
      about: { table: 'lessons', ids: [exampleId] },
      to: ['students'],
      subject: 'No lessons today',
      text: 'Hi {first_name},\n\nThe lessons of Saturday, November 28 are canceled because of the weather.',
    },
  },
  responses: {
    201: {
      description: 'Stored. People without an address are listed.',
      example: { id: exampleId, total: 12, withoutAddress },
    },
  },
  errors: {
    invalid_request: 'The Idempotency-Key is missing or not valid, or the query is not one of the table.',
    forbidden: notOwn,
    not_found: 'A table that is named may not be seen.',
    invalid_input:
      'Subject, text or recipients are missing or not valid, nobody has an address, or there are too many.',
    conflict: 'The Idempotency-Key belongs to another mailing.',
    recent_sign_in_required: 'A mailing to more than 100 people needs a sign-in of the last 15 minutes.',
    too_many_requests: 'The mailings of this person or of the site for one day are used up.',
  },
})

export const readMailingDoc = doc(readMailing, {
  tag,
  summary: 'A mailing with its delivery state',
  description:
    'The recipients of a mailing, and whether each email was sent. For its author, and for staff who may see the tables of all recipients, guardians among them. The email of a canceled day or of an offered seat goes to all whom it concerns, so it is for the latter alone. Mailings are kept for 30 days.',
  parameters: { id: idOf('the mailing') },
  responses: { 200: { description: 'The mailing.', example } },
  errors: { not_found: 'There is no such mailing, or it may not be seen.' },
})
