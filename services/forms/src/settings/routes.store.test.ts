import type { StoredEntry } from '@app/audit'
import type { StoredFormSettings } from '@app/contracts/form-settings'
import type { DeliveryJob } from '@app/mail'
import { beforeEach, expect, test } from 'vitest'
import { formsDatabase } from '../app.fixture'

const { appWith, collection, mailings, storeForm } = formsDatabase()
beforeEach(() => storeForm({ updated_at: new Date(version) }))

const version = '2026-07-04T19:05:00.000Z'
const settings = {
  recipient: 'chief@archery.example',
  replyTo: 'school@archery.example',
  notificationSubject: '{interest} from {name}',
  sendAutoReply: true,
  autoReplySubject: 'Thank you, {first_name}',
  autoReplyText: 'Hi {first_name},\n\nWe will respond within 24 hours.\n\n{school}',
  school: 'Valley Oak Archery',
  bookingUrl: 'https://booking.example.com/valley-oak-archery',
  interests: [
    { value: 'Leagues', label: 'Leagues and Clubs' },
    { value: 'Other', label: 'Other Inquiry' },
  ],
}

function setup(cookie = 'session=admin') {
  const jobs: DeliveryJob[] = []
  const app = appWith({ deliver: (job) => Boolean(jobs.push(job)) })
  const send = async (method: string, path: string, body?: unknown) => {
    const answer = await app.handle(
      new Request(`http://localhost/api/forms/settings${path}`, {
        method,
        headers: { cookie, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    )
    return { status: answer.status, body: await answer.json() }
  }
  return Object.assign(send, { jobs })
}

test('the former addresses are told who changed them, and the audit names what changed', async () => {
  const send = setup()
  await send('PUT', '', { settings, version })
  const [notice] = await mailings()
  expect(notice).toMatchObject({ is_notice: true, mails: [{ to: 'school@archery.example', state: 'pending' }] })
  expect(notice!.text).toContain('admin@archery.example has changed where inquiries are sent.')
  expect(notice!.text).not.toContain('chief@archery.example')
  expect(send.jobs).toMatchObject([{ source: 'mailing', messageId: notice!.mails[0]!.message_id }])
  const audit = () => collection<StoredEntry>('audit_log').find().sort({ number: 1 }).toArray()
  expect(await audit()).toMatchObject([
    { action: 'settings', about: { fields: expect.stringContaining('recipient, ') } },
  ])
  expect(JSON.stringify(await audit())).not.toContain('chief@')
  const { body } = (await send('GET', '')) as { body: StoredFormSettings }
  await send('PUT', '', { settings: { ...settings, replyTo: 'other@archery.example' }, version: body.version })
  expect((await mailings())[1]!.mails.map(({ to }) => to)).toEqual(['chief@archery.example', 'school@archery.example'])
  expect((await audit())[1]).toMatchObject({ about: { fields: 'replyTo' } })
})

test('a notice is stored before its change; a change that conflicts leaves none, one of other settings causes none', async () => {
  const send = setup()
  expect((await send('PUT', '', { settings, version: '2020-01-01T00:00:00.000Z' })).status).toBe(409)
  expect([await mailings(), send.jobs]).toEqual([[], []])
  const same = { ...settings, recipient: 'school@archery.example' }
  expect((await send('PUT', '', { settings: same, version })).status).toBe(200)
  expect(await mailings()).toEqual([])
})

test('after an hour settings are read, but changed only after a new sign-in', async () => {
  const send = setup('session=long-ago')
  expect((await send('GET', '')).status).toBe(200)
  expect(await send('PUT', '', { settings, version })).toMatchObject({
    status: 403,
    body: { code: 'recent_sign_in_required' },
  })
})

test('settings are read, changed, and read again', async () => {
  const send = setup()
  expect((await send('GET', '')).body).toMatchObject({ version, settings: { recipient: 'school@archery.example' } })
  expect(await send('PUT', '', { settings, version })).toMatchObject({ status: 200, body: { settings } })
  expect((await send('GET', '')).body).toMatchObject({ settings })
})

test('the value of a new interest is made of its name; an interest that is added again keeps its value', async () => {
  const send = setup()
  const save = async (interests: object[]) => {
    const { version } = (await send('GET', '')).body as StoredFormSettings
    const saved = await send('PUT', '', { settings: { ...settings, interests }, version })
    return (saved.body as StoredFormSettings).settings.interests
  }
  const field = { value: '', label: 'Field Archery' }
  expect(await save([{ value: 'Other', label: 'Something else' }, field])).toEqual([
    { value: 'Other', label: 'Something else' },
    { value: 'Field Archery', label: 'Field Archery' },
  ])
  expect(await save([{ value: '', label: 'Archery Lessons' }])).toEqual([
    { value: 'Lessons', label: 'Archery Lessons' },
  ])
})

test('the question how visitors heard about the school is asked once it has answers; a change that does not name them keeps them', async () => {
  const send = setup()
  const save = async (change: object) => {
    const { version } = (await send('GET', '')).body as StoredFormSettings
    const { status, body } = await send('PUT', '', { settings: { ...settings, ...change }, version })
    return [status, (body as StoredFormSettings).settings?.heardFrom]
  }
  expect(await save({})).toEqual([200, []])
  expect(await save({ heardFrom: [' A friend ', 'Search'] })).toEqual([200, ['A friend', 'Search']])
  expect(await save({})).toEqual([200, ['A friend', 'Search']])
  expect(await save({ heardFrom: ['A friend', 'a friend'] })).toEqual([422, undefined])
  expect(await save({ heardFrom: [] })).toEqual([200, []])
})

test('a change based on old settings is a conflict', async () => {
  const send = setup()
  await send('PUT', '', { settings, version })
  expect((await send('PUT', '', { settings, version })).status).toBe(409)
})

test.each([
  [{ recipient: 'a@b.example, c@d.example' }, 'settings.recipient', 'Recipient is not a valid email'],
  [{ autoReplyText: '  ' }, 'settings.autoReplyText', 'Text is required'],
  [{ notificationSubject: 'x\r\nBcc: y@example.com' }, 'settings.notificationSubject', expect.any(String)],
  [{ autoReplyText: 'It costs {price}.' }, 'settings.autoReplyText', 'There is no placeholder {price}.'],
  [{ interests: [] }, 'settings.interests', 'Visitors need an interest to choose'],
  [{ interests: [{ value: 'Falconry', label: 'Falconry' }] }, 'settings.interests', expect.any(String)],
  [
    { interests: ['Leagues', 'leagues'].map((label) => ({ value: '', label })) },
    'settings.interests',
    'Two interests have the same name',
  ],
  [
    { bookingUrl: 'javascript:alert(1)' },
    'settings.bookingUrl',
    'This is a fact of the website. Change it under Website, Facts.',
  ],
])('the setting %o is refused', async (change, field, text) => {
  const send = setup()
  expect(await send('PUT', '', { settings: { ...settings, ...change }, version })).toMatchObject({
    status: 422,
    body: { fields: { [field]: text } },
  })
  expect((await send('GET', '')).body).toMatchObject({ version })
})

test('a preview fills a text in for a sample visitor and names unknown placeholders', async () => {
  expect((await setup()('POST', '/preview', { subject: 'For {name}', text: 'Hi {first_name}, {later}' })).body).toEqual(
    {
      subject: 'For Zoë Quinn',
      text: 'Hi Zoë, {later}',
      missing: ['later'],
    },
  )
})

test.each([
  ['', 401],
  ['session=viewer', 403],
  ['session=user', 403],
])('with the cookie %j settings are answered %d', async (cookie, status) => {
  const send = setup(cookie)
  for (const [method, path, body] of [
    ['GET', ''],
    ['PUT', '', { settings, version }],
    ['POST', '/preview', { subject: '', text: '' }],
  ] as const)
    expect((await send(method, path, body)).status).toBe(status)
})
