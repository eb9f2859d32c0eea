import { randomInt } from 'node:crypto'
import { AppError } from '@app/contracts/errors'
import { createLog, createServiceApp } from '@app/service'
import { expect, test } from 'vitest'
import { sessionCookie } from './cookie'
import { createGuards } from './guard'
import type { Session } from './models/session'
import { userWith } from './user.fixture'

const cookie = sessionCookie('http://localhost:8080')
const admin = userWith({ id: 'u1', role: 'admin' })

function setup() {
  const users = new Map([
    ['u1', admin],
    ['u2', { ...admin, id: 'u2', role: 'user' as const }],
  ])
  const sessions = new Map<string, Session>([
    ['s1', { sid: 's1', userId: 'u1', lastSeenAt: new Date(), signedInAt: new Date() }],
    ['s2', { sid: 's2', userId: 'u2', lastSeenAt: new Date(), signedInAt: new Date() }],
  ])
  const touched: string[] = []
  let fault: Error | undefined
  const guards = createGuards({
    cookie,
    verify: async (token) => {
      const [, sub, sid] = /^([^/]+)\/([^/]+)$/.exec(token) ?? []
      return sub && sid ? { sub, sid } : undefined
    },
    sessions: {
      find: async (sid) => {
        if (fault) throw fault
        return sessions.get(sid)
      },
      touch: async ({ sid }) => void touched.push(sid),
    },
    users: { find: async (id) => users.get(id) },
  })
  const app = createServiceApp({ log: createLog('test', 'silent') })
    .get('/open', () => 'open')
    .group('/mine', (group) => group.use(guards.signedIn).get('', ({ identity }) => identity.user.email))
    .group('/admin', (group) => group.use(guards.admin).get('', ({ identity }) => identity.sid))
  const answer = (path: string, header?: string) =>
    app.handle(new Request(`http://localhost${path}`, { headers: header ? { cookie: header } : {} }))
  const ask = async (path: string, header?: string) => {
    const { status, text } = await answer(path, header).then(async (got) => ({
      status: got.status,
      text: await got.text(),
    }))
    return { status, text }
  }
  return { guards, answer, ask, users, sessions, touched, fail: (error: Error) => (fault = error) }
}

test('an admin reaches the admin routes, and the session is noted as used', async () => {
  const { ask, touched } = setup()
  expect(await ask('/admin', 'session=u1/s1')).toEqual({ status: 200, text: 's1' })
  expect(touched).toEqual(['s1'])
})

test('a user reaches only what is open to users', async () => {
  const { ask } = setup()
  expect((await ask('/mine', 'session=u2/s2')).status).toBe(200)
  expect((await ask('/admin', 'session=u2/s2')).status).toBe(403)
})

test.each([
  ['no cookie', undefined],
  ['an empty cookie', 'session='],
  ['a token that does not verify', 'session=noise'],
  ['an unknown session', 'session=u1/s9'],
  ['a session of another user', 'session=u1/s2'],
  ['an unknown user', 'session=u9/s1'],
  ['the cookie twice', 'session=u1/s1; session=u1/s1'],
  ['a cookie of another name', 'xsession=u1/s1'],
])('%s is anonymous', async (_, header) => {
  const { ask } = setup()
  expect((await ask('/mine', header)).status).toBe(401)
  expect((await ask('/admin', header)).status).toBe(401)
  expect((await ask('/open', header)).status).toBe(200)
})

test('an ended session and a withdrawn right count from the next request on', async () => {
  const { ask, users, sessions } = setup()
  users.set('u1', { ...admin, role: 'user' })
  expect((await ask('/admin', 'session=u1/s1')).status).toBe(403)
  sessions.delete('s1')
  expect((await ask('/admin', 'session=u1/s1')).status).toBe(401)
})

test('E2: when the session cannot be read access is refused', async () => {
  const { ask, fail } = setup()
  fail(new AppError('unavailable', 'The database is away.'))
  expect((await ask('/admin', 'session=u1/s1')).status).toBe(503)
})

test('S1: over https the cookie is bound to the host and never readable by scripts', () => {
  const secure = sessionCookie('https://school.example')
  expect(secure.set('t')).toBe('__Host-session=t; Path=/; HttpOnly; SameSite=Strict; Max-Age=43200; Secure')
  expect(secure.clear()).toMatch(/^__Host-session=; .*Max-Age=0/)
  expect(cookie.set('t')).toBe('session=t; Path=/; HttpOnly; SameSite=Strict; Max-Age=43200')
})

test('J6: of 100,000 random cookies none causes an error and none grants access', async () => {
  const { guards } = setup()
  const parts = [
    'session',
    'session=',
    '=',
    ';',
    ' ',
    ',',
    '"',
    '%',
    '%00',
    '\\',
    'u1/s1',
    '__proto__',
    '{"a":1}',
    '$ne',
    'é',
    '\t',
    '..',
  ]
  const odd: string[] = []
  for (let round = 0; round < 100_000; round++) {
    const length = randomInt(1, 12)
    const header = Array.from({ length }, () =>
      randomInt(3) ? parts[randomInt(parts.length)]! : String.fromCharCode(randomInt(32, 256)),
    ).join('')
    const request = { headers: { get: () => header } } as unknown as Request
    try {
      const identity = await guards.identityOf(request)
      // Only a genuine cookie may be accepted.
      if (identity && !/(^|;)\s*session=u1\/s1\s*(;|$)/.test(header)) odd.push(header)
    } catch {
      odd.push(header)
    }
  }
  expect(odd).toEqual([])
})

test('S6: answers vary by cookie, also where they vary by origin', async () => {
  const { answer } = setup()
  expect((await answer('/mine', 'session=u1/s1')).headers.get('vary')).toBe('Cookie')
  expect((await answer('/mine')).headers.get('vary')).toBe('Cookie')
  expect((await answer('/open')).headers.get('vary')).toBeNull()
})
