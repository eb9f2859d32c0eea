import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { createLayout } from '@app/local-stack/layout'
import { writeKey } from '@app/local-stack/variables'
import { connectMongo } from '@app/mongo'
import { rotateKeys } from '@app/secrets/key-rotation'
import { userStore } from '@app/session'
import { Redis } from 'ioredis'
import { importJWK, SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Browser, createBrowser } from '../support/browser'
import { nightlyTest } from '../support/cases'
import { adminEmail, type Product } from '../support/product'
import { beginGoogle } from '../support/provider'
import { shareSignIns } from '../support/shared-products'
import { signIn } from '../support/sign-in'
import { until } from '../support/until'

let product: Product
beforeAll(async () => {
  product = await shareSignIns()
})
afterAll(() => product?.stop())

/** One authenticated route per service. */
const guarded = [
  '/api/users/me',
  '/api/sessions',
  '/api/admin/status',
  '/api/admin/schemas',
  '/api/tables/contact_submissions',
]
const withCookie = (path: string, cookie: string) =>
  createBrowser(product.site).send('GET', path, undefined, { cookie })
const statuses = (cookie: string) => Promise.all(guarded.map(async (path) => (await withCookie(path, cookie)).status))
const all = (status: number) => guarded.map(() => status)
const cookieOf = ({ jar }: Browser) => `session=${jar.get('session')}`

async function google(email: string) {
  const browser = createBrowser(product.site)
  const { code, state } = await beginGoogle(browser, product.site, { email })
  const answer = await browser.post('/api/sessions', { code, state })
  if (answer.status !== 200) throw new Error(`sessions answered ${answer.status}`)
  return browser
}
const flush = async () => {
  const redis = new Redis(product.stack.redisUrl)
  await redis.flushall()
  redis.disconnect()
}

test('a configured admin signs in through the local provider, and a refusal is reported as one', async () => {
  const browser = await google(adminEmail)
  expect(await statuses(cookieOf(browser))).toEqual(all(200))
  const refusing = createBrowser(product.site)
  const { back } = await beginGoogle(refusing, product.site, { email: '', decision: 'deny' })
  expect([back.origin, back.pathname, back.searchParams.get('error')]).toEqual([
    product.site,
    '/auth/callback',
    'access_denied',
  ])
  const unverified = createBrowser(product.site)
  const { code, state } = await beginGoogle(unverified, product.site, { email: 'x@example.com', verified: false })
  expect((await unverified.post('/api/sessions', { code, state })).status).toBe(403)
})

test('the session cookie is HttpOnly, and authenticated answers are not cached', async () => {
  const browser = createBrowser(product.site)
  const { code, state } = await beginGoogle(browser, product.site, { email: adminEmail })
  const { headers, body } = await browser.post('/api/sessions', { code, state })
  const [cookie = ''] = headers.getSetCookie()
  expect(cookie).toMatch(/^session=[\w-]+\.[\w-]+\.[\w-]+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43200$/)
  expect(JSON.stringify(body)).not.toContain(browser.jar.get('session'))
  const { sid } = JSON.parse(Buffer.from(browser.jar.get('session')!.split('.')[1]!, 'base64url').toString())
  const stored = await product.db.collection<{ _id: string }>('sessions').find().toArray()
  expect(stored.some(({ _id }) => _id === createHash('sha256').update(sid).digest('base64url'))).toBe(true)
  expect(JSON.stringify(stored)).not.toContain(sid)
  for (const path of guarded) {
    const answer = await browser.get(path)
    expect([path, answer.status, answer.headers.get('cache-control')]).toEqual([path, 200, 'no-store'])
    expect(answer.headers.get('vary')).toMatch(/\bCookie\b/)
  }
})

test('a logged-out session is refused by every service, also after a Redis flush', async () => {
  const [browser, other] = [await google(adminEmail), await google(adminEmail)]
  const replay = cookieOf(browser)
  expect(await statuses(replay)).toEqual(all(200))
  await browser.post('/api/logout', {})
  expect(await statuses(replay)).toEqual(all(401))
  await flush()
  expect(await statuses(replay)).toEqual(all(401))
  expect(await statuses(cookieOf(other))).toEqual(all(200))
  await other.post('/api/logout', { everywhere: true })
  expect(await statuses(cookieOf(other))).toEqual(all(401))
})

