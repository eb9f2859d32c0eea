import { minutes } from '@app/contracts/durations'
import { type Document, ObjectId } from 'mongodb'
import { expect, test } from 'vitest'
import { formsDatabase, inquiryId as id } from '../app.fixture'
import type { InquiryMail, Reply, Submission } from '../inquiries/submission-document'

const { appWith, collection, inquiries, storeInquiry } = formsDatabase()

const reply: Reply = {
  message_id: '<r1@x>',
  subject: 'S',
  text: 'Yes',
  by: 'ana@archery.example',
  at: new Date('2026-07-04T20:00:00Z'),
}
const mailOfReply = (change: Partial<InquiryMail> = {}): InquiryMail => ({
  lease: null,
  kind: 'reply',
  message_id: reply.message_id,
  to: 'zoe@example.com',
  state: 'pending',
  since: reply.at,
  attempts: 0,
  due_at: new Date(Date.now() + minutes(1)),
  last_error: null,
  sent_at: null,
  ...change,
})

/** People who may see inquiries, by the name that their session has. */
const storeColleagues = () =>
  collection<{ _id: string }>('users').insertMany(
    ['admin', 'viewer'].map((name) => ({ _id: name, name, email: `${name}@archery.example`, role: 'admin' })),
  )

async function setup(given: Partial<Submission> = {}) {
  const jobs: string[] = []
  const app = appWith({ deliver: ({ messageId }) => Boolean(jobs.push(messageId)) })
  const store = (change: Partial<Submission>) =>
    storeInquiry({ name: 'Zoë', message: '\n  A day out.\nFor twelve.', ...given, ...change })
  await store({})
  const send = async (method: string, path: string, body?: unknown, session = 'admin') => {
    const answer = await app.handle(
      new Request(`http://localhost/api/forms${path}`, {
        method,
        headers: {
          cookie: `session=${session}`,
          'content-type': 'application/json',
          'idempotency-key': crypto.randomUUID(),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    )
    if (answer.headers.get('content-type') === 'text/event-stream') await answer.body?.cancel()
    // biome-ignore lint/suspicious/noExplicitAny: of each route another
    return { status: answer.status, body: (answer.bodyUsed ? undefined : await answer.json()) as any }
  }
  const stored = async () => (await inquiries())[0]!
  return { send, store, stored, jobs }
}
const of = (what: string) => `/submissions/${id}/${what}`

test.each<[string, string, unknown?]>([
  ['GET', '/inbox'],
  ['GET', '/inbox/colleagues'],
  ['GET', '/inbox/live'],
  ['GET', of('conversation')],
  ['POST', of('assign'), { person: null }],
  ['POST', of('snooze'), { until: null }],
  ['POST', of('notes'), { text: 'Hello' }],
  ['PUT', of('draft'), { subject: '', text: '' }],
  ['POST', of('unsend'), { reply: 'x' }],
])('%s %s follows the rights on inquiries', async (method, path, body) => {
  const { send } = await setup()
  const as = async (session: string) => (await send(method, path, body, session)).status
  expect([await as(''), await as('user'), await as('staff')]).toEqual([401, 403, 404])
  expect(await as('viewer')).toBe(method === 'GET' ? 200 : 403)
})

test('a conversation is exported only after a sign-in of the last fifteen minutes, as its table is', async () => {
  await setup()
  const exported = (session: string) =>
    appWith().handle(
      new Request(`http://localhost/api/forms${of('export')}`, { headers: { cookie: `session=${session}` } }),
    )
  expect(await (await exported('long-ago')).json()).toMatchObject({ code: 'recent_sign_in_required' })
  expect((await exported('viewer')).status).toBe(403)
  const response = await exported('admin')
  expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('For twelve.')])
})

test('a row shows the first line of the newest message and who takes care of it', async () => {
  const { send, store } = await setup({ assignee: 'viewer' })
  await storeColleagues()
  const rows = async () => (await send('GET', '/inbox')).body.data
  expect(await rows()).toMatchObject([{ id, line: 'A day out.', isOurs: false, assigneeName: 'viewer' }])
  await store({ replies: [reply], assignee: null })
  expect(await rows()).toMatchObject([{ line: 'Yes', isOurs: true, assigneeName: null }])
})

test('a row says whose the line is that it shows, and whether that is proven, also in a search', async () => {
  const at = new Date('2026-07-06T20:00:00Z')
  const other = { address: 'eve@evil.example', sender: 'other' as const, proven: false }
  const { send, stored } = await setup({
    newest_in: { id: new ObjectId(), at, by: 'Zoë <eve@evil.example>', text: 'Pay here instead.', from: other },
    search_words: ['pay', 'here', 'instead', 'saturday', 'day'],
  })
  const mail = {
    inquiry: (await stored())._id,
    state: 'threaded',
    received_at: at,
    subject: 'Re',
    text: 'On Saturday.',
  }
  await collection<Document>('inbound_mails').insertOne({
    ...{ ...mail, keys: ['k'], sender: 'zoe@example.com', sender_is: 'visitor', is_proven: true },
    from: { name: 'Zoë', address: 'zoe@example.com' },
  })
  const row = async (q = '') => (await send('GET', `/inbox${q}`)).body.data[0]
  expect(await row()).toMatchObject({ line: 'Pay here instead.', from: other })
  expect(await row('?q=instead')).toMatchObject({ line: 'Pay here instead.', from: other })
  expect(await row('?q=saturday')).toMatchObject({
    ...{ line: 'On Saturday.', from: { address: 'zoe@example.com', sender: 'visitor', proven: true } },
  })
  // What the visitor wrote in the form.
  expect((await row('?q=day'))?.from?.address).not.toBe('eve@evil.example')
})

test('a search goes through all conversations; a row shows the line that says most', async () => {
  const { send } = await setup({
    spam: true,
    status: 'closed',
    replies: [reply],
    search_words: ['a', 'day', 'out', 'for', 'twelve'],
  })
  const find = async (words: string) => (await send('GET', `/inbox?q=${encodeURIComponent(words)}`)).body
  expect(await find('Day TWEL')).toMatchObject({
    total: 1,
    counts: { spam: 1, waiting: 0 },
    data: [{ id, line: 'A day out.', isOurs: false }],
  })
  expect(await find('day thirteen')).toMatchObject({ total: 0, data: [] })
  expect((await send('GET', `/inbox?q=${'x'.repeat(201)}`)).status).toBe(400)
})

test('an inquiry is assigned to those who may see it, and to nobody', async () => {
  const { send, stored } = await setup()
  const _id = new ObjectId()
  const person = _id.toHexString()
  const assign = (to: string | null) => send('POST', of('assign'), { person: to })
  expect(await assign(person)).toMatchObject({ status: 422, body: { fields: { person: expect.any(String) } } })
  const rights = { contact_submissions: 'view' }
  await collection<Document>('users').insertOne({ _id, email: 'ana@archery.example', role: 'staff', rights })
  expect((await assign(person)).status).toBe(200)
  expect(await stored()).toMatchObject({ assignee: person })
  expect((await assign(null)).status).toBe(200)
  expect(await stored()).toMatchObject({ assignee: null })
})

test('a colleague is told once a day that an inquiry is theirs, and whoever takes one is not told', async () => {
  const { send, stored, store } = await setup()
  const [ana, sam] = [new ObjectId(), new ObjectId()]
  const people = [ana, sam].map((_id, at) => ({ _id, email: `${['ana', 'sam'][at]}@archery.example`, role: 'admin' }))
  await collection<Document>('users').insertMany(people)
  const assign = (to: ObjectId | null) => send('POST', of('assign'), { person: to?.toHexString() ?? null })
  const told = async () => (await stored()).mails.map(({ to, state }) => `${to} ${state}`)
  await assign(ana)
  expect(await told()).toEqual(['ana@archery.example pending'])
  expect(await stored()).toMatchObject({ mails: [{ kind: 'assignment', assigned: { by: 'admin@archery.example' } }] })
  // What was not sent yet is about somebody else by now.
  await assign(sam)
  expect(await told()).toEqual(['sam@archery.example pending'])
  await send('POST', of('undo'))
  expect(await told()).toEqual([])
  await assign(sam)
  const { mails } = await stored()
  await store({ mails: mails.map((mail) => ({ ...mail, state: 'sent' as const, due_at: null })) })
  await assign(null)
  await assign(sam)
  expect(await told()).toEqual(['sam@archery.example sent'])
  await assign(null)
  await send('POST', of('assign'), { person: 'admin' })
  expect(await told()).toEqual(['sam@archery.example sent'])
})

test('an inquiry is snoozed up to a year ahead; one that is closed or spam is not', async () => {
  const { send, store, stored } = await setup()
  const snooze = async (until: string | null) => (await send('POST', of('snooze'), { until })).status
  const until = new Date(Date.now() + minutes(5)).toISOString()
  expect(await snooze(until)).toBe(200)
  expect(await stored()).toMatchObject({ snoozed_until: new Date(until) })
  expect(await snooze('2020-01-01T00:00:00Z')).toBe(422)
  expect(await snooze('tomorrow')).toBe(422)
  expect(await snooze(null)).toBe(200)
  expect(await stored()).toMatchObject({ snoozed_until: null })
  for (const change of [{ status: 'closed' }, { spam: true }] as const) {
    await store(change)
    expect(await snooze(null)).toBe(409)
  }
})

test('a note is mailed to the colleagues it mentions, but not to its author', async () => {
  const { send, stored, jobs } = await setup()
  await storeColleagues()
  const { body } = await send('POST', of('notes'), { text: 'Ask @viewer and @admin, not @nobody.' })
  expect(body.notes).toMatchObject([{ by: 'admin@archery.example', mentions: ['viewer'] }])
  expect(await stored()).toMatchObject({
    team_notes: [{ text: 'Ask @viewer and @admin, not @nobody.' }],
    mails: [{ kind: 'mention', to: 'viewer@archery.example' }],
  })
  expect(jobs).toEqual([expect.stringMatching(/\.mention-[0-9a-f]{16}-viewer@/)])
  expect((await send('POST', of('notes'), { text: ' ' })).status).toBe(422)
})

test('a draft is kept for its author; colleagues see that somebody writes, not what', async () => {
  const { send, store, stored } = await setup()
  await storeColleagues()
  const before = await stored()
  const draft = { subject: 'Your day', text: 'Hi Zo' }
  expect(await send('PUT', of('draft'), draft)).toMatchObject({ status: 200, body: { success: true } })
  const { updated_at, reply_drafts } = await stored()
  expect({ updated_at, reply_drafts }).toEqual({
    updated_at: before.updated_at,
    reply_drafts: [{ person: 'admin', by: 'admin@archery.example', ...draft, at: expect.any(Date) }],
  })
  expect((await send('PUT', `/submissions/${'f'.repeat(24)}/draft`, draft)).status).toBe(404)

  const seen = async (who = 'viewer') => (await send('GET', of('conversation'), undefined, who)).body
  expect(await seen('admin')).toMatchObject({ draft, replying: [] })
  expect(await seen()).toMatchObject({ draft: null, replying: ['admin'] })
  expect(JSON.stringify(await seen())).not.toContain('Hi Zo')
  const at = new Date(Date.now() - minutes(1))
  await store({ reply_drafts: [{ person: 'admin', by: 'a@x', ...draft, at }] })
  expect(await seen()).toMatchObject({ replying: [] })
})

test('a reply is refused when a newer message than the one it has seen has arrived, unless it is sent anyway', async () => {
  const { send, stored } = await setup({ replies: [reply] })
  const answer = (more: object) => send('POST', of('reply'), { subject: 'Hello', text: 'Hi', ...more })
  const texts = async () => (await stored()).replies?.map(({ text }) => text)
  expect(await answer({ seen: id })).toMatchObject({
    status: 409,
    body: { error: 'ana@archery.example has answered in the meantime.', newer: { id: '<r1@x>', text: 'Yes' } },
  })
  expect(await texts()).toEqual(['Yes'])
  expect((await answer({ seen: '<r1@x>' })).status).toBe(200)
  expect((await answer({ seen: '<r1@x>', anyway: true })).status).toBe(200)
  expect(await texts()).toEqual(['Yes', 'Hi', 'Hi'])
})

test('of two replies to the same message at the same moment one is recorded', async () => {
  const { send, stored } = await setup()
  const answer = () => send('POST', of('reply'), { subject: 'Hello', text: 'Hi', seen: id })
  const answers = await Promise.all([answer(), answer()])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect((await stored()).replies).toHaveLength(1)
})

test('a reply that can be undone or is sent later is held, not queued', async () => {
  const { send, jobs } = await setup()
  const sent = { subject: 'Hello', text: 'Hi' }
  const heldFor = async (more: object) => {
    const { body } = await send('POST', of('reply'), { ...sent, ...more })
    return Date.parse(body.mails.at(-1).nextTryAt) - Date.now()
  }
  expect(await heldFor({ undoable: true })).toBeGreaterThan(9_000)
  expect(await heldFor({ sendAt: new Date(Date.now() + minutes(60)).toISOString() })).toBeGreaterThan(minutes(59))
  expect(jobs).toEqual([])
  expect((await send('POST', of('reply'), { ...sent, sendAt: '2020-01-01T00:00:00Z' })).status).toBe(422)
})

test('a reply that is undone becomes the draft of who undoes it; one that was sent stays', async () => {
  const former = { status: 'in_progress' as const, answered_at: null, closed_at: null, snoozed_until: null }
  const given: Partial<Submission> = { status: 'answered', replies: [{ ...reply, former }] }
  const { send, store, stored } = await setup({ ...given, mails: [mailOfReply()] })
  const undo = async (message: string) => (await send('POST', of('unsend'), { reply: message })).status
  expect(await undo('other')).toBe(409)
  expect(await undo(reply.message_id)).toBe(200)
  expect(await stored()).toMatchObject({
    status: 'in_progress',
    replies: [],
    mails: [],
    reply_drafts: [{ person: 'admin', subject: 'S', text: 'Yes' }],
  })
  await store({ ...given, mails: [mailOfReply({ state: 'sent', due_at: null })] })
  expect(await undo(reply.message_id)).toBe(409)
  expect((await stored()).replies).toHaveLength(1)
})
