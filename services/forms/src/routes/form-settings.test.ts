import type { StoredFormSettings } from '@app/contracts/form-settings'
import { expect, test } from 'vitest'
import { appWith, contactForm } from '../app.fixture'
import type { Form } from '../models/form'

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
  let stored: Form & { updated_at: Date } = { ...contactForm, updated_at: new Date(version) }
  const app = appWith({
    forms: {
      find: async () => stored,
      read: async () => stored,
      update: async (_, change, seen) => {
        if (seen.getTime() !== stored.updated_at.getTime()) return undefined
        stored = { ...stored, ...change, updated_at: new Date('2026-07-05T00:00:00Z') }
        return stored
      },
    },
  })
  return async (method: string, path: string, body?: unknown) => {
    const answer = await app.handle(
      new Request(`http://localhost/api/forms/settings${path}`, {
        method,
        headers: { cookie, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    )
    return { status: answer.status, body: await answer.json() }
  }
}

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
  [{ bookingUrl: 'javascript:alert(1)' }, 'settings.bookingUrl', 'Booking page must be a web address'],
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
