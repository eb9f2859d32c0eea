import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from './app'
import { readConfig } from './config'

const site = 'http://localhost:8080'
const client = { GOOGLE_CLIENT_ID: 'site', GOOGLE_CLIENT_SECRET: 'q8Yw2mVtR5pLxKz7Nc4BdHf9' }
let issuer: string
let server: ReturnType<typeof createApp>

beforeAll(async () => {
  const free = createServer().listen(0, '127.0.0.1')
  await new Promise((done) => free.once('listening', done))
  const { port } = free.address() as AddressInfo
  await new Promise((done) => free.close(done))
  issuer = `http://127.0.0.1:${port}`
  const config = { ...client, LISTEN_HOST: '127.0.0.1', LISTEN_PORT: port, PUBLIC_ORIGIN: site, GOOGLE_ISSUER: issuer }
  server = createApp({ ...config, ADMIN_EMAILS: ['admin@archery.example'] })
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
})
afterAll(() => new Promise((done) => server.close(done)))

/** A browser that follows the provider's own redirects and stops at the way back to the site. */
function browser() {
  const jar = new Map<string, string>()
  return async function go(url: string, form?: Record<string, string>): Promise<{ url: string; text: string }> {
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      jar.set(name, value)
    }
    const location = answer.headers.get('location')
    if (!location) return { url, text: await answer.text() }
    const next = new URL(location, url).href
    return next.startsWith(site) ? { url: next, text: '' } : go(next)
  }
}

const begin = (change: Record<string, string> = {}) => {
  const params = {
    client_id: client.GOOGLE_CLIENT_ID,
    response_type: 'code',
    scope: 'openid email',
    redirect_uri: `${site}/auth/callback`,
    state: 'the-state',
    nonce: 'the-nonce',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
    prompt: 'select_account',
    ...change,
  }
  return `${issuer}/auth?${new URLSearchParams(params)}`
}

async function tokens(code: string) {
  const answer = await fetch(`${issuer}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: `${site}/auth/callback`,
      client_id: client.GOOGLE_CLIENT_ID,
      client_secret: client.GOOGLE_CLIENT_SECRET,
      code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
    }),
  })
  return (await answer.json()) as { id_token?: string; error?: string }
}
const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString())

test.each([
  ['on', true],
  [undefined, false],
])('a sign-in returns a code that names the person (verified: %s)', async (verified, email_verified) => {
  const go = browser()
  const page = await go(begin())
  expect(page.text).toContain('<label for="email">Email address</label>')
  expect(page.text).toContain('Continue as admin@archery.example')
  const form = { email: 'ada@example.com', decision: 'allow', ...(verified && { verified }) }
  const back = new URL((await go(page.url, form)).url)
  expect([back.pathname, back.searchParams.get('state')]).toEqual(['/auth/callback', 'the-state'])
  const { id_token = '' } = await tokens(back.searchParams.get('code')!)
  expect(claimsOf(id_token)).toMatchObject({
    iss: issuer,
    email: 'ada@example.com',
    email_verified,
    nonce: 'the-nonce',
  })
})

test('the second sign-in in the same browser asks again, and may be another person', async () => {
  const go = browser()
  const subjects: string[] = []
  for (const email of ['ada@example.com', 'ben@example.com']) {
    const page = await go(begin())
    const back = new URL((await go(page.url, { email, verified: 'on', decision: 'allow' })).url)
    subjects.push(claimsOf((await tokens(back.searchParams.get('code')!)).id_token!).sub)
  }
  expect(new Set(subjects).size).toBe(2)
})

test('cancelling goes back with the refusal', async () => {
  const go = browser()
  const page = await go(begin())
  const back = new URL((await go(page.url, { email: '', decision: 'deny' })).url)
  expect(back.searchParams.get('error')).toBe('access_denied')
})

test('another way back than the registered one is refused on the spot', async () => {
  const answer = await browser()(begin({ redirect_uri: 'https://evil.example/' }))
  expect(answer.url.startsWith(issuer)).toBe(true)
  expect(answer.text).toContain('Sign-in is not possible')
})

test('a sign-in of another browser cannot be taken over', async () => {
  const page = await browser()(begin())
  const stolen = await browser()(page.url, { email: 'eve@example.com', decision: 'allow' })
  expect(stolen.text).toContain('belongs to another window')
})

test('requests for another host name are refused', async () => {
  const answer = await fetch(`${issuer}/healthz`, { headers: { host: 'evil.example' } })
  expect(answer.status).toBe(421)
})

test('a site that is not on this machine is refused at the start', () => {
  const settings = { PUBLIC_ORIGIN: site, GOOGLE_ISSUER: issuer, ...client }
  expect(readConfig(settings)).toMatchObject({ PUBLIC_ORIGIN: site })
  expect(() => readConfig({ ...settings, PUBLIC_ORIGIN: 'https://school.example' })).toThrow('PUBLIC_ORIGIN')
})
