import { ObjectId } from 'mongodb'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBrowser } from '../support/browser'
import { inquiry } from '../support/inquiry'
import { adminEmail, type Product } from '../support/product'
import { shareSite } from '../support/shared-products'
import { signIn } from '../support/sign-in'
import { until } from '../support/until'

let product: Product
beforeAll(async () => {
  product = await shareSite()
})
afterAll(() => product?.stop())

const submissions = () => product.db.collection('contact_submissions')
const mailOf = (message: string) =>
  until('the notification mail', async () => (await product.mails()).find(({ text }) => text.includes(message)))

describe('an inquiry', () => {
  test('is stored with its mail and reaches the school with the visitor as reply address', async () => {
    const sent = inquiry({ name: 'Zoë "Z" Quinn', message: 'Two lines,\nwith <b>signs</b> & an emoji 🏹.' })
    const answer = await createBrowser(product.site).post('/api/forms/submit', sent)
    expect(answer).toMatchObject({
      status: 200,
      body: { success: true, message: expect.any(String), id: expect.any(String) },
    })

    const mail = await mailOf('an emoji 🏹')
    expect(mail).toMatchObject({
      from: { name: 'Valley Oak Archery', address: product.stack.env.MAIL_FROM },
      replyTo: { name: 'Zoë "Z" Quinn', address: 'zoe+club@example.com' },
      subject: 'New inquiry: Birthday Party - Zoë "Z" Quinn',
    })
    for (const part of [
      'Full Name',
      'zoe+club@example.com',
      'Birthday Party',
      'Two lines,\nwith <b>signs</b> & an emoji 🏹.',
    ]) {
      expect(mail.text).toContain(part)
    }
    expect(mail.html).toContain('with &lt;b&gt;signs&lt;/b&gt; &amp; an emoji 🏹.')
    expect(mail.headers['message-id']).toContain(String(answer.body.id))

    const stored = await until('the mail to be booked as sent', async () => {
      const found = await submissions().findOne({ _id: new ObjectId(String(answer.body.id)), 'mails.state': 'sent' })
      return found ?? undefined
    })
    expect(stored.mails).toMatchObject([{ kind: 'notification', state: 'sent', attempts: 1, due_at: null }])
    expect(stored.request_id).toBe(answer.headers.get('x-request-id'))
  })
})

