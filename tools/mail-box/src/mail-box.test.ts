import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { afterEach, expect, test } from 'vitest'
import { createApp } from './app'
import { createRefusals, type MailStore, openMailStore } from './mail-store'
import type { Message } from './message'
import { createSmtpServer } from './smtp'

const running: { close(done?: () => void): void }[] = []
afterEach(() => {
  for (const server of running.splice(0)) server.close()
})

async function startMailBox({
  dir = mkdtempSync(join(tmpdir(), 'mail-box-')),
  limit = 500,
  store = undefined as MailStore | undefined,
} = {}) {
  const kept = store ?? (await openMailStore(dir, limit))
  const refusals = createRefusals()
  const smtp = createSmtpServer(kept, undefined, refusals)
  running.push(smtp)
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  const { port } = smtp.server.address() as AddressInfo
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true })
  const app = createApp(kept, refusals)
  const get = (path: string, method = 'GET') => app.handle(new Request(`http://localhost${path}`, { method }))
  const messages = async () => (await (await get('/api/messages')).json()) as Message[]
  return { dir, transport, get, messages }
}

const inquiry = {
  from: { name: 'Archery School', address: 'site@archery.example' },
  to: { name: 'Front desk', address: 'desk@archery.example' },
  replyTo: { name: 'Zoë "Z" Ünal', address: 'zoe@visitor.example' },
  subject: 'New inquiry: Lessons – Zoë',
  date: new Date('2026-07-31T12:00:00Z'),
  text: 'Hello <b>there</b> 🏹',
  html: '<p>Hello <script>alert(1)</script></p>',
}

test('a mail can be read with its people, subject, date, texts and headers', async () => {
  const box = await startMailBox()
  await box.transport.sendMail({ ...inquiry, messageId: '<one@archery.example>' })
  expect(await box.messages()).toEqual([
    {
      id: expect.any(String),
      from: inquiry.from,
      to: [inquiry.to],
      replyTo: inquiry.replyTo,
      subject: inquiry.subject,
      date: '2026-07-31T12:00:00.000Z',
      text: expect.stringContaining(inquiry.text),
      html: expect.stringContaining('<p>Hello'),
      headers: expect.objectContaining({ 'message-id': '<one@archery.example>' }),
    },
  ])
})

test('a picture that travels in its mail is shown, and is none of its files', async () => {
  const box = await startMailBox()
  const png = Buffer.from('a picture')
  await box.transport.sendMail({
    ...inquiry,
    html: '<img src="cid:logo@school">',
    attachments: [
      {
        filename: 'logo.png',
        contentType: 'image/png',
        content: png,
        cid: 'logo@school',
        contentDisposition: 'inline',
      },
      { filename: 'packing.txt', content: 'Water.' },
    ],
  })
  const [{ html, attachments }] = (await box.messages()) as [Message]
  expect(html.trim()).toBe(`<img src="data:image/png;base64,${png.toString('base64')}">`)
  expect(attachments).toEqual([{ name: 'packing.txt', size: 6 }])
})

test('an address can be refused for a while', async () => {
  const box = await startMailBox()
  const path = '/api/refusals/Desk%40archery.example'
  expect(await (await box.get(path, 'PUT')).json()).toEqual(['desk@archery.example'])
  await expect(box.transport.sendMail(inquiry)).rejects.toMatchObject({ responseCode: 550, command: 'RCPT TO' })
  expect(await (await box.get(path, 'DELETE')).json()).toEqual([])
  await box.transport.sendMail(inquiry)
  expect(await box.messages()).toHaveLength(1)
})

test('the newest mail comes first and only so many are kept', async () => {
  const box = await startMailBox({ limit: 2 })
  for (const subject of ['first', 'second', 'third']) await box.transport.sendMail({ ...inquiry, subject })
  expect((await box.messages()).map(({ subject }) => subject)).toEqual(['third', 'second'])
  expect(readdirSync(box.dir)).toHaveLength(2)
})

test('mails outlive a restart and a draft left by a crash is not taken for one', async () => {
  const before = await startMailBox()
  await before.transport.sendMail(inquiry)
  writeFileSync(join(before.dir, '000000000000001-00000000.eml.part'), 'half a ma')
  const after = await startMailBox({ dir: before.dir })
  expect((await after.messages()).map(({ subject }) => subject)).toEqual([inquiry.subject])
})

test('a mail that cannot be written is not accepted', async () => {
  const full: MailStore = { list: () => [], add: () => Promise.reject(new Error('no space left')) }
  const box = await startMailBox({ store: full })
  await expect(box.transport.sendMail(inquiry)).rejects.toMatchObject({ responseCode: 451 })
})

test('a mail over 20 megabytes is refused, and the next one is taken', async () => {
  const box = await startMailBox()
  const long = 'All work and no play.\n'.repeat(1_000_000)
  await expect(box.transport.sendMail({ ...inquiry, text: long })).rejects.toMatchObject({ responseCode: 552 })
  await box.transport.sendMail(inquiry)
  expect(await box.messages()).toHaveLength(1)
})

test('any recipient is taken and many mails at once all arrive', async () => {
  const box = await startMailBox()
  const people = Array.from({ length: 40 }, (_, index) => `person-${index}@anywhere.example`)
  await Promise.all(people.map((to) => box.transport.sendMail({ ...inquiry, to })))
  const receivers = (await box.messages()).map(({ to }) => to[0]?.address)
  expect(receivers.sort()).toEqual(people.sort())
})

test('the page shows what a mail says as text and its HTML in a frame without scripts', async () => {
  const box = await startMailBox()
  await box.transport.sendMail({ ...inquiry, subject: '<img src=x onerror=alert(1)>' })
  const answer = await box.get('/')
  const page = await answer.text()
  expect(page).not.toContain('<img')
  expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;')
  expect(page).toContain('Hello &lt;b&gt;there')
  expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(page).not.toMatch(/sandbox="[^"]*allow-(scripts|same-origin)/)
  expect(answer.headers.get('content-security-policy')).toMatch(/script-src 'nonce-/)
})

test('an id that is not kept gets a page that says so, with nothing of the id in it', async () => {
  const box = await startMailBox()
  const page = await (await box.get('/?id=%22%3E%3Cscript%3E')).text()
  expect(page).toContain('This email is no longer stored.')
  expect(page).not.toContain('"><script>')
})

test('the process says it is healthy', async () => {
  expect((await (await startMailBox()).get('/healthz')).status).toBe(200)
})

test('requests for another host name are refused, so that no other site can read the mails', async () => {
  const app = createApp(await openMailStore(mkdtempSync(join(tmpdir(), 'mail-box-'))))
  const statusAt = async (host: string) => (await app.handle(new Request(`http://${host}/api/messages`))).status
  for (const host of ['localhost:8025', '127.0.0.1:8025', '[::1]:8025', 'mail.localhost', 'mail-box:3000'])
    expect(await statusAt(host), host).toBe(200)
  for (const host of ['evil.example', 'localhost.evil.example', '192.168.1.5:8025'])
    expect(await statusAt(host), host).toBe(421)
})
