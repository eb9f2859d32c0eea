import { Types } from 'mongoose'
import { expect, test } from 'vitest'
import { formsDatabase } from '../app.fixture'
import type { InquiryMail, Reply, Submission } from '../inquiries/submission-document'

const { appWith } = formsDatabase()

const id = '0123456789abcdef01234567'
const submission: Submission = {
  _id: new Types.ObjectId(id),
  form_id: 'contact_form',
  name: 'Zoë {message}',
  email: 'zoe@example.com',
  interest: 'Corporate Event',
  message: 'A day out for <twelve>.',
  request_id: 'r1',
  created_at: new Date('2026-07-04T19:05:00Z'),
  updated_at: new Date('2026-07-04T19:05:00Z'),
  due_by: new Date('2026-07-05T19:05:00Z'),
  status: 'new',
  spam: false,
  spam_reason: null,
  mail_state: 'none',
  mail_error: null,
  reminded_at: null,
  answered_at: null,
  closed_at: null,
  mails: [],
  replies: [],
}

function setup(given: Partial<Submission> = {}, deps: NonNullable<Parameters<typeof appWith>[0]> = {}) {
  const found: Submission = { ...submission, ...given }
  const changes: unknown[] = []
  const jobs: string[] = []
  const answered = new Set<string>()
  const noted = (what: unknown, mails: readonly InquiryMail[] = []) => {
    changes.push(what)
    return { ...found, mails: [...mails] }
  }
  const app = appWith({
    inquiries: {
      find: async (asked) => (asked === id ? found : undefined),
      counters: async () => ({ new: 1, inProgress: 2, overdue: 0, dueSoon: 1, spam: 3, failed: 0 }),
      setStatus: async (_, status) => noted(status),
      assign: async (_, person) => noted(['assign', person]),
      undo: async (_, action) =>
        given.former && (!action || action === given.former.action) ? noted('undo') : undefined,
      resend: async () => (given.mail_state === 'failed' ? noted('resend') : undefined),
      markAsSpam: async () => (given.spam ? undefined : noted('spam')),
      release: async (_, mails) => (given.spam ? noted('release', mails) : undefined),
      withdraw: async () => undefined,
      answer: async (_, reply: Reply, [mail]) => {
        if (answered.has(mail.message_id)) return undefined
        answered.add(mail.message_id)
        return noted(reply, [mail])
      },
    },
    erasures: {
      run: async (email) => {
        changes.push(email)
        return { asked_at: new Date(), records: ['contact_submissions/a', 'contact_submissions/b', 'students/c'] }
      },
    },
    templates: {
      forInterest: async (interest) => [
        { id: 't1', title: 'T', interest, subject: 'For {name}', text: '{interest}: {message}' },
      ],
    },
    mail: { deliver: async ({ messageId }) => Boolean(jobs.push(messageId)) },
    ...deps,
  })
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
  return { send, changes, jobs }
}

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
  const { send, changes } = setup({ spam: false })
  expect(await send(method, path, body, { cookie: '' })).toMatchObject({ status: 401, body: { code: 'not_signed_in' } })
  expect(await send(method, path, body, { cookie: 'session=user' })).toMatchObject({ status: 403 })
  expect(changes).toEqual([])
})

test.each(routes)('%s %s follows the rights on the table', async (method, path, body) => {
  const as = (who: string) => setup().send(method, path, body, { cookie: `session=${who}` })
  if (path === '/erasures') return expect((await as('viewer')).status).toBe(403)
  expect((await as('staff')).status).toBe(404)
  expect((await as('viewer')).status).toBe(method === 'GET' ? 200 : 403)
})

test.each(routes.filter(([, path]) => path.includes(id)))(
  '%s %s of an unknown inquiry is 404',
  async (method, path, body) => {
    expect((await setup().send(method, path.replace(id, 'f'.repeat(24)), body)).status).toBe(404)
  },
)

test('the counters and an inquiry can be read', async () => {
  const { send } = setup()
  expect((await send('GET', '/submissions/counters')).body).toMatchObject({ new: 1, spam: 3 })
  expect((await send('GET', `/submissions/${id}`)).body).toMatchObject({
    id,
    status: 'new',
    receivedAt: '2026-07-04T19:05:00.000Z',
    mails: [],
  })
})

test('a status is set; one that does not exist is refused', async () => {
  const { send, changes } = setup()
  expect((await send('POST', `/submissions/${id}/status`, { status: 'in_progress' })).status).toBe(200)
  expect(await send('POST', `/submissions/${id}/status`, { status: 'lost' })).toMatchObject({
    status: 422,
    body: { fields: { status: expect.any(String) } },
  })
  expect(changes).toEqual(['in_progress'])
})

test('failed mails are sent again; without any it is a conflict', async () => {
  expect((await setup({ mail_state: 'failed' }).send('POST', `/submissions/${id}/resend`, {})).status).toBe(200)
  expect((await setup().send('POST', `/submissions/${id}/resend`, {})).status).toBe(409)
})

