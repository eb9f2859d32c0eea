import { SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, createBrowser } from '../support/browser'
import { type Forge, openIdStandIn } from '../support/openid'
import { adminEmail, desk, type Product, startProduct } from '../support/product'
import { signIn } from '../support/sign-in'
import { findStored, readStoredData } from '../support/stored-data'

const client = { GOOGLE_CLIENT_ID: 'the-site', GOOGLE_CLIENT_SECRET: 'q8Yw2mVtR5pLxKz7Nc4BdHf9' }
let provider: Awaited<ReturnType<typeof openIdStandIn>>
let product: Product
beforeAll(async () => {
  provider = await openIdStandIn(client.GOOGLE_CLIENT_ID)
  product = await startProduct({ ...client, GOOGLE_ISSUER: provider.issuer }, { pages: false, only: desk })
})
afterAll(async () => {
  await product?.stop()
  await provider?.stop()
})
afterEach(() => provider.behave())

async function begin(browser: Browser) {
  const begun = await browser.get(`/api/oauth/google/redirect_url?originUrl=${encodeURIComponent(product.site)}`)
  if (begun.status !== 200) throw new Error(`redirect_url answered ${begun.status}`)
  return provider.visit(String(begun.body.redirectUrl))
}
const finish = (browser: Browser, body: object = { code: 'a-code-of-the-provider' }) =>
  browser.post('/api/sessions', body)
const sessions = () => product.db.collection('sessions').countDocuments()

/** Expects a refusal without side effects. */
async function refused(browser: Browser, statuses: number[], body?: object) {
  const before = await sessions()
  const answer = await finish(browser, body)
  expect(statuses).toContain(answer.status)
  expect(answer.body).toMatchObject({ error: expect.any(String), code: expect.any(String) })
  expect(JSON.stringify(answer.body)).not.toMatch(/OAUTH|jwt|id_token|127\.0\.0\.1/i)
  expect([await sessions(), browser.jar.has('session'), (await browser.get('/api/users/me')).status]).toEqual([
    before,
    false,
    401,
  ])
}

test('the authorization request has PKCE, state and nonce, asks for the address only, and returns to our origin only', async () => {
  const browser = createBrowser(product.site)
  const asked = await begin(browser)
  expect(asked).toMatchObject({
    response_type: 'code',
    client_id: client.GOOGLE_CLIENT_ID,
    redirect_uri: `${product.site}/auth/callback`,
    scope: 'openid email',
    code_challenge_method: 'S256',
  })
  for (const name of ['state', 'nonce', 'code_challenge']) expect(asked[name]).toMatch(/^[\w-]{43}$/)
  const answer = await finish(browser, { code: 'a-code-of-the-provider', state: asked.state })
  expect(answer).toMatchObject({ status: 200, body: { user: { email: 'ada@example.com', provider: 'google' } } })
  const grant = Object.fromEntries(provider.grants.at(-1)!)
  expect(grant).toMatchObject({ grant_type: 'authorization_code', redirect_uri: `${product.site}/auth/callback` })
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(grant.code_verifier))
  expect(Buffer.from(digest).toString('base64url')).toBe(asked.code_challenge)
  expect(Object.keys(answer.body)).toEqual(['success', 'user'])
})

test('with no, a foreign or a used transaction the sign-in is refused, and the provider is not called', async () => {
  const [own, other] = [createBrowser(product.site), createBrowser(product.site)]
  const { state } = await begin(other)
  const used = createBrowser(product.site)
  await begin(used)
  const tx = used.jar.get('oauth_tx')!
  await finish(used)
  await used.get('/api/logout')
  const grants = provider.grants.length

  await refused(own, [400])
  await refused(own, [400], { code: 'a-code', state })
  own.jar.set('oauth_tx', tx)
  await refused(own, [400])
  own.jar.set('oauth_tx', 'x'.repeat(43))
  await refused(own, [400])
  await refused(other, [400], { code: 'a-code', state: 'x'.repeat(43) })
  // The wrong state has used it up.
  await refused(other, [400], { code: 'a-code', state })
  await begin(own)
  await product.db
    .collection('oauth_transactions')
    .updateMany({}, { $set: { expires_at: new Date(Date.now() - 1_000) } })
  await refused(own, [400])
  await begin(own)
  await product.db.collection('oauth_transactions').updateMany({}, { $set: { issuer: 'https://other.example' } })
  await refused(own, [400])
  expect(provider.grants.length).toBe(grants)
})