describe('bad input', () => {
  const bad: [string, unknown, Record<string, string>, number][] = [
    ['broken JSON', '{"formId":', {}, 400],
    ['a list', '[]', {}, 400],
    ['null', 'null', {}, 400],
    ['plain text', 'name=Zoe', { 'content-type': 'text/plain' }, 415],
    ['a form', 'name=Zoe', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['an oversized body', JSON.stringify(inquiry({ message: 'x'.repeat(17_000) })), {}, 413],
    ['an operator object', inquiry({ email: { $gt: '' } }), {}, 422],
    ['an operator as form', inquiry({ formId: { $ne: '' } }), {}, 422],
    ['a missing field', inquiry({ message: undefined }), {}, 422],
    ['an unknown field', inquiry({ role: 'admin' }), {}, 422],
    ['a stored field', inquiry({ mails: [] }), {}, 422],
    ['a prototype key', '{"formId":"contact_form","__proto__":{"admin":true}}', {}, 400],
    ['deep nesting', `{"formId":${'['.repeat(50)}${']'.repeat(50)}}`, {}, 400],
    ['a header in the name', inquiry({ name: 'Zoe\r\nBcc: x@example.com' }), {}, 422],
    ['an unknown form', inquiry({ formId: 'users' }), {}, 404],
    ['another site', inquiry(), { 'sec-fetch-site': 'cross-site' }, 403],
  ]
  test.each(bad)('%s is a clear error as JSON, and nothing is stored', async (_, body, headers, status) => {
    const before = await submissions().countDocuments()
    const answer = await createBrowser(product.site).post('/api/forms/submit', body, headers)
    expect(answer).toMatchObject({
      status,
      body: { error: expect.any(String), code: expect.any(String), requestId: answer.headers.get('x-request-id') },
    })
    expect(answer.headers.get('content-type')).toContain('application/json')
    expect(await submissions().countDocuments()).toBe(before)
  })

  test.each(['/api', '/api/', '/api/nowhere', '/api/forms/nowhere', '/api/users/nobody', '/api/tables/'])(
    'the unknown path %s is a JSON error',
    async (path) => {
      const answer = await createBrowser(product.site).get(path)
      expect([401, 400, 404]).toContain(answer.status)
      expect(answer.body).toMatchObject({ error: expect.any(String), requestId: expect.any(String) })
    },
  )
})

describe('an admin', () => {
  test('signs in, reads a sorted list, and is anonymous after logging out', async () => {
    const visitor = createBrowser(product.site)
    for (const name of ['Bea Archer', 'ada archer', 'Émile Archer'])
      await visitor.post('/api/forms/submit', inquiry({ name }))
    const browser = createBrowser(product.site)
    for (const path of [
      '/api/users/me',
      '/api/admin/status',
      '/api/admin/schemas',
      '/api/tables/contact_submissions',
    ]) {
      expect((await browser.get(path)).status).toBe(401)
    }
    await signIn(browser, product, adminEmail)
    expect(await browser.get('/api/users/me')).toMatchObject({
      status: 200,
      body: { email: adminEmail, role: 'admin' },
    })
    expect((await browser.get('/api/admin/status')).body).toMatchObject({ isAdmin: true, role: 'admin' })

    const schemas = (await browser.get('/api/admin/schemas')).body as unknown as { name: string }[]
    expect(schemas.map(({ name }) => name)).toContain('contact_submissions')
    expect((await browser.get('/api/admin/schemas/contact_submissions')).body).toMatchObject({
      name: 'contact_submissions',
    })

    const list = await browser.get('/api/tables/contact_submissions?sort=name:asc&limit=200')
    expect(list).toMatchObject({
      status: 200,
      body: { page: 1, limit: 200, total: await submissions().countDocuments() },
    })
    const names = (list.body.data as { name: string }[])
      .map(({ name }) => name)
      .filter((name) => name.endsWith('rcher'))
    expect(names).toEqual(['ada archer', 'Bea Archer', 'Émile Archer'])
    expect(Object.keys((list.body.data as object[])[0]!)).not.toEqual(
      expect.arrayContaining(['mails', 'dedupe_key', '_id']),
    )

    const stale = { cookie: [...browser.jar].map(([name, value]) => `${name}=${value}`).join('; ') }
    expect((await browser.get('/api/logout')).body).toEqual({ success: true })
    for (const path of ['/api/users/me', '/api/tables/contact_submissions']) {
      expect((await browser.send('GET', path, undefined, stale)).status).toBe(401)
    }
  })

  test('a withdrawn right ends with the next request, in every service', async () => {
    const browser = createBrowser(product.site)
    const email = 'coach@example.com'
    await product.db.collection('users').insertOne({
      email,
      name: null,
      picture: null,
      role: 'admin',
      provider: 'code',
      created_at: new Date(),
      updated_at: new Date(),
    })
    await signIn(browser, product, email)
    expect((await browser.get('/api/tables/contact_submissions')).status).toBe(200)
    await product.db.collection('users').updateOne({ email }, { $set: { role: 'user' } })
    expect((await browser.get('/api/tables/contact_submissions')).status).toBe(403)
    expect((await browser.get('/api/admin/status')).body).toMatchObject({ isAdmin: false, role: 'user' })
    await product.db.collection('users').deleteOne({ email })
    expect((await browser.get('/api/tables/contact_submissions')).status).toBe(401)
    expect((await browser.get('/api/users/me')).status).toBe(401)
  })
})
