import { minutes } from '@app/contracts/durations'
import { Types } from 'mongoose'
import { expect, test } from 'vitest'
import { formsDatabase } from '../app.fixture'
import type { InquiryMail, Reply, StoredNote, Submission } from '../inquiries/submission-document'

const { appWith } = formsDatabase()

const id = '0123456789abcdef01234567'
const stored = (given: Partial<Submission> = {}): Submission => ({
  _id: new Types.ObjectId(id),
  form_id: 'contact_form',
  name: 'Zoë',
  email: 'zoe@example.com',
  message: '\n  A day out.\nFor twelve.',
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
  ...given,
})
const reply: Reply = { message_id: '<r1@x>', subject: 'S', text: 'Yes', by: 'ana@archery.example', at: new Date() }
const counts = { waiting: 1, mine: 0, unassigned: 0, them: 0, snoozed: 0, spam: 0 }
const never = () => Promise.reject(new Error('not part of this test'))

function setup(found = stored(), deps: NonNullable<Parameters<typeof appWith>[0]> = {}) {
  const changes: unknown[] = []
  const jobs: string[] = []
  const noted = (...what: unknown[]) => {
    changes.push(what)
    return found
  }
  const app = appWith({
    inquiries: {
      find: async (asked) => (asked === id ? found : undefined),
      counters: never,
      setStatus: never,
      assign: async (_, person) => noted('assign', person),
      undo: never,
      resend: never,
      markAsSpam: never,
      release: never,
      answer: async (_, { text }, mails, guard) => ({ ...noted('answer', text, guard), mails: [...mails] }),
      withdraw: async (_, { text }, isNewest) => noted('withdraw', text, isNewest),
    },
    inbox: {
      page: async () => [found],
      search: async (words, page) => {
        changes.push(['search', words, page])
        return { found: [found], total: 1 }
      },
      counts: async () => counts,
      earlier: async () => [],
    },
    teamwork: {
      snooze: async (_, until) => noted('snooze', until?.toISOString() ?? null),
      addNote: async (_, note: StoredNote, mails: readonly InquiryMail[]) => ({
        ...noted('note', note.text),
        team_notes: [note],
        mails: [...mails],
      }),
      keepDraft: async (asked, person, _, draft) => {
        if (asked !== id) return false
        noted('draft', person, draft)
        return true
      },
    },
    colleagues: {
      list: async () =>
        ['admin', 'viewer'].map((name) => ({ id: name, name, email: `${name}@archery.example`, handle: name })),
    },
    mail: { deliver: async ({ messageId }) => Boolean(jobs.push(messageId)) },
    ...deps,
  })
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
    const text = await answer.text()
    return { status: answer.status, body: text.startsWith(':') ? text : JSON.parse(text) }
  }
  return { send, changes, jobs }
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
  const as = async (session: string) => (await setup().send(method, path, body, session)).status
  expect([await as(''), await as('user'), await as('staff')]).toEqual([401, 403, 404])
  expect(await as('viewer')).toBe(method === 'GET' ? 200 : 403)
})

test('a row shows the first line of the newest message and who takes care of it', async () => {
  const rows = async (given: Partial<Submission>) => (await setup(stored(given)).send('GET', '/inbox')).body.data
  expect(await rows({ assignee: 'viewer' })).toMatchObject([
    { line: 'A day out.', isOurs: false, assigneeName: 'viewer' },
  ])
  expect(await rows({ replies: [reply] })).toMatchObject([{ line: 'Yes', isOurs: true, assigneeName: null }])
})

test('a search goes through all conversations; a row shows the line that says most', async () => {
  const { send, changes } = setup(stored({ replies: [reply] }))
  const { body } = await send('GET', '/inbox?view=spam&q=Day%20TWELVE&page=2')
  expect(changes).toEqual([['search', ['day', 'twelve'], 2]])
  expect(body).toMatchObject({ total: 1, counts, data: [{ id, line: 'A day out.', isOurs: false }] })
  expect((await send('GET', `/inbox?q=${'x'.repeat(201)}`)).status).toBe(400)
})

test('an inquiry is assigned to those who may see it, and to nobody', async () => {
  const { send, changes } = setup()
  const person = 'a'.repeat(24)
  expect((await send('POST', of('assign'), { person: null })).status).toBe(200)
  expect(await send('POST', of('assign'), { person })).toMatchObject({
    status: 422,
    body: { fields: { person: expect.any(String) } },
  })
  expect(changes).toEqual([['assign', null]])
})

