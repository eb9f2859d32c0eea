import * as v from 'valibot'
import { doc, get, post, tagged } from './call'
import { exampleId, idOf } from './doc-parts'
import { emailText } from './email-text'
import { idempotencyDoc, idempotencyHeader, idempotencyKey } from './idempotency'
import { suppressedAddress } from './mail-addresses'
import { idParams, recordId } from './parameters'
import { right } from './policy'
import { mailsLeft, replyDraft } from './replies'

/** Staff with the right to edit this table may write to people whose records they may see. */
export const mailingTable = 'lessons'
/** The tables of people who can be written to. */
export const audienceTable = v.picklist(['students', 'instructors'])
export type AudienceTable = v.InferOutput<typeof audienceTable>

/** People a mailing goes to, at most. */
export const maxRecipients = 500
/** Beyond it a mailing needs a recent sign-in. */
export const maxUnconfirmedRecipients = 100
/** Records that a mailing names, at most: they fit into a request. */
export const maxNamedRecords = 400

/** Records by id, or those of a list query. */
const about = v.pipe(
  v.strictObject({
    table: v.picklist([mailingTable, ...audienceTable.options]),
    ids: v.optional(
      v.pipe(
        v.array(recordId),
        v.minLength(1),
        v.maxLength(maxNamedRecords, `Give at most ${maxNamedRecords} ids, or a query`),
      ),
    ),
    query: v.optional(v.pipe(v.string(), v.maxLength(4_096))),
  }),
  v.check(({ ids, query }) => (ids === undefined) !== (query === undefined), 'Give either ids or a query'),
)

const audience = { about, to: v.pipe(v.array(audienceTable), v.minLength(1, 'Recipients is required'), v.maxLength(2)) }
const isOfOneTable = ({ about: { table }, to }: { about: v.InferOutput<typeof about>; to: AudienceTable[] }) =>
  table === mailingTable || to.every((one) => one === table)
const otherTable = 'Records of people can only be written to themselves'

/** `POST /api/forms/mailings/recipients`: who a mailing would go to. */
export const mailingAudience = v.pipe(
  v.strictObject(audience),
  v.forward(
    v.check((given) => isOfOneTable(given), otherTable),
    ['to'],
  ),
)
export type MailingAudience = v.InferOutput<typeof mailingAudience>

/**
 * `POST /api/forms/mailings`. The recipients are those that the records refer to, or the records themselves; nobody can be
 * written to by address. `{name}` and `{first_name}` in the text are filled in for each of them.
 */
const mailingDraft = v.pipe(
  v.strictObject({ ...audience, ...replyDraft.entries }),
  v.forward(
    v.check((given) => isOfOneTable(given), otherTable),
    ['to'],
  ),
)
export type MailingDraft = v.InferOutput<typeof mailingDraft>

/** A person who must be reached in another way. `guardian`: of a minor; `phone` is that of the guardian, where there is one. */
export const unreachable = v.object({
  table: audienceTable,
  id: v.string(),
  name: v.string(),
  guardian: v.nullable(v.string()),
  phone: v.nullable(v.string()),
  /** An address that mailings leave out, and why; without it there is none. */
  suppressed: v.optional(suppressedAddress),
})
export type Unreachable = v.InferOutput<typeof unreachable>

/** Recipients of a mailing, each address once, and people who have no address. */
const mailingRecipients = v.object({
  recipients: v.array(v.object({ name: v.string(), email: emailText })),
  withoutAddress: v.array(unreachable),
})
export type MailingRecipients = v.InferOutput<typeof mailingRecipients>

/** The response of `POST`. Each address receives one email. */
const mailingStarted = v.object({
  id: v.string(),
  total: v.number(),
  withoutAddress: v.array(unreachable),
})
export type MailingStarted = v.InferOutput<typeof mailingStarted>

/** `GET /api/forms/mailings/{id}`, for its author and for staff who may see the recipients' tables. */
export const mailing = v.object({
  id: v.string(),
  subject: v.string(),
  by: v.string(),
  at: v.string(),
  recipients: v.array(
    v.object({
      name: v.string(),
      email: emailText,
      /** `held`: not released yet, or never, because the right of its author ended before. */
      state: v.picklist(['held', 'pending', 'sending', 'sent', 'failed']),
      reason: v.nullable(v.string()),
    }),
  ),
})
export type Mailing = v.InferOutput<typeof mailing>

