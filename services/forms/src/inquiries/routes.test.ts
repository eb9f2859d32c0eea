import { Types } from 'mongoose'
import { expect, test } from 'vitest'
import { appWith, contactForm as form } from '../app.fixture'
import type { Form } from './form'
import { withAnswers } from './heard-from'
import type { NewSubmission } from './submission'
import type { Submission } from './submission-document'

const message = {
  formId: 'contact_form',
  name: ' Zoë Quinn ',
  email: ' Zoe+club@Example.com',
  interest: 'Birthday Party',
  message: 'A party for ten children, please.',
}
function setup(
  change: Partial<Form> = {},
  { queued = true, thanked = false, overHourlyLimit = false, marked = false } = {},
) {
  const stored: NewSubmission[] = []
  const jobs: string[] = []
  const app = appWith({
    overHourlyLimit: async () => overHourlyLimit,
    forms: {
      find: async (id) => (id === form.id ? { ...form, ...change } : undefined),
      read: async () => undefined,
      update: async () => undefined,
    },
    submissions: {
      sender: async () => ({ marked, thanked }),
      insert: async (row) => {
        const earlier = stored.findIndex(({ dedupe_key }) => dedupe_key === row.dedupe_key)
        const same =
          earlier >= 0 && row.idempotency_key !== undefined && stored[earlier]!.idempotency_key === row.idempotency_key
        const index = earlier >= 0 ? earlier : stored.push(row) - 1
        const mails = row.mails.map(({ kind, to }) => ({
          kind,
          to,
          message_id: `<${index}.${kind}@x>`,
          state: 'pending',
        })) as Submission['mails']
        const created_at = new Date('2026-07-04T19:05:00Z')
        const _id = new Types.ObjectId(index.toString(16).padStart(24, '0'))
        const submission = { ...row, _id, created_at, mails } as unknown as Submission
        return { outcome: earlier < 0 ? 'stored' : same ? 'repeated' : 'duplicate', submission }
      },
    },
    mail: {
      deliver: async ({ messageId }) => {
        jobs.push(messageId)
        return queued
      },
    },
  })
  const send = async (body: unknown, headers: Record<string, string> = {}) => {
    const answer = await app.handle(
      new Request('http://localhost/api/forms/submit', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    )
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }
  return { send, stored, jobs }
}

test('a message is stored in its normal form together with the mail it causes, and queued', async () => {
  const { send, stored, jobs } = setup()
  expect(await send(message)).toMatchObject({
    status: 200,
    body: { success: true, id: '000000000000000000000000', message: expect.stringContaining('24 hours') },
  })
  expect(stored).toMatchObject([
    {
      fields: {
        name: 'Zoë Quinn',
        email: 'zoe+club@example.com',
        interest: 'Birthday Party',
        message: message.message,
      },
      mails: [{ kind: 'notification', to: 'school@archery.example' }],
    },
  ])
  expect(jobs).toEqual(['<0.notification@x>'])
})

test('a message that could not be queued is still accepted', async () => {
  expect((await setup({}, { queued: false }).send(message)).status).toBe(200)
})

test('an equal message is a duplicate, whatever its case and whitespace', async () => {
  const { send, stored, jobs } = setup()
  await send(message)
  const again = await send({ ...message, message: 'A PARTY  for ten\nchildren, please.' })
  expect(again).toMatchObject({
    status: 409,
    body: { success: false, code: 'duplicate', error: expect.stringContaining('already submitted') },
  })
  expect(again.body.error).toMatch(/received it on Saturday, July 4, 2026 at 12:05:00\sPM PDT/)
  expect(again.body.message).toBe(again.body.error)
  expect([stored.length, jobs.length]).toEqual([1, 1])
})

test('a different message from the same person is accepted', async () => {
  const { send, stored } = setup()
  await send(message)
  expect((await send({ ...message, message: 'One more question about the party.' })).status).toBe(200)
  expect(stored.length).toBe(2)
})

test('a repeated request gets the first answer again', async () => {
  const { send, stored } = setup()
  const key = { 'idempotency-key': 'f3b0c442-98fc-4c14' }
  const first = await send(message, key)
  expect(await send(message, key)).toEqual(first)
  expect(stored.length).toBe(1)
})

test('a key reused for another message loses nothing', async () => {
  const { send, stored } = setup()
  const key = { 'idempotency-key': 'f3b0c442-98fc-4c14' }
  await send(message, key)
  expect((await send({ ...message, message: 'Quite another message here.' }, key)).status).toBe(200)
  expect(stored.length).toBe(2)
})

test.each<[string, object, string, string]>([
  ['a short name', { name: 'Z' }, 'name', 'Full Name must be at least 2 characters'],
  ['a blank name', { name: '   ' }, 'name', 'Full Name is required'],
  ['a header smuggled into the name', { name: 'Zoë\r\nBcc: x@example.com' }, 'name', 'Full Name is not valid'],
  ['two recipients in the address', { email: 'a@example.com, b@example.com' }, 'email', 'Email is not a valid email'],
  ['an operator object', { email: { $gt: '' } }, 'email', 'Email must be a string'],
  [
    'an interest that is not offered',
    { interest: 'Falconry' },
    'interest',
    'Interest must be one of the valid options',
  ],
  ['a short message', { message: 'Too short' }, 'message', 'Message must be at least 10 characters'],
  ['a long message', { message: 'x'.repeat(1_001) }, 'message', 'Message cannot exceed 1000 characters'],
  ['a missing message', { message: undefined }, 'message', 'Message is required'],
  ['an unknown field', { role: 'admin' }, 'role', 'This field is not part of the form.'],
])('%s is named in the answer and nothing is stored', async (_, change, field, text) => {
  const { send, stored } = setup()
  expect(await send({ ...message, ...change })).toMatchObject({
    status: 422,
    body: { code: 'invalid_input', fields: { [field]: text } },
  })
  expect(stored).toEqual([])
})

test('lengths count code points, at both ends', async () => {
  const { send } = setup()
  expect((await send({ ...message, name: '🏹🎯', message: '🏹'.repeat(1_000) })).status).toBe(200)
})

test('an unknown form is not found', async () => {
  expect((await setup().send({ ...message, formId: 'other' })).status).toBe(404)
})

test('an Idempotency-Key of another shape is refused', async () => {
  expect((await setup().send(message, { 'idempotency-key': '$ne' })).status).toBe(400)
})

test('the thank-you mail is sent only when switched on, and once a day', async () => {
  const on = { send_feedback_email: true }
  const kinds = async (thanked: boolean) => {
    const { send, stored } = setup(on, { thanked })
    await send(message)
    return stored[0]!.mails.map(({ kind, to }) => `${kind} ${to}`)
  }
  expect(await kinds(false)).toEqual(['notification school@archery.example', 'thank_you zoe+club@example.com'])
  expect(await kinds(true)).toEqual(['notification school@archery.example'])
})

test.each<[string, object, string]>([
  ['a filled honeypot', { referral_code: 'cheap links' }, 'honeypot'],
  ['a honeypot filled beyond its length', { referral_code: 'cheap links '.repeat(99) }, 'honeypot'],
  ['a form filled within a second', { elapsed_ms: 900 }, 'too_fast'],
  ['a message full of links', { message: 'https://a.example '.repeat(4) }, 'links'],
])('%s gets the usual answer and is held without mail', async (_, change, spamReason) => {
  const { send, stored, jobs } = setup()
  expect(await send({ ...message, ...change })).toEqual(await setup().send(message))
  expect(stored).toMatchObject([{ spam_reason: spamReason, mails: [] }])
  expect(stored[0]!.fields).not.toHaveProperty('referral_code')
  expect(jobs).toEqual([])
})

test('beyond the hourly limit inquiries are held for review', async () => {
  const { send, stored } = setup({}, { overHourlyLimit: true })
  expect((await send(message)).status).toBe(200)
  expect(stored).toMatchObject([{ spam_reason: 'volume', mails: [] }])
})

test('later messages of a sender that staff marked as spam are held', async () => {
  const { send, stored, jobs } = setup({}, { marked: true })
  expect((await send(message)).status).toBe(200)
  expect(stored).toMatchObject([{ spam_reason: 'sender', mails: [] }])
  expect(jobs).toEqual([])
})

test.each([
  ['referral_code', { $ne: '' }],
  ['elapsed_ms', 'soon'],
  ['elapsed_ms', -1],
])('a %s of another kind is refused', async (field, value) => {
  expect(await setup().send({ ...message, [field]: value })).toMatchObject({
    status: 422,
    body: { fields: { [field]: expect.any(String) } },
  })
})

test('how the visitor heard about the school may be answered; an answer that is offered no more is left out', async () => {
  const asking = withAnswers(form.fields, ['A friend', 'Search'])
  const { send, stored } = setup(asking)
  const answers = [{}, { heard_from: '' }, { heard_from: 'A friend' }, { heard_from: 'Elsewhere' }]
  const found = await Promise.all(
    answers.map((answer, at) => send({ ...message, ...answer, message: `${message.message} ${at}` })),
  )
  expect(found.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(stored.map(({ fields }) => fields['heard_from'])).toEqual([undefined, undefined, 'A friend', undefined])
  const notAsking = setup()
  expect((await notAsking.send({ ...message, heard_from: 'A friend' })).status).toBe(200)
  expect(notAsking.stored.map(({ fields }) => fields)).not.toContainEqual(
    expect.objectContaining({ heard_from: 'A friend' }),
  )
})