test('an inquiry is snoozed up to a year ahead; one that is closed or spam is not', async () => {
  const { send, changes } = setup()
  const until = new Date(Date.now() + minutes(5)).toISOString()
  expect((await send('POST', of('snooze'), { until })).status).toBe(200)
  expect((await send('POST', of('snooze'), { until: null })).status).toBe(200)
  expect((await send('POST', of('snooze'), { until: '2020-01-01T00:00:00Z' })).status).toBe(422)
  expect((await send('POST', of('snooze'), { until: 'tomorrow' })).status).toBe(422)
  expect(changes).toEqual([
    ['snooze', until],
    ['snooze', null],
  ])
  const teamwork = { snooze: async () => undefined, addNote: never, keepDraft: never }
  expect((await setup(stored(), { teamwork }).send('POST', of('snooze'), { until: null })).status).toBe(409)
})

test('a note is mailed to the colleagues it mentions, but not to its author', async () => {
  const { send, changes, jobs } = setup()
  const { body } = await send('POST', of('notes'), { text: 'Ask @viewer and @admin, not @nobody.' })
  expect(body.notes).toMatchObject([{ by: 'admin@archery.example', mentions: ['viewer'] }])
  expect(changes).toEqual([['note', 'Ask @viewer and @admin, not @nobody.']])
  expect(jobs).toEqual([expect.stringMatching(/\.mention-[0-9a-f]{16}-viewer@/)])
  expect((await send('POST', of('notes'), { text: ' ' })).status).toBe(422)
})

test('a draft is kept for its author; colleagues see that somebody writes, not what', async () => {
  const { send, changes } = setup()
  const draft = { subject: 'Your day', text: 'Hi Zo' }
  expect(await send('PUT', of('draft'), draft)).toMatchObject({ status: 200, body: { success: true } })
  expect(changes).toEqual([['draft', 'admin', { ...draft, files: [] }]])
  expect((await send('PUT', `/submissions/${'f'.repeat(24)}/draft`, draft)).status).toBe(404)

  const drafts = (at: Date) => stored({ reply_drafts: [{ person: 'viewer', by: 'v@x', ...draft, at }] })
  const seen = async (at: Date) => (await setup(drafts(at)).send('GET', of('conversation'))).body
  expect(await seen(new Date())).toMatchObject({ draft: null, replying: ['viewer'] })
  expect(JSON.stringify(await seen(new Date()))).not.toContain('Hi Zo')
  expect(await seen(new Date(Date.now() - minutes(1)))).toMatchObject({ replying: [] })
  const own = (await setup(drafts(new Date())).send('GET', of('conversation'), undefined, 'viewer')).body
  expect(own).toMatchObject({ draft, replying: [] })
})

test('a reply is refused when a newer message than the one it has seen has arrived, unless it is sent anyway', async () => {
  const { send, changes } = setup(stored({ replies: [reply] }))
  const sent = { subject: 'Hello', text: 'Hi' }
  expect(await send('POST', of('reply'), { ...sent, seen: id })).toMatchObject({
    status: 409,
    body: { error: 'ana@archery.example has answered in the meantime.', newer: { id: '<r1@x>', text: 'Yes' } },
  })
  expect(changes).toEqual([])
  expect((await send('POST', of('reply'), { ...sent, seen: id, anyway: true })).status).toBe(200)
  expect((await send('POST', of('reply'), { ...sent, seen: '<r1@x>' })).status).toBe(200)
  expect(changes).toEqual([
    ['answer', 'Hi', { person: 'admin' }],
    ['answer', 'Hi', { person: 'admin', replies: 1, incoming: 0 }],
  ])
})

test('a reply that can be undone or is sent later is held, not queued', async () => {
  const { send, jobs } = setup()
  const sent = { subject: 'Hello', text: 'Hi' }
  const heldFor = async (more: object) => {
    const { body } = await send('POST', of('reply'), { ...sent, ...more })
    return Date.parse(body.mails[0].nextTryAt) - Date.now()
  }
  expect(await heldFor({ undoable: true })).toBeGreaterThan(9_000)
  expect(await heldFor({ sendAt: new Date(Date.now() + minutes(60)).toISOString() })).toBeGreaterThan(minutes(59))
  expect(jobs).toEqual([])
  expect((await send('POST', of('reply'), { ...sent, sendAt: '2020-01-01T00:00:00Z' })).status).toBe(422)
})

test('a reply that is undone becomes the draft of who undoes it; one that was sent stays', async () => {
  const { send, changes } = setup(stored({ replies: [reply] }))
  expect((await send('POST', of('unsend'), { reply: '<r1@x>' })).status).toBe(200)
  expect(changes).toEqual([
    ['withdraw', 'Yes', true],
    ['draft', 'admin', { subject: 'S', text: 'Yes', files: [] }],
  ])
  expect((await send('POST', of('unsend'), { reply: 'other' })).status).toBe(409)
})