test('of twenty concurrent exchanges of one transaction one succeeds', async () => {
  const browser = createBrowser(product.site)
  await begin(browser)
  const tx = browser.jar.get('oauth_tx')!
  const grants = provider.grants.length
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => {
      const same = createBrowser(product.site)
      same.jar.set('oauth_tx', tx)
      return finish(same)
    }),
  )
  expect(answers.filter(({ status }) => status === 200).length).toBe(1)
  expect(provider.grants.length).toBe(grants + 1)
})

describe('an id token', () => {
  const seconds = () => Math.floor(Date.now() / 1_000)
  const changed =
    (change: Record<string, unknown>): Forge =>
    ({ claims }) =>
      provider.sign({ ...claims, ...change })
  /** Counted when the token is made: on a busy machine that is minutes after these lines. */
  const timed =
    (name: string, from: number): Forge =>
    ({ claims }) =>
      provider.sign({ ...claims, [name]: seconds() + from })
  const kinds: [string, Forge][] = [
    ['of another issuer', changed({ iss: 'https://accounts.evil.example' })],
    ['of an issuer with a slash behind', ({ claims }) => provider.sign({ ...claims, iss: `${claims.iss}/` })],
    ['without an issuer', changed({ iss: undefined })],
    ['for another client', changed({ aud: 'another-site' })],
    ['for several clients', changed({ aud: ['another-site', client.GOOGLE_CLIENT_ID] })],
    ['authorised for another client', changed({ aud: ['x', client.GOOGLE_CLIENT_ID], azp: 'x' })],
    ['without a client', changed({ aud: undefined })],
    ['that has ended', timed('exp', -120)],
    ['without an end', changed({ exp: undefined })],
    ['with an end in words', changed({ exp: 'tomorrow' })],
    ['issued in two minutes', timed('iat', 120)],
    ['issued an hour ago', timed('iat', -3_600)],
    ['without a time of issue', changed({ iat: undefined })],
    ['not yet good', timed('nbf', 120)],
    ['with another nonce', changed({ nonce: 'x'.repeat(43) })],
    ['without a nonce', changed({ nonce: undefined })],
    ['without a subject', changed({ sub: undefined })],
    ['with an empty subject', changed({ sub: '' })],
    ['with a subject that is an object', changed({ sub: { $ne: '' } })],
    ['signed with a foreign key', ({ claims, foreign }) => provider.sign(claims, foreign.privateKey)],
    [
      'signed with an unknown key',
      ({ claims, foreign }) => provider.sign(claims, foreign.privateKey, { alg: 'RS256', kid: 'k9' }),
    ],
    ['without a signature', ({ claims }) => new UnsecuredJWT(claims).encode()],
    [
      'with its signature cut off',
      async ({ claims }) => `${(await provider.sign(claims)).split('.').slice(0, 2).join('.')}.`,
    ],
    [
      'signed with the client secret',
      ({ claims }) =>
        new SignJWT(claims)
          .setProtectedHeader({ alg: 'HS256' })
          .sign(new TextEncoder().encode(client.GOOGLE_CLIENT_SECRET)),
    ],
    [
      'that was altered',
      async ({ claims }) => {
        const [head, , signature] = (await provider.sign(claims)).split('.')
        const payload = Buffer.from(JSON.stringify({ ...claims, email: adminEmail })).toString('base64url')
        return `${head}.${payload}.${signature}`
      },
    ],
    ['that is noise', () => 'a.b.c'],
    ['that is empty', () => ''],
  ]
  test('has at least twenty invalid variants', () => expect(kinds.length).toBeGreaterThanOrEqual(20))
  test.each(kinds)('%s is refused', async (_, idToken) => {
    const browser = createBrowser(product.site)
    await begin(browser)
    provider.misbehave({ idToken })
    // An unparsable token is treated as a broken provider.
    await refused(browser, [400, 503])
  })

  test.each([
    ['not verified', { email_verified: false }],
    ['verified in words only', { email_verified: 'true' }],
    ['of unknown standing', { email_verified: undefined }],
    ['missing', { email: undefined }],
    ['several addresses', { email: 'ada@example.com,eve@evil.example' }],
    ['an object', { email: { $gt: '' } }],
  ])('with an address that is %s gets 403', async (_, change) => {
    const browser = createBrowser(product.site)
    await begin(browser)
    provider.misbehave({ idToken: changed(change) })
    await refused(browser, [403])
  })
})

