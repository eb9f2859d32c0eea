import { ObjectId } from 'mongodb'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBrowser } from '../support/browser'
import { nightlyTest } from '../support/cases'
import { startFaultProxy } from '../support/fault-proxy'
import { inquiry } from '../support/inquiry'
import { adminEmail, type Product } from '../support/product'
import { startReplica } from '../support/replica'
import { secondAdmin, shareSite } from '../support/shared-products'
import { signIn } from '../support/sign-in'
import { until } from '../support/until'

let product: Product
beforeAll(async () => {
  product = await shareSite()
})
afterAll(() => product?.stop())

const send = (change = {}) => createBrowser(product.site).post('/api/forms/submit', inquiry(change))
const mailsOf = async (id: string) =>
  (await product.mails()).filter(({ headers }) => headers['message-id']?.includes(id))
const delivered = (id: unknown) => until(`the mail of ${id}`, async () => (await mailsOf(String(id))).length > 0)

test('F13: with Redis stopped, an inquiry is accepted at once and mailed once Redis is back', async () => {
  await product.stack.stopProcess('redis', 'SIGKILL')
  const ids: unknown[] = []
  for (let i = 0; i < 2; i++) {
    // A service that waits for Redis is a 504 of Nginx.
    const answer = await send()
    expect(answer).toMatchObject({ status: 200, body: { success: true } })
    ids.push(answer.body.id)
  }
  expect(
    await product.db.collection('contact_submissions').countDocuments({ 'mails.state': 'pending' }),
  ).toBeGreaterThanOrEqual(2)
  await product.stack.startProcess('redis')
  for (const id of ids) await delivered(id)
  for (const id of ids) expect((await mailsOf(String(id))).length).toBe(1)
})

test('F14: a flushed Redis loses no mail', async () => {
  await product.stack.stopProcess('email-worker')
  const answer = await send()
  const { default: net } = await import('node:net')
  await new Promise<void>((resolve, reject) => {
    const socket = net.connect(product.stack.ports.redis!, '127.0.0.1', () => socket.write('FLUSHALL\r\n'))
    socket.once('data', () => {
      socket.end()
      resolve()
    })
    socket.once('error', reject)
  })
  await product.stack.startProcess('email-worker')
  await delivered(answer.body.id)
  expect((await mailsOf(String(answer.body.id))).length).toBe(1)
})

// By day inquiry-deliver.test.ts sees one that refuses.
nightlyTest('with the mail server stopped, an inquiry is accepted and mailed once it is back', async () => {
  await product.stack.stopProcess('mail-box')
  const answer = await send()
  expect(answer).toMatchObject({ status: 200, body: { success: true } })
  const booked = await until('the failed try to be booked', async () => {
    const found = await product.db
      .collection('contact_submissions')
      .findOne({ _id: new ObjectId(String(answer.body.id)), 'mails.last_error': { $ne: null } })
    return found ?? undefined
  })
  expect(booked.mails).toMatchObject([
    { state: 'pending', attempts: 1, last_error: expect.stringContaining('mail server') },
  ])
  await product.stack.startProcess('mail-box')
  // It is tried again after seconds, later each time.
  await product.db
    .collection('contact_submissions')
    .updateOne({ _id: booked._id }, { $set: { 'mails.0.due_at': new Date(0) } })
  await delivered(answer.body.id)
  expect((await mailsOf(String(answer.body.id))).length).toBe(1)
})

// By day inquiry-deliver.test.ts kills one between a delivery and its record.
nightlyTest('a killed worker loses no mail', async () => {
  await product.stack.stopProcess('email-worker', 'SIGKILL')
  const answers = await Promise.all(Array.from({ length: 5 }, () => send()))
  await product.stack.startProcess('email-worker')
  for (const { body } of answers) await delivered(body.id)
})

test('F01: a stopped service is a JSON 503 while the other services and the page keep working', async () => {
  await product.stack.stopProcess('forms', 'SIGKILL')
  const answer = await send()
  expect(answer).toMatchObject({
    status: 503,
    body: { error: expect.any(String), code: 'unavailable', requestId: expect.any(String) },
  })
  expect((await createBrowser(product.site).get('/api/users/me')).status).toBe(401)
  expect((await fetch(`${product.site}/`)).status).toBe(200)
  await product.stack.startProcess('forms')
  expect((await send()).status).toBe(200)
})

test('F02: a hung service is a JSON 504 while the others keep working', async () => {
  const auth = product.stack.pidOf('auth')!
  process.kill(auth, 'SIGSTOP')
  try {
    const answer = await createBrowser(product.site).get('/api/users/me')
    expect(answer).toMatchObject({ status: 504, body: { code: 'unavailable', error: expect.any(String) } })
    expect((await send()).status).toBe(200)
  } finally {
    process.kill(auth, 'SIGCONT')
  }
  await until('auth to go on', async () => (await createBrowser(product.site).get('/api/users/me')).status === 401)
})

test('F08, F34: with a lost database reply and a full log disk, a repeated inquiry is acknowledged', async () => {
  const { stack, db } = product
  const uri = new URL(stack.mongoUri)
  const link = await startFaultProxy({ port: Number(uri.port) })
  uri.port = String(link.port)
  await stack.stopProcess('forms')
  const place = { port: stack.ports.forms!, logFile: '/dev/full' }
  const forms = await startReplica('forms', { ...stack.env, MONGODB_URI: uri.href, LOG_LEVEL: 'info' }, place)
  try {
    const body = inquiry()
    link.loseReplyTo('insert\0')
    expect(await send(body)).toMatchObject({ status: 503, body: { code: 'unavailable', error: expect.any(String) } })
    expect(link.isReplyLost).toBe(true)
    const again = await until('the service', async () => {
      const answer = await send(body)
      return answer.status !== 503 && answer
    })
    expect(again).toMatchObject({ status: 409, body: { code: 'duplicate' } })
    expect(await db.collection('contact_submissions').countDocuments({ message: body.message })).toBe(1)
    expect(await (await fetch(`${forms.url}/metrics`)).text()).toMatch(/^log_writes_failed_total [1-9]/m)
  } finally {
    await forms.stop()
    await link.stop()
    await stack.startProcess('forms')
  }
  expect((await send()).status).toBe(200)
})

test('F05: with MongoDB stopped, every call is a JSON 503, the page loads, and everything recovers', async () => {
  const staff = createBrowser(product.site)
  // Another part logs the other admin out, and an address gets a code a minute.
  await signIn(staff, product, secondAdmin)
  const before = await product.db.collection('contact_submissions').countDocuments()
  await product.stack.stopProcess('mongo', 'SIGKILL')

  const calls: (() => Promise<{ status: number; body: Record<string, unknown> }>)[] = [
    () => send(),
    () => staff.get('/api/users/me'),
    () => staff.get('/api/tables/contact_submissions'),
    () => createBrowser(product.site).post('/api/send-otp', { email: adminEmail }),
  ]
  // A service that waits longer is a 504 of Nginx.
  for (const answer of await Promise.all(calls.map((call) => call())))
    expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable', error: expect.any(String) } })
  const page = await fetch(`${product.site}/`)
  expect([page.status, (await page.text()).includes('<form')]).toEqual([200, true])

  await product.stack.startProcess('mongo')
  const again = await until('the service to be back', async () => {
    const answer = await send()
    return answer.status === 200 && answer
  })
  await delivered(again.body.id)
  expect((await staff.get('/api/users/me')).status).toBe(200)
  expect(await product.db.collection('contact_submissions').countDocuments()).toBeGreaterThan(before)
})
