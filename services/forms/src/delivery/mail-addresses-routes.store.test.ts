import { expect, test } from 'vitest'
import { mailAddresses } from '../addresses/mail-addresses'
import { formsDatabase } from '../app.fixture'
import { mailingStore, type StoredMailing, unsubscribeToken } from '../mailings/mailing'

const { appWith, collection, mongo } = formsDatabase()

function setup() {
  const app = appWith()
  const send = (path: string, init: RequestInit = {}) =>
    app.handle(new Request(`http://localhost/api/forms/${path}`, init))
  const left = async () => (await addresses.page(1)).data.map(({ email, reason }) => `${email} ${reason}`)
  return { send, left }
}
const addresses = mailAddresses(mongo.db)

/** What the mail of a mailing to this address names its recipient by. */
async function tokenOf(email: string) {
  const mailings = mailingStore(() => collection<StoredMailing>('mailings'), 'archery.example')
  const stored = await mailings.insert({
    ...{ id: 'a'.repeat(24), subject: 'S', text: 'T', to: ['students'], about: 'lessons', by: 'x', byId: 'x' },
    ...{ request: 'r', requestId: 'r', recipients: [{ name: 'Ada', email }] },
  })
  const released = await mailings.release(stored, 1)
  return unsubscribeToken(released!, released!.mails[0]!.message_id)!
}

test.each([
  ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
  [
    'multipart/form-data; boundary=b',
    '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--',
  ],
])('a mail program unsubscribes its owner in one step, with %s', async (type, body) => {
  const { send, left } = setup()
  const token = await tokenOf('ada@example.com')
  const headers = { 'content-type': type, origin: 'https://mail.example' }
  const response = await send(`unsubscribe?t=${token}`, { method: 'POST', headers, body })
  expect(response.status).toBe(200)
  expect(await response.text()).toContain('You are unsubscribed')
  expect(await left()).toEqual(['ada@example.com unsubscribed'])
})

test('opening the address changes nothing, and a forged token is none', async () => {
  const { send, left } = setup()
  const token = await tokenOf('ada@example.com')
  const page = await send(`unsubscribe?t=${token}`)
  expect(await page.text()).toContain('<form method="post">')
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  const forged = await send(`unsubscribe?t=${token.replace(/.$/, (end) => (end === '0' ? '1' : '0'))}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(forged.status).toBe(404)
  expect(await left()).toEqual([])
})

test('admins write to an address again', async () => {
  const { send, left } = setup()
  await addresses.suppress('ada@example.com', { reason: 'bounced', at: new Date() })
  const retry = (email: string, who = 'admin') =>
    send('mail-addresses/retry', {
      method: 'POST',
      headers: { cookie: `session=${who}`, 'content-type': 'application/json' },
      body: JSON.stringify({ email }),
    })
  expect((await retry('ada@example.com', 'teacher')).status).toBe(403)
  expect(await left()).toEqual(['ada@example.com bounced'])
  expect((await retry(' Ada@Example.com')).status).toBe(200)
  expect(await left()).toEqual([])
  expect((await retry('ben@example.com')).status).toBe(404)
})
