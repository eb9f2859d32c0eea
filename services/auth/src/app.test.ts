import { randomBytes } from 'node:crypto'
import { type LoginCodeJob, openLoginCode } from '@app/mail/jobs'
import { createLog } from '@app/service'
import { tokenSigner, tokenVerifier, type User } from '@app/session'
import { exportJWK, generateKeyPair } from 'jose'
import { expect, test } from 'vitest'
import { codeDigest } from './actions/code-digest'
import { createApp } from './app'

const publicOrigin = 'http://localhost:8080'
const pepper = 'a pepper for tests, long enough to be one'
const sealKey = randomBytes(32)

/** The services' collaborators as plain maps, with the real tokens and the real digests. */
async function setup() {
  const pair = await generateKeyPair('EdDSA', { extractable: true })
  const { kty, crv, x, d } = await exportJWK(pair.privateKey)
  const key = { kty: kty as 'OKP', crv: crv as 'Ed25519', kid: 'k1', x: x! }
  const users = new Map<string, User>()
  const sessions = new Map<string, string>()
  const challenges = new Map<string, { id: string; digest: string; tries: number }>()
  const jobs: LoginCodeJob[] = []
  const app = createApp({
    log: createLog('test', 'silent'),
    publicOrigin,
    corsOrigins: [],
    pepper,
    sealKey,
    adminEmails: ['admin@archery.example'],
    allowUnknown: false,
    signer: await tokenSigner({ ...key, d: d! }, publicOrigin),
    verify: await tokenVerifier({ keys: [key] }, publicOrigin),
    mail: { sendLoginCode: async (job) => Boolean(jobs.push(job)) },
    codes: {
      issue: async (email, challenge) => {
        if (challenges.has(email)) return false
        challenges.set(email, { ...challenge, tries: 0 })
        return true
      },
      isCurrent: async (email, id) => challenges.get(email)?.id === id,
      takeTry: async (email, id) => {
        const challenge = challenges.get(email)
        if (!challenge || challenge.id !== id || challenge.tries >= 5) return undefined
        challenge.tries += 1
        return challenge.digest
      },
      spend: async (email, id) => challenges.get(email)?.id === id && challenges.delete(email),
    },
    users: {
      prepare: async () => {},
      makeAdmins: async () => {},
      find: async (id) => users.get(id),
      exists: async (email) => users.has(email),
      atLogin: async (email, { admin }) => {
        const user: User = {
          id: email,
          email,
          name: null,
          picture: null,
          role: admin ? 'admin' : 'user',
          provider: 'code',
          createdAt: new Date(0),
        }
        users.set(email, user)
        return user
      },
    },
    sessions: {
      prepare: async () => {},
      create: async (userId) => {
        const sid = `s${sessions.size + 1}`
        sessions.set(sid, userId)
        return sid
      },
      find: async (sid) => {
        const userId = sessions.get(sid)
        return userId === undefined ? undefined : { sid, userId, lastSeenAt: new Date() }
      },
      touch: async () => {},
      end: async (sid) => void sessions.delete(sid),
    },
  })

  /** A browser with its jar. */
  const browser = () => {
    const jar = new Map<string, string>()
    return async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
      const answer = await app.handle(
        new Request(`http://localhost/api${path}`, {
          method,
          headers: { cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        }),
      )
      for (const line of answer.headers.getSetCookie()) {
        const [name, value] = line.split(';')[0]!.split('=') as [string, string]
        if (value) jar.set(name, value)
        else jar.delete(name)
      }
      return {
        status: answer.status,
        body: (await answer.json()) as Record<string, unknown>,
        jar,
        cookies: answer.headers.getSetCookie(),
      }
    }
  }

  /** The code of the last mail, as its reader would see it. */
  const mailedCode = () => openLoginCode(sealKey, jobs.at(-1)!).code
  const setCode = (email: string, code: string) => {
    const challenge = challenges.get(email)!
    challenge.digest = codeDigest(pepper, challenge.id, email, code)
  }
  return { browser, jobs, users, sessions, challenges, mailedCode, setCode }
}

const admin = { email: 'admin@archery.example' }

test('an admin signs in with the mailed code, is known, and logs out', async () => {
  const { browser, mailedCode, sessions } = await setup()
  const ask = browser()
  expect(await ask('POST', '/send-otp', { email: ' Admin@Archery.Example ' })).toMatchObject({
    status: 200,
    body: { success: true, resendIn: 60 },
  })
  const code = mailedCode()
  const verified = await ask('POST', '/verify-otp', { ...admin, otp: ` ${code.slice(0, 3)} ${code.slice(3)}` })
  expect(verified).toMatchObject({ status: 200, body: { success: true, user: { email: admin.email, role: 'admin' } } })
  expect(verified.cookies[0]).toMatch(/^session=[\w.-]+; Path=\/; HttpOnly; SameSite=Strict/)
  expect(await ask('GET', '/users/me')).toMatchObject({
    status: 200,
    body: { email: admin.email, createdAt: '1970-01-01T00:00:00.000Z' },
  })
  expect(await ask('GET', '/admin/status')).toMatchObject({ status: 200, body: { isAdmin: true } })
  expect(await ask('GET', '/logout')).toMatchObject({ status: 200, body: { success: true } })
  expect(sessions.size).toBe(0)
  expect((await ask('GET', '/users/me')).status).toBe(401)
})