test('a calendar address is mailed to its person once, and ends with signing out everywhere', async () => {
  const browser = await google(adminEmail)
  const { status, body } = await browser.post('/api/calendar/feeds', { table: 'lessons' })
  expect(status).toBe(201)
  const address = new URL(String(body.url)).pathname
  const read = async () => (await fetch(product.site + address)).status
  expect(await read()).toBe(200)
  const told = async () =>
    (await product.mails()).filter(({ subject }) => subject === 'A calendar address was created for your account')
      .length
  await expect.poll(told, { timeout: 30_000, interval: 500 }).toBe(1)
  await browser.send('DELETE', '/api/sessions')
  expect(await read()).toBe(404)
})

test('a login never reuses an earlier session, and ends that of its browser', async () => {
  const browser = await google('ada@example.com')
  const before = browser.jar.get('session')!
  const { code, state } = await beginGoogle(browser, product.site, { email: adminEmail })
  await browser.post('/api/sessions', { code, state })
  expect(browser.jar.get('session')).not.toBe(before)
  expect((await withCookie('/api/users/me', `session=${before}`)).status).toBe(401)
  const planted = createBrowser(product.site)
  planted.jar.set('session', before)
  await signIn(planted, product, adminEmail)
  expect(planted.jar.get('session')).not.toBe(before)
})

test('the sixth login ends the oldest session, and the list shows five', async () => {
  const browsers: Browser[] = []
  for (let n = 0; n < 6; n++) browsers.push(await google('six@example.com'))
  const answers = await Promise.all(browsers.map(async (browser) => (await browser.get('/api/users/me')).status))
  expect(answers).toEqual([401, 200, 200, 200, 200, 200])
  const list = (await browsers[5]!.get('/api/sessions')).body as unknown as { id: string; current: boolean }[]
  expect([list.length, list.filter(({ current }) => current).length]).toEqual([5, 1])
  expect((await browsers[5]!.send('DELETE', `/api/sessions/${list.find(({ current }) => !current)!.id}`)).status).toBe(
    200,
  )
  expect(((await browsers[5]!.get('/api/sessions')).body as unknown as unknown[]).length).toBe(4)
})

test("a validly signed token without a session, or with another user's session, is refused", async () => {
  const { SESSION_SIGNING_KEY, PUBLIC_ORIGIN } = product.stack.env
  const key = JSON.parse(SESSION_SIGNING_KEY!)
  const browser = await google(adminEmail)
  const { sub, sid } = JSON.parse(Buffer.from(browser.jar.get('session')!.split('.')[1]!, 'base64url').toString())
  const other = await google('other@example.com')
  const stranger = JSON.parse(Buffer.from(other.jar.get('session')!.split('.')[1]!, 'base64url').toString())
  const sign = async (claims: object) =>
    new SignJWT({ ...claims })
      .setProtectedHeader({ alg: 'EdDSA', typ: 'session+jwt', kid: key.kid })
      .setIssuer(PUBLIC_ORIGIN!)
      .setAudience(`${PUBLIC_ORIGIN}/api`)
      .setIssuedAt()
      .setExpirationTime('10m')
      .sign(await importJWK(key, 'EdDSA'))
  expect(await statuses(`session=${await sign({ sub, sid })}`)).toEqual(all(200))
  for (const claims of [
    { sub, sid: 'x'.repeat(43) },
    { sub, sid: stranger.sid },
    { sub: stranger.sub, sid },
    { sub: 'not-an-id', sid },
    { sub: '0'.repeat(24), sid },
  ])
    expect(await statuses(`session=${await sign(claims)}`)).toEqual(all(401))
})

test('malformed cookies are anonymous in every service', async () => {
  const good = cookieOf(await google(adminEmail))
  const odd = [
    `${good}; ${good}`,
    'session',
    'session=',
    'session=%00',
    'session="',
    'session={"a":1}',
    `session=${'A'.repeat(6_000)}`,
    '=;=;=',
    `${good}x`,
    good.replace('session', 'Session'),
  ]
  for (const cookie of odd) expect([cookie, await statuses(cookie)]).toEqual([cookie, all(401)])
})

