import { beforeEach, expect, test } from 'vitest'
import { contactForm as form, formsDatabase } from '../app.fixture'
import { inquiryStore } from '../replies/inquiry'
import { withAnswers } from './accept-submission'

const { appWith, inquiries, mongo, storeForm } = formsDatabase()

const message = {
  formId: 'contact_form',
  name: ' Zoë Quinn ',
  email: ' Zoe+club@Example.com',
  interest: 'Birthday Party',
  message: 'A party for ten children, please.',
}
// Each test has a message of its own.
let parties = 0
beforeEach(() => {
  parties += 1
  message.message = `A party for ${parties} children, please.`
})

function setup({ queued = true, overHourlyLimit = false } = {}) {
  const jobs: string[] = []
  const app = appWith({
    overHourlyLimit: async () => overHourlyLimit,
    deliver({ messageId }) {
      jobs.push(messageId)
      return queued
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
  return { send, jobs }
}

test('a message is stored in its normal form together with the mail it causes, and queued', async () => {
  const { send, jobs } = setup()
  expect(await send(message)).toMatchObject({
    status: 200,
    body: { success: true, id: expect.stringMatching(/^[0-9a-f]{24}$/), message: expect.stringContaining('24 hours') },
  })
  const [stored] = await inquiries()
  expect(stored).toMatchObject({
    ...{ name: 'Zoë Quinn', email: 'zoe+club@example.com', interest: 'Birthday Party', message: message.message },
    mails: [{ kind: 'notification', to: 'school@archery.example', state: 'pending' }],
  })
  expect(jobs).toEqual([stored!.mails[0]!.message_id])
})

test('a message that could not be queued is still accepted', async () => {
  expect((await setup({ queued: false }).send(message)).status).toBe(200)
})

test('an equal message is a duplicate, whatever its case and whitespace', async () => {
  const { send, jobs } = setup()
  await send(message)
  const again = await send({ ...message, message: `A PARTY  for ${parties}\nchildren, please.` })
  expect(again).toMatchObject({
    status: 409,
    body: { success: false, code: 'duplicate', error: expect.stringContaining('already submitted') },
  })
  expect(again.body.error).toMatch(/received it on \w+, \w+ \d+, \d{4} at \d+:\d\d\s[AP]M P[DS]T/)
  expect(again.body.message).toBe(again.body.error)
  expect([(await inquiries()).length, jobs.length]).toEqual([1, 1])
})

test('the same message under another name is another inquiry', async () => {
  const { send } = setup()
  await send(message)
  expect((await send({ ...message, name: 'Kim Quinn' })).status).toBe(200)
  expect((await send({ ...message, name: 'KIM  quinn' })).status).toBe(409)
  expect((await inquiries()).map(({ name }) => name)).toEqual(['Zoë Quinn', 'Kim Quinn'])
})

test('a different message from the same person is accepted', async () => {
  const { send } = setup()
  await send(message)
  expect((await send({ ...message, message: 'One more question about the party.' })).status).toBe(200)
  expect(await inquiries()).toHaveLength(2)
})

test('a repeated request gets the first answer again', async () => {
  const { send } = setup()
  const key = { 'idempotency-key': 'f3b0c442-98fc-4c14' }
  const first = await send(message, key)
  expect(await send(message, key)).toEqual(first)
  expect(await inquiries()).toHaveLength(1)
})

test('a key reused for another message loses nothing', async () => {
  const { send } = setup()
  const key = { 'idempotency-key': 'f3b0c442-98fc-4c14' }
  await send(message, key)
  expect((await send({ ...message, message: 'Quite another message here.' }, key)).status).toBe(200)
  expect(await inquiries()).toHaveLength(2)
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
  const { send } = setup()
  expect(await send({ ...message, ...change })).toMatchObject({
    status: 422,
    body: { code: 'invalid_input', fields: { [field]: text } },
  })
  expect(await inquiries()).toEqual([])
})

test('lengths count code points, at both ends', async () => {
  const { send } = setup()
  expect((await send({ ...message, name: '🏹🎯', message: '🏹'.repeat(1_000) })).status).toBe(200)
})

test('a form that an earlier release has stored takes the fields that came later', async () => {
  const { message: later, ...properties } = form.fields.properties
  expect(later).toBeDefined()
  await storeForm({ fields: { ...form.fields, properties } })
  const { send } = setup()
  expect((await send(message)).status).toBe(200)
  expect(await inquiries()).toMatchObject([{ message: message.message }])
})

test('an unknown form is not found', async () => {
  expect((await setup().send({ ...message, formId: 'other' })).status).toBe(404)
})

test('an Idempotency-Key of another shape is refused', async () => {
  expect((await setup().send(message, { 'idempotency-key': '$ne' })).status).toBe(400)
})

test('the thank-you mail is sent only when switched on, and once a day', async () => {
  const { send } = setup()
  await storeForm({ send_feedback_email: true })
  for (const more of ['', ' Or eleven.']) await send({ ...message, message: `${message.message}${more}` })
  const kinds = (await inquiries()).map(({ mails }) => mails.map(({ kind, to }) => `${kind} ${to}`))
  const notified = 'notification school@archery.example'
  expect(kinds).toEqual([[notified, 'thank_you zoe+club@example.com'], [notified]])
  await storeForm()
  await setup().send({ ...message, email: 'other@example.com' })
  expect((await inquiries())[2]!.mails).toHaveLength(1)
})

test.each<[string, object, string]>([
  ['a filled honeypot', { referral_code: 'cheap links' }, 'honeypot'],
  ['a honeypot filled beyond its length', { referral_code: 'cheap links '.repeat(99) }, 'honeypot'],
  ['a form filled within a second', { elapsed_ms: 900 }, 'too_fast'],
  ['a message full of links', { message: 'https://a.example '.repeat(4) }, 'links'],
])('%s gets the usual answer and is held without mail', async (_, change, spamReason) => {
  const { send, jobs } = setup()
  const held = await send({ ...message, ...change })
  const [stored] = await inquiries()
  expect(stored).toMatchObject({ spam: true, spam_reason: spamReason, mails: [] })
  expect(stored).not.toHaveProperty('referral_code')
  expect(jobs).toEqual([])
  const usual = await send({ ...message, email: 'another@example.com' })
  expect(held).toEqual({ ...usual, body: { ...usual.body, id: stored!._id.toHexString() } })
})

test('beyond the hourly limit inquiries are held for review', async () => {
  expect((await setup({ overHourlyLimit: true }).send(message)).status).toBe(200)
  expect(await inquiries()).toMatchObject([{ spam_reason: 'volume', mails: [] }])
})

test('later messages of a sender that staff marked as spam are held', async () => {
  const { send, jobs } = setup()
  await send(message)
  const [first] = await inquiries()
  await inquiryStore(mongo.connection).markAsSpam(first!._id.toHexString(), 'a1')
  expect((await send({ ...message, message: 'One more question about the party.' })).status).toBe(200)
  expect((await inquiries())[1]).toMatchObject({ spam_reason: 'sender', mails: [] })
  expect(jobs).toHaveLength(1)
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
  await storeForm(withAnswers(form.fields, ['A friend', 'Search']))
  const { send } = setup()
  const answers = [{}, { heard_from: '' }, { heard_from: 'A friend' }, { heard_from: 'Elsewhere' }]
  for (const [at, answer] of answers.entries())
    expect((await send({ ...message, ...answer, message: `${message.message} ${at}` })).status).toBe(200)
  expect((await inquiries()).map(({ heard_from }) => heard_from)).toEqual([undefined, undefined, 'A friend', undefined])
  await storeForm()
  expect((await setup().send({ ...message, heard_from: 'A friend' })).status).toBe(200)
  expect((await inquiries())[4]).not.toHaveProperty('heard_from')
})