test('the queue learns neither the code nor the address', async () => {
  const { browser, jobs, mailedCode } = await setup()
  await browser()('POST', '/send-otp', admin)
  expect(jobs.length).toBe(1)
  expect(JSON.stringify(jobs)).not.toContain(mailedCode())
  expect(JSON.stringify(jobs)).not.toContain('archery.example')
})

test('O7: an unknown address gets the same answer and no mail', async () => {
  const { browser, jobs } = await setup()
  const known = await browser()('POST', '/send-otp', admin)
  const unknown = await browser()('POST', '/send-otp', { email: 'stranger@example.com' })
  expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
  expect(unknown.cookies[0]!.length).toBe(known.cookies[0]!.length)
  expect(jobs.length).toBe(1)
})

test('asking again too early answers the same and leaves the first code good', async () => {
  const { browser, jobs, mailedCode } = await setup()
  const ask = browser()
  await ask('POST', '/send-otp', admin)
  expect((await ask('POST', '/send-otp', admin)).body).toEqual({ success: true, resendIn: 60 })
  expect(jobs.length).toBe(1)
  expect((await ask('POST', '/verify-otp', { ...admin, otp: mailedCode() })).status).toBe(200)
})

test('a code is good once, even for two tabs at the same moment', async () => {
  const { browser, mailedCode, sessions } = await setup()
  const ask = browser()
  await ask('POST', '/send-otp', admin)
  const otp = mailedCode()
  const answers = await Promise.all([
    ask('POST', '/verify-otp', { ...admin, otp }),
    ask('POST', '/verify-otp', { ...admin, otp }),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  expect(sessions.size).toBe(1)
})

test('O10: a code works only in the browser that asked for it', async () => {
  const { browser, mailedCode } = await setup()
  await browser()('POST', '/send-otp', admin)
  expect(await browser()('POST', '/verify-otp', { ...admin, otp: mailedCode() })).toMatchObject({
    status: 400,
    body: { error: 'Invalid or expired code' },
  })
})

test('after five wrong tries the right code is refused too', async () => {
  const { browser, setCode } = await setup()
  const ask = browser()
  await ask('POST', '/send-otp', admin)
  setCode(admin.email, '000042')
  for (let i = 0; i < 5; i++) expect((await ask('POST', '/verify-otp', { ...admin, otp: '999999' })).status).toBe(400)
  expect((await ask('POST', '/verify-otp', { ...admin, otp: '000042' })).status).toBe(400)
})

test('O9: values of the wrong type are refused and cost no try', async () => {
  const { browser, setCode } = await setup()
  const ask = browser()
  for (const email of [
    {},
    [],
    null,
    7,
    { $ne: '' },
    '',
    'a@b',
    'a@example.com, b@example.com',
    'a＠example.com,b@example.com',
  ]) {
    expect((await ask('POST', '/send-otp', { email })).status).toBe(400)
  }
  await ask('POST', '/send-otp', admin)
  setCode(admin.email, '000042')
  for (const otp of [{}, [], null, 42, { $ne: '' }, '42', '0000042', 'abcdef', '']) {
    expect((await ask('POST', '/verify-otp', { ...admin, otp })).status).toBe(400)
  }
  expect((await ask('POST', '/verify-otp', { ...admin, otp: '000042' })).status).toBe(200)
})

test('a user who is no admin is told so by the status, not by an error', async () => {
  const { browser, users, mailedCode } = await setup()
  const email = 'coach@example.com'
  users.set(email, {
    id: email,
    email,
    name: null,
    picture: null,
    role: 'user',
    provider: 'code',
    createdAt: new Date(0),
  })
  const ask = browser()
  await ask('POST', '/send-otp', { email })
  await ask('POST', '/verify-otp', { email, otp: mailedCode() })
  expect(await ask('GET', '/admin/status')).toMatchObject({ status: 200, body: { isAdmin: false } })
})

test.each(['/users/me', '/admin/status'])('%s answers 401 to nobody', async (path) => {
  expect((await (await setup()).browser()('GET', path)).status).toBe(401)
})

test('logging out without a session is fine, from another site it is refused', async () => {
  const { browser } = await setup()
  expect((await browser()('POST', '/logout', {})).body).toEqual({ success: true })
  expect((await browser()('GET', '/logout', undefined, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
})