test('admins can be demoted and deleted, and their sessions end at once', async () => {
  const mongo = connectMongo(product.stack.mongoUri, { prepare: async () => {}, onError: () => {} })
  await mongo.ready
  const users = userStore(mongo.connection)
  const browser = await google('former@example.com')
  const { body } = await browser.get('/api/users/me')
  const id = String(body.id)
  expect(await users.setRole(id, 'admin')).toMatchObject({ role: 'admin' })
  expect(await statuses(cookieOf(browser))).toEqual(all(200))
  expect(await users.setRole(id, 'user')).toMatchObject({ role: 'user' })
  expect((await browser.get('/api/tables/contact_submissions')).status).toBe(403)
  expect(await users.remove(id)).toBe(true)
  expect(await statuses(cookieOf(browser))).toEqual(all(401))
  expect([await users.remove(id), await users.setRole(id, 'admin')]).toEqual([false, undefined])
  await mongo.close()
})

test('the session key is rotated under load without a failed request or a restart', async () => {
  const before = await google(adminEmail)
  const cookie = cookieOf(before)
  const kidOf = (text: string) =>
    JSON.parse(Buffer.from(text.split('=')[1]!.split('.')[0]!, 'base64url').toString()).kid
  const pids = ['auth', 'admin-tables'].map((part) => product.stack.pidOf(part))
  let stop = false
  const answers: number[] = []
  const fresh: string[] = []
  const load = Array.from({ length: 4 }, async (_, n) => {
    while (!stop) {
      answers.push((await withCookie(guarded[n % guarded.length]!, cookie)).status)
      await Bun.sleep(20)
    }
  })
  const logins = (async () => {
    while (!stop) {
      const browser = await google('six@example.com')
      fresh.push(cookieOf(browser))
      answers.push(
        (await browser.get('/api/users/me')).status,
        (await browser.get('/api/admin/schemas')).status === 403 ? 200 : 0,
      )
    }
  })()
  const layout = createLayout(product.dataDir)
  await rotateKeys(join(product.dataDir, '.env'), async (name, value) => {
    writeKey(layout, name, value)
    await Bun.sleep(3_000)
  })
  await until('a session of the new key', async () => kidOf(fresh.at(-1)!) !== kidOf(cookie))
  await until('more than 100 answers', async () => answers.length > 100)
  stop = true
  await Promise.all([...load, logins])
  expect(answers.filter((status) => status !== 200)).toEqual([])
  expect(kidOf(fresh[0]!)).toBe(kidOf(cookie))
  expect(kidOf(fresh.at(-1)!)).not.toBe(kidOf(cookie))
  expect(await statuses(cookie)).toEqual(all(200))
  expect(['auth', 'admin-tables'].map((part) => product.stack.pidOf(part))).toEqual(pids)
  process.stdout.write(`J3: ${answers.length} requests during the change of the key, none failed\n`)

  // A revoked key: its tokens are refused within seconds.
  const { keys } = JSON.parse(await Bun.file(join(product.dataDir, 'keys', 'session_public_keys.json')).text())
  writeKey(layout, 'SESSION_PUBLIC_KEYS', JSON.stringify({ keys: keys.slice(0, 1) }))
  await expect.poll(() => statuses(cookie), { timeout: 10_000, interval: 500 }).toEqual(all(401))
  expect((await withCookie('/api/users/me', fresh.at(-1)!)).status).toBe(200)
})

// By day auth's app.store.test.ts sees it, and faults.test.ts what MongoDB's end is to every service.
nightlyTest('with MongoDB down, logging out is a 503 and the cookie is cleared', async () => {
  const browser = await google(adminEmail)
  await product.stack.stopProcess('mongo', 'SIGKILL')
  const answer = await browser.post('/api/logout', {}).finally(() => product.stack.startProcess('mongo'))
  expect([answer.status, answer.body.code, browser.jar.has('session')]).toEqual([503, 'unavailable', false])
})
