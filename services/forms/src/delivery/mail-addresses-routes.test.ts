import { expect, test } from 'vitest'
import { appWith } from '../app.fixture'

const token = `${'a'.repeat(24)}.3.${'b'.repeat(20)}`

function setup() {
  const done: string[] = []
  const app = appWith({
    mailings: {
      find: async () => undefined,
      erase: async () => 0,
      recipientWith: async (given) => (given === token ? 'ada@example.com' : undefined),
    },
    mailAddresses: {
      find: async () => [],
      page: async () => ({ data: [], total: 0 }),
      retry: async (email) => email === 'ada@example.com',
      suppress: async (email, { reason }) => void done.push(`${email} ${reason}`),
      erase: () => Promise.reject(new Error('not part of this test')),
    },
  })
  const send = (path: string, init: RequestInit = {}) =>
    app.handle(new Request(`http://localhost/api/forms/${path}`, init))
  return { send, done }
}

test.each([
  ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
  [
    'multipart/form-data; boundary=b',
    '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--',
  ],
])('a mail program unsubscribes its owner in one step, with %s', async (type, body) => {
  const { send, done } = setup()
  const headers = { 'content-type': type, origin: 'https://mail.example' }
  const response = await send(`unsubscribe?t=${token}`, { method: 'POST', headers, body })
  expect(response.status).toBe(200)
  expect(await response.text()).toContain('You are unsubscribed')
  expect(done).toEqual(['ada@example.com unsubscribed'])
})

test('opening the address changes nothing, and a forged token is none', async () => {
  const { send, done } = setup()
  const page = await send(`unsubscribe?t=${token}`)
  expect(await page.text()).toContain('<form method="post">')
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  const forged = await send('unsubscribe?t=x', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(forged.status).toBe(404)
  expect(done).toEqual([])
})

test('admins write to an address again', async () => {
  const { send } = setup()
  const retry = (email: string, who = 'admin') =>
    send('mail-addresses/retry', {
      method: 'POST',
      headers: { cookie: `session=${who}`, 'content-type': 'application/json' },
      body: JSON.stringify({ email }),
    })
  expect((await retry(' Ada@Example.com')).status).toBe(200)
  expect((await retry('ben@example.com')).status).toBe(404)
  expect((await retry('ada@example.com', 'teacher')).status).toBe(403)
})