/** `GET /api/forms/mailings/allowance`: how many more people the caller may write to, by replies, copies, notes and mailings. */
const mailAllowance = v.object({
  left: v.number(),
  /** Within 24 hours. */
  limit: v.number(),
  /** Whose limit comes first. */
  of: v.picklist(['person', 'site']),
  /** When there will be more; `null`: nothing is used. */
  growsAt: v.nullable(v.string()),
})
export type MailAllowance = v.InferOutput<typeof mailAllowance>

/** The rights on the tables of the recipients are checked as soon as the body names them. */
export const sendMailing = post('sendMailing', '/api/forms/mailings', {
  access: right(mailingTable, 'edit'),
  own: true,
  limit: 'send',
  audit: { action: 'mailing', by: 'action' },
  headers: v.object({ [idempotencyHeader]: idempotencyKey }),
  body: { schema: mailingDraft },
  response: { 201: mailingStarted },
  errorDetails: { 429: v.partial(mailsLeft) },
  errors: [
    'invalid_request',
    'forbidden',
    'not_found',
    'invalid_input',
    'conflict',
    'recent_sign_in_required',
    'too_many_requests',
  ],
})

/** Sends nothing. */
export const findMailingRecipients = post('findMailingRecipients', '/api/forms/mailings/recipients', {
  access: right(mailingTable, 'edit'),
  own: true,
  limit: 'read',
  audit: false,
  body: { schema: mailingAudience },
  response: { 200: mailingRecipients },
  errors: ['invalid_request', 'forbidden', 'not_found', 'invalid_input'],
})

export const readMailAllowance = get('readMailAllowance', '/api/forms/mailings/allowance', {
  access: 'anyRight',
  limit: 'read',
  response: { 200: mailAllowance },
})

/** Its author, and staff who may see everybody it went to. */
export const readMailing = get('readMailing', '/api/forms/mailings/:id', {
  access: 'anyRight',
  limit: 'read',
  params: idParams,
  response: { 200: mailing },
  errors: ['not_found'],
})

export const docs = () => {
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
  return tagged('Mailings', [
    doc(findMailingRecipients, {
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
    }),
    doc(sendMailing, {
      summary: 'Write to several people',
      description:
        'Writes to the students or instructors of lessons, or to chosen students or instructors. The caller needs the right to view them. Callers with only the right to their own lessons reach the people in those lessons and no one else. Emails for students under 18 go to their guardians, one to each address, if the caller may see guardians. Stores the email and its recipients before it responds, then sends a separate email to each address. A job releases the emails and stops when the right of its author ends.',
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
          'The subject, text or recipients are missing or invalid, no recipient has an address, or there are too many recipients.',
        conflict: 'The Idempotency-Key belongs to another mailing.',
        recent_sign_in_required: 'A mailing to more than 100 people needs a sign-in of the last 15 minutes.',
        too_many_requests:
          'The mailings or the recipients of this person, or those of the site, are used up for now: `left` of them are left, and at `endsAt` the mailing fits.',
      },
    }),
    doc(readMailAllowance, {
      summary: 'How many more people the caller may write to',
      description:
        'Within 24 hours a person may write to 200 people, a service account to 100 and the school to 1,000 (settings), counted when replies, copies, notes and mailings are stored. Login codes, notifications and thank-you mails are not counted; cancellations and reminders have a limit of their own.',
      responses: {
        200: {
          description: 'The limit that comes first.',
          example: { left: 188, limit: 200, of: 'person', growsAt: '2026-05-02T10:00:00.000Z' },
        },
      },
    }),
    doc(readMailing, {
      summary: 'A mailing with its delivery state',
      description:
        'The recipients of a mailing, and whether each email was sent. For its author, and for staff who may see the tables of all recipients, guardians among them. The email of a canceled day or of an offered seat goes to all whom it concerns, so it is for the latter alone. Mailings are kept for 30 days.',
      parameters: { id: idOf('the mailing') },
      responses: { 200: { description: 'The mailing.', example } },
      errors: { not_found: 'There is no such mailing, or it may not be seen.' },
    }),
  ])
}