describe('accounts', () => {
  const enter = async (person: object) => {
    Object.assign(provider.person, person)
    const browser = createBrowser(product.site)
    await begin(browser)
    return { browser, answer: await finish(browser) }
  }

  test('of a configured admin are admins; others are users who may request access once a day', async () => {
    const admin = await enter({ sub: 'sub-admin', email: adminEmail })
    expect((await admin.browser.get('/api/admin/status')).body).toMatchObject({ isAdmin: true, role: 'admin' })
    const { browser } = await enter({ sub: 'sub-visitor', email: 'visitor@example.com' })
    expect((await browser.get('/api/admin/status')).body).toMatchObject({ isAdmin: false, role: 'user' })
    expect((await browser.get('/api/tables/contact_submissions')).status).toBe(403)
    const answers = await Promise.all(Array.from({ length: 5 }, () => browser.post('/api/admin/access-request', {})))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    await expect
      .poll(async () => (await product.mails()).filter(({ text }) => text.includes('visitor@example.com')).length)
      .toBe(1)
  })
})

describe('F31: a provider that fails', () => {
  const hang = () => {}
  const faults: [string, string, Parameters<typeof provider.misbehave>[0]['answer'], number][] = [
    [
      'refuses the code',
      '/token',
      (_, r) => r.writeHead(400, { 'content-type': 'application/json' }).end('{"error":"invalid_grant"}'),
      400,
    ],
    [
      'knows us no more',
      '/token',
      (_, r) => r.writeHead(401, { 'content-type': 'application/json' }).end('{"error":"invalid_client"}'),
      503,
    ],
    ['answers 500', '/token', (_, r) => r.writeHead(500).end('oops'), 503],
    [
      'answers no JSON',
      '/token',
      (_, r) => r.writeHead(200, { 'content-type': 'application/json' }).end('{"id_token":'),
      503,
    ],
    [
      'answers a page',
      '/token',
      (_, r) => r.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Hello</h1>'),
      503,
    ],
    ['sends us elsewhere', '/token', (_, r) => r.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(), 503],
    ['hangs up', '/token', (request) => request.socket.destroy(), 503],
    ['does not answer', '/token', hang, 503],
    ['has lost its keys', '/keys', (_, r) => r.writeHead(500).end(), 503],
  ]
  test.each(faults)('%s gives a clear error before Nginx gives one', async (_, at, answer, status) => {
    // A fresh process has not loaded the provider's keys yet.
    if (at === '/keys') {
      await product.stack.stopProcess('auth')
      await product.stack.startProcess('auth')
    }
    const browser = createBrowser(product.site)
    await begin(browser)
    provider.misbehave({ at, answer })
    await refused(browser, [status])
  })

  test('during discovery is retried later, while code login keeps working', async () => {
    await product.stack.stopProcess('auth')
    await product.stack.startProcess('auth')
    const browser = createBrowser(product.site)
    const ask = () => browser.get(`/api/oauth/google/redirect_url?originUrl=${product.site}`)
    const answers: NonNullable<Parameters<typeof provider.misbehave>[0]['answer']>[] = [
      (_, r) => r.writeHead(500).end(),
      (_, r) => r.writeHead(200, { 'content-type': 'application/json' }).end('{"issuer":"https://evil.example"}'),
      hang,
    ]
    for (const answer of answers) {
      provider.misbehave({ at: '/.well-known/openid-configuration', answer })
      expect(await ask()).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    }
    await signIn(createBrowser(product.site), product, adminEmail)
    provider.behave()
    expect((await ask()).status).toBe(200)
  })
})

test('no token of the provider is stored, and no log names who signed in', async () => {
  const browser = createBrowser(product.site)
  await begin(browser)
  expect((await finish(browser)).status).toBe(200)
  const kept = await readStoredData(product)
  const secrets = ['an-access-token-of-the-provider', 'a-code-of-the-provider', client.GOOGLE_CLIENT_SECRET]
  const spent = provider.grants.map((grant) => grant.get('code_verifier') ?? '')
  expect(findStored(kept, [...secrets, ...spent])).toEqual([])
  for (const text of Object.values(kept)) expect(text).not.toMatch(/eyJ[\w-]{10,}\.eyJ/)
  expect(
    findStored({ logs: kept.logs, redis: kept.redis }, ['ada@example.com', 'coach@example.com', adminEmail]),
  ).toEqual([])
})
