import type { InquiryDetails } from '@app/contracts/inquiries'
import { type Document, ObjectId } from 'mongodb'
import { expect, test } from 'vitest'
import { formsDatabase, inquiryId as id } from '../app.fixture'
import type { Submission } from '../inquiries/submission-document'

const { appWith, collection, inquiries, storeInquiry } = formsDatabase()

async function setup(given: Partial<Submission> = {}) {
  const jobs: string[] = []
  const app = appWith({ deliver: ({ messageId }) => Boolean(jobs.push(messageId)) })
  await storeInquiry(given)
  const send = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const answer = await app.handle(
      new Request(`http://localhost/api/forms${path}`, {
        method,
        headers: { cookie: 'session=admin', 'content-type': 'application/json', ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    )
    return { status: answer.status, body: await answer.json() }
  }
  const stored = async () => (await inquiries())[0]!
  return { send, stored, jobs }
}
const storeTemplate = (subject: string, text: string) =>
  collection<Document>('reply_templates').insertOne({ title: 'T', interest: 'Corporate Event', subject, text })

const routes: [string, string, unknown?][] = [
  ['GET', '/submissions/counters'],
  ['GET', `/submissions/${id}`],
  ['GET', `/submissions/${id}/drafts`],
  ['POST', `/submissions/${id}/status`, { status: 'closed' }],
  ['POST', `/submissions/${id}/resend`, {}],
  ['POST', `/submissions/${id}/spam`, {}],
  ['POST', `/submissions/${id}/not-spam`, {}],
  ['POST', `/submissions/${id}/reply`, { subject: 'Hello', text: 'Hi Zoë' }],
  ['POST', '/erasures', { email: 'zoe@example.com' }],
]
test.each(routes)('%s %s is for staff only', async (method, path, body) => {
  const { send, stored } = await setup()
  const before = await stored()
  expect(await send(method, path, body, { cookie: '' })).toMatchObject({ status: 401, body: { code: 'not_signed_in' } })
  expect(await send(method, path, body, { cookie: 'session=user' })).toMatchObject({ status: 403 })
  expect(await stored()).toEqual(before)
})

test.each(routes)('%s %s follows the rights on the table', async (method, path, body) => {
  const { send, stored } = await setup()
  const before = await stored()
  const as = (who: string) => send(method, path, body, { cookie: `session=${who}` })
  if (path === '/erasures') return expect((await as('viewer')).status).toBe(403)
  expect((await as('staff')).status).toBe(404)
  expect((await as('viewer')).status).toBe(method === 'GET' ? 200 : 403)
  expect(await stored()).toEqual(before)
})

test.each(routes.filter(([, path]) => path.includes(id)))(
  '%s %s of an unknown inquiry is 404',
  async (method, path, body) => {
    const { send } = await setup()
    expect((await send(method, path.replace(id, 'f'.repeat(24)), body)).status).toBe(404)
  },
)

test('the counters and an inquiry can be read', async () => {
  const { send } = await setup()
  const due = new Date(Date.now() + 60_000)
  const others: Partial<Submission>[] = [
    { spam: true, spam_reason: 'marked', due_by: null },
    { status: 'in_progress', due_by: due },
    { status: 'closed', mail_state: 'failed' },
  ]
  const { _id, ...inquiry } = (await inquiries())[0]!
  await collection('contact_submissions').insertMany(others.map((change) => ({ ...inquiry, ...change })))
  expect((await send('GET', '/submissions/counters')).body).toEqual({
    new: 1,
    inProgress: 1,
    overdue: 1,
    dueSoon: 1,
    spam: 1,
    failed: 1,
  })
  expect((await send('GET', `/submissions/${id}`)).body).toMatchObject({
    id,
    status: 'new',
    receivedAt: '2026-07-04T19:05:00.000Z',
    mails: [],
  })
})

test('a status is set, with the time of the first answer; one that does not exist is refused', async () => {
  const { send, stored } = await setup()
  const set = (status: string) => send('POST', `/submissions/${id}/status`, { status })
  expect((await set('answered')).status).toBe(200)
  const { answered_at } = await stored()
  expect((await set('closed')).status).toBe(200)
  expect(await stored()).toMatchObject({ status: 'closed', answered_at, closed_at: expect.any(Date) })
  expect((await set('in_progress')).status).toBe(200)
  expect(await set('lost')).toMatchObject({ status: 422, body: { fields: { status: expect.any(String) } } })
  expect(await stored()).toMatchObject({ status: 'in_progress', answered_at: null, closed_at: null })
})

test('failed mails are sent again; without any it is a conflict', async () => {
  const failed = { kind: 'notification', message_id: '<n@x>', to: 'school@archery.example', attempts: 9 } as const
  const mails = [{ ...failed, state: 'failed', since: new Date(0), due_at: null, last_error: '550', sent_at: null }]
  const { send, stored, jobs } = await setup({ mail_state: 'failed', mail_error: '550', mails } as Partial<Submission>)
  expect((await send('POST', `/submissions/${id}/resend`, {})).status).toBe(200)
  expect(await stored()).toMatchObject({
    mail_state: 'pending',
    mail_error: null,
    mails: [{ state: 'pending', attempts: 0 }],
  })
  expect(jobs).toEqual(['<n@x>'])
  await storeInquiry({ mails: [] })
  expect((await send('POST', `/submissions/${id}/resend`, {})).status).toBe(409)
})

test('a reply that came back is sent again alone, with its copies, and shows no report from before that', async () => {
  const mail = (message_id: string, change: object = {}) => ({
    ...{ kind: 'reply', message_id, to: 'zoe@example.com', state: 'sent', since: new Date(1_000), attempts: 1 },
    ...{ due_at: null, lease: null, last_error: null, sent_at: new Date(1_000), ...change },
  })
  const copy = { kind: 'copy', copy_of: '<r1@x>', to: 'sam@example.com' }
  const mails = [
    mail('<r1@x>'),
    mail('<r1-0@x>', { ...copy, state: 'failed', last_error: '550' }),
    mail('<r1-1@x>', copy),
    mail('<r2@x>'),
    mail('<r3@x>', { state: 'failed', last_error: '550' }),
  ]
  const reply = { message_id: '<r1@x>', subject: 'S', text: 'T', by: 'admin@archery.example', at: new Date(1_000) }
  const { send, stored, jobs } = await setup({ mails, replies: [reply] } as unknown as Partial<Submission>)
  const report = (message_id: string, status: string) => ({
    ...{ keys: [message_id], inquiry: new ObjectId(id), state: 'automated', received_at: new Date(2_000) },
    bounce: { message_id, status, permanent: true },
  })
  // A later report that nothing verifies hides none that is.
  const forged = { message_id: '<r1@x>', status: '4.4.1', permanent: false, is_unverified: true }
  await collection<Document>('inbound_mails').insertMany([
    report('<r1@x>', '5.1.1'),
    report('<r2@x>', '4.4.1'),
    { ...report('<r1@x>', '4.4.1'), keys: ['forged'], received_at: new Date(3_000), bounce: forged },
  ])
  const shown = async () => ((await send('GET', `/submissions/${id}`)).body as InquiryDetails).messages!.at(-1)
  expect(await shown()).toMatchObject({ id: '<r1@x>', state: 'bounced', bounce: { status: '5.1.1' } })
  const again = (message: string) => send('POST', `/submissions/${id}/resend`, { message })
  // Its server is still trying.
  expect((await again('<r2@x>')).status).toBe(409)
  expect((await again('<r1@x>')).status).toBe(200)
  expect((await stored()).mails.map(({ state }) => state)).toEqual(['pending', 'pending', 'sent', 'sent', 'failed'])
  expect(jobs).toEqual(['<r1@x>', '<r1-0@x>'])
  expect(await shown()).toMatchObject({ id: '<r1@x>', state: 'pending', bounce: null })
  await collection('contact_submissions').updateOne({}, { $set: { 'mails.0.state': 'sent', 'mails.1.state': 'sent' } })
  expect((await again('<r1@x>')).status).toBe(409)
})

test('staff mark an inquiry as spam, once, and release it, once, with the mail that it then causes', async () => {
  const { send, stored, jobs } = await setup()
  const act = async (what: string) => (await send('POST', `/submissions/${id}/${what}`, {})).status
  expect(await act('not-spam')).toBe(409)
  expect(await act('spam')).toBe(200)
  expect(await stored()).toMatchObject({ spam: true, spam_reason: 'marked', due_by: null })
  expect(await act('spam')).toBe(409)
  expect(jobs).toEqual([])
  expect(await act('not-spam')).toBe(200)
  expect(await stored()).toMatchObject({ spam: false, due_by: new Date('2026-07-05T19:05:00Z') })
  expect(jobs).toEqual([`<${id}.notification@archery.example>`])
  expect(await act('not-spam')).toBe(409)
})

test('an inquiry taken back from spam by mistake is not mailed again', async () => {
  const sent = {
    kind: 'notification' as const,
    message_id: `<${id}.notification@archery.example>`,
    to: 'school@archery.example',
    state: 'sent' as const,
    since: new Date(0),
    attempts: 1,
    due_at: null,
    lease: null,
    last_error: null,
    sent_at: new Date(0),
  }
  const { send, stored, jobs } = await setup({ mails: [sent], mail_state: 'sent' })
  for (const act of ['spam', 'not-spam']) {
    expect((await send('POST', `/submissions/${id}/${act}`, {})).status).toBe(200)
    expect(await stored()).toMatchObject({ mail_state: 'sent', mails: [sent] })
  }
  expect(jobs).toEqual([])
})

test('placeholders of templates are filled in once', async () => {
  const { send } = await setup()
  await storeTemplate('For {name}', '{interest}: {message}')
  expect((await send('GET', `/submissions/${id}/drafts`)).body).toEqual([
    {
      id: expect.any(String),
      title: 'T',
      subject: 'For Zoë {message}',
      text: 'Corporate Team Building: A day out for <twelve>.',
      missing: [],
    },
  ])
})

test('a template takes the facts of the service, and names those that are missing', async () => {
  const { send } = await setup()
  await storeTemplate('For {price}', 'Hi {first_name}, {minutes} minutes, {unknown}')
  await collection<Document>('service_cards').insertOne({ icon: 'team', published: true, position: 1, price: 350 })
  expect((await send('GET', `/submissions/${id}/drafts`)).body).toMatchObject([
    { subject: 'For $350', text: 'Hi Zoë, {minutes} minutes, {unknown}', missing: ['minutes', 'unknown'] },
  ])
})

test('a text with a placeholder left in it cannot be sent, unless the visitor wrote it', async () => {
  const { send, stored } = await setup()
  const reply = (text: string) => send('POST', `/submissions/${id}/reply`, { subject: 'x', text })
  expect(await reply('It takes {minutes} minutes.')).toMatchObject({
    status: 422,
    body: { fields: { text: expect.stringContaining('{minutes}') } },
  })
  expect((await stored()).replies).toEqual([])
  expect((await reply('Hi Zoë {message}')).status).toBe(200)
})

test('a reply is recorded with its author and mailed; a repeated call sends one', async () => {
  const { send, stored, jobs } = await setup()
  const key = { 'idempotency-key': 'composer-1' }
  const reply = { subject: ' Your event ', text: 'Hi Zoë,\n\nyes.' }
  expect((await send('POST', `/submissions/${id}/reply`, reply, key)).status).toBe(200)
  expect((await send('POST', `/submissions/${id}/reply`, reply, key)).status).toBe(200)
  expect(await stored()).toMatchObject({
    status: 'answered',
    mail_state: 'pending',
    replies: [{ subject: 'Your event', text: reply.text, by: 'admin@archery.example' }],
  })
  expect(jobs).toEqual([expect.stringMatching(/^<[0-9a-f]{24}\.reply-[0-9a-f]{16}@archery\.example>$/)])
})

test.each([
  [{ subject: '', text: 'x' }, 'subject', 'Subject is required'],
  [{ subject: 'x', text: '  ' }, 'text', 'Text is required'],
  [{ subject: 'x\r\nBcc: y@example.com', text: 'x' }, 'subject', 'Subject is not valid'],
  [{ subject: 'x', text: 'x'.repeat(5_001) }, 'text', 'Text cannot exceed 5000 characters'],
  [{ subject: { $gt: '' }, text: 'x' }, 'subject', expect.any(String)],
])('the reply %o is refused', async (reply, field, text) => {
  const { send, stored } = await setup()
  expect(await send('POST', `/submissions/${id}/reply`, reply)).toMatchObject({
    status: 422,
    body: { fields: { [field]: text } },
  })
  expect((await stored()).replies).toEqual([])
})

test('spam cannot be answered', async () => {
  const { send } = await setup({ spam: true })
  expect((await send('POST', `/submissions/${id}/reply`, { subject: 'x', text: 'x' })).status).toBe(409)
})

test('an address is erased, however it is capitalized, after a sign-in of the last fifteen minutes', async () => {
  const { send } = await setup()
  const erase = (email: unknown, session = 'admin') =>
    send('POST', '/erasures', { email }, { cookie: `session=${session}` })
  expect(await erase('zoe@example.com', 'long-ago')).toMatchObject({
    status: 403,
    body: { code: 'recent_sign_in_required' },
  })
  expect((await erase({ $ne: '' })).status).toBe(422)
  const erasing = erase(' Zoe@Example.com ')
  const asked = () => collection('erasures').find().toArray()
  await expect.poll(asked).toMatchObject([{ address: 'zoe@example.com', actor: { email: 'admin@archery.example' } }])
  // As admin-tables does.
  const records = ['contact_submissions/a', 'contact_submissions/b', 'students/c']
  await collection('erasures').updateOne({}, { $set: { done_at: new Date(), records } })
  expect(await erasing).toMatchObject({ status: 200, body: { success: true, deleted: 2, students: 1 } })
})
