import { randomInt } from 'node:crypto'
import { AppError } from '@app/contracts/errors'
import { expect, test } from 'vitest'
import { noAccounts } from './accounts.fixture'
import { actorFinder, identify, isOfRemovedAccount } from './identify'
import type { Session } from './models/session'
import { sessionCookie } from './token'
import { userWith } from './user.fixture'

const cookie = sessionCookie('http://localhost:8080')
const admin = userWith({ id: 'u1', role: 'admin' })

function setup() {
  const users = new Map([
    ['u1', admin],
    ['u2', userWith({ id: 'u2' })],
    ['u3', userWith({ id: 'u3', role: 'admin', disabled: true })],
  ])
  const signedInAt = new Date(0)
  const session = (sid: string, userId: string): [string, Session] => [
    sid,
    { sid, userId, lastSeenAt: new Date(), signedInAt },
  ]
  const sessions = new Map([session('s1', 'u1'), session('s2', 'u2'), session('s3', 'u3')])
  const touched: string[] = []
  let reads = 0
  let fault: Error | undefined
  const identityOf = identify({
    cookie,
    verify: async (token) => {
      const [, sub, sid] = token.match(/^([^/]+)\/([^/]+)$/) ?? []
      return sub && sid ? { sub, sid } : undefined
    },
    sessions: {
      find: async (sid) => {
        reads++
        if (fault) throw fault
        return sessions.get(sid)
      },
      touch: async ({ sid }) => void touched.push(sid),
    },
    users: { find: async (id) => users.get(id) },
    ...noAccounts,
  })
  const requestWith = (header?: string) =>
    new Request('http://localhost/', { headers: header === undefined ? {} : { cookie: header } })
  const who = (header?: string) => identityOf(requestWith(header))
  const fail = (error: Error) => {
    fault = error
  }
  return { identityOf, requestWith, who, users, sessions, signedInAt, touched, reads: () => reads, fail }
}

test('a request with a session has its user, and the session is noted as used', async () => {
  const { who, touched, signedInAt } = setup()
  expect(await who('session=u1/s1')).toEqual({ sid: 's1', user: admin, signedInAt })
  expect(touched).toEqual(['s1'])
})

test.each([
  ['no cookie', undefined],
  ['an empty cookie', 'session='],
  ['a token that does not verify', 'session=noise'],
  ['an unknown session', 'session=u1/s9'],
  ['a session of another user', 'session=u1/s2'],
  ['an unknown user', 'session=u9/s1'],
  ['a disabled user', 'session=u3/s3'],
  ['the cookie twice', 'session=u1/s1; session=u1/s1'],
  ['a cookie of another name', 'xsession=u1/s1'],
])('%s is anonymous', async (_, header) => {
  const { who, touched } = setup()
  expect([await who(header), touched]).toEqual([undefined, []])
})

test.each([
  ['u9/s9', true],
  ['u1/s9', false],
  ['u3/s3', false],
  ['noise', false],
])('the account of the token %s was removed: %s', async (token, isRemoved) => {
  const { identityOf, requestWith } = setup()
  const request = requestWith(`session=${token}`)
  await identityOf(request)
  expect(isOfRemovedAccount(request)).toBe(isRemoved)
})

test('the session is read once per request', async () => {
  const { identityOf, requestWith, reads } = setup()
  const request = requestWith('session=u1/s1')
  const [first, second] = await Promise.all([identityOf(request), identityOf(request)])
  expect([first, await identityOf(request), reads()]).toEqual([second, second, 1])
  await identityOf(requestWith('session=u1/s1'))
  expect(reads()).toBe(2)
})

test('an ended session and a withdrawn right count from the next request on', async () => {
  const { who, users, sessions } = setup()
  users.set('u1', { ...admin, role: 'user' })
  expect((await who('session=u1/s1'))?.user.role).toBe('user')
  sessions.delete('s1')
  expect(await who('session=u1/s1')).toBeUndefined()
})

test('a session that cannot be read is an error, not an anonymous caller', async () => {
  const { who, fail } = setup()
  fail(new AppError('unavailable', 'The database is unavailable.'))
  await expect(who('session=u1/s1')).rejects.toMatchObject({ code: 'unavailable' })
})

test('a request with a secret is never one of its session', async () => {
  const { identityOf, touched } = setup()
  const headers = { cookie: 'session=u1/s1', authorization: 'Bearer abc' }
  await expect(identityOf(new Request('http://localhost/', { headers }))).rejects.toMatchObject({
    code: 'not_signed_in',
  })
  expect(touched).toEqual([])
})

test('who acts by an id is a person, or else a service account', async () => {
  const account = userWith({ id: 'a1', role: 'staff' })
  const among = (...users: (typeof admin)[]) => ({ find: async (id: string) => users.find((user) => user.id === id) })
  const find = actorFinder(among(admin), among(account, { ...admin, role: 'user' }))
  expect([await find('u1'), await find('a1'), await find('u9')]).toEqual([admin, account, undefined])
})

test('over https the cookie is bound to the host and never readable by scripts', () => {
  const secure = sessionCookie('https://school.example')
  expect(secure.set('t')).toBe('__Host-session=t; Path=/; HttpOnly; SameSite=Strict; Max-Age=43200; Secure')
  expect(secure.clear()).toMatch(/^__Host-session=; .*Max-Age=0/)
  expect(cookie.set('t')).toBe('session=t; Path=/; HttpOnly; SameSite=Strict; Max-Age=43200')
})

test('of 100,000 random cookies none causes an error and none grants access', async () => {
  const { identityOf } = setup()
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
      const identity = await identityOf(request)
      // Only a genuine cookie may be accepted.
      if (identity && !/(^|;)\s*session=u1\/s1\s*(;|$)/.test(header)) odd.push(header)
    } catch {
      odd.push(header)
    }
  }
  expect(odd).toEqual([])
})