test('staff mark an inquiry as spam, once', async () => {
  const { send, changes } = setup()
  expect((await send('POST', `/submissions/${id}/spam`, {})).status).toBe(200)
  expect(changes).toEqual(['spam'])
  expect((await setup({ spam: true }).send('POST', `/submissions/${id}/spam`, {})).status).toBe(409)
})

test('a released inquiry is mailed', async () => {
  const { send, jobs } = setup({ spam: true })
  expect((await send('POST', `/submissions/${id}/not-spam`, {})).status).toBe(200)
  expect(jobs).toEqual([`<${id}.notification@archery.example>`])
  expect((await setup().send('POST', `/submissions/${id}/not-spam`, {})).status).toBe(409)
})

test('placeholders of templates are filled in once', async () => {
  expect((await setup().send('GET', `/submissions/${id}/drafts`)).body).toEqual([
    {
      id: 't1',
      title: 'T',
      subject: 'For Zoë {message}',
      text: 'Corporate Team Building: A day out for <twelve>.',
      missing: [],
    },
  ])
})

test('a template takes the facts of the service, and names those that are missing', async () => {
  const templates = {
    forInterest: async (interest: string) => [
      { id: 't1', title: 'T', interest, subject: 'For {price}', text: 'Hi {first_name}, {minutes} minutes, {unknown}' },
    ],
  }
  const facts = { forInterest: async () => ({ price: '$350' }) }
  expect((await setup({}, { templates, facts }).send('GET', `/submissions/${id}/drafts`)).body).toEqual([
    {
      id: 't1',
      title: 'T',
      subject: 'For $350',
      text: 'Hi Zoë, {minutes} minutes, {unknown}',
      missing: ['minutes', 'unknown'],
    },
  ])
})

test('a text with a placeholder left in it cannot be sent, unless the visitor wrote it', async () => {
  const { send, changes } = setup()
  expect(
    await send('POST', `/submissions/${id}/reply`, { subject: 'x', text: 'It takes {minutes} minutes.' }),
  ).toMatchObject({
    status: 422,
    body: { fields: { text: expect.stringContaining('{minutes}') } },
  })
  expect(changes).toEqual([])
  expect((await send('POST', `/submissions/${id}/reply`, { subject: 'x', text: 'Hi Zoë {message}' })).status).toBe(200)
})

test('a reply is recorded with its author and mailed; a repeated call sends one', async () => {
  const { send, changes, jobs } = setup()
  const key = { 'idempotency-key': 'composer-1' }
  const reply = { subject: ' Your event ', text: 'Hi Zoë,\n\nyes.' }
  expect((await send('POST', `/submissions/${id}/reply`, reply, key)).status).toBe(200)
  expect((await send('POST', `/submissions/${id}/reply`, reply, key)).status).toBe(200)
  expect(changes).toMatchObject([{ subject: 'Your event', text: reply.text, by: 'admin@archery.example' }])
  expect(jobs).toEqual([expect.stringMatching(/^<[0-9a-f]{24}\.reply-[0-9a-f]{16}@archery\.example>$/)])
})

test.each([
  [{ subject: '', text: 'x' }, 'subject', 'Subject is required'],
  [{ subject: 'x', text: '  ' }, 'text', 'Text is required'],
  [{ subject: 'x\r\nBcc: y@example.com', text: 'x' }, 'subject', 'Subject is not valid'],
  [{ subject: 'x', text: 'x'.repeat(5_001) }, 'text', 'Text cannot exceed 5000 characters'],
  [{ subject: { $gt: '' }, text: 'x' }, 'subject', expect.any(String)],
])('the reply %o is refused', async (reply, field, text) => {
  expect(await setup().send('POST', `/submissions/${id}/reply`, reply)).toMatchObject({
    status: 422,
    body: { fields: { [field]: text } },
  })
})

test('spam cannot be answered', async () => {
  const { send } = setup({ spam: true })
  expect((await send('POST', `/submissions/${id}/reply`, { subject: 'x', text: 'x' })).status).toBe(409)
})

test('everything from an address is erased, however it is capitalised', async () => {
  const { send, changes } = setup()
  expect(await send('POST', '/erasures', { email: ' Zoe@Example.com ' })).toMatchObject({
    status: 200,
    body: { success: true, deleted: 2, students: 1 },
  })
  expect(changes).toEqual(['zoe@example.com'])
  expect((await send('POST', '/erasures', { email: { $ne: '' } })).status).toBe(422)
})

test('an erasure needs a sign-in of the last fifteen minutes, and is claimed only when it is complete', async () => {
  const erasures = { run: async () => undefined }
  const { send } = setup({}, { erasures })
  const erase = (session: string) =>
    send('POST', '/erasures', { email: 'zoe@example.com' }, { cookie: `session=${session}` })
  expect(await erase('long-ago')).toMatchObject({ status: 403, body: { code: 'recent_sign_in_required' } })
  expect(await erase('admin')).toMatchObject({
    status: 503,
    body: { error: expect.stringMatching(/not complete yet/) },
  })
})
