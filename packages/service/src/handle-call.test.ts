import { gate } from '@app/concurrency/gate'
import { call } from '@app/contracts/call'
import { type Identity, identify, secretHash } from '@app/session'
import { userWith } from '@app/session/user.fixture'
import * as v from 'valibot'
import { expect, test, vi } from 'vitest'
import { gets, posts, publicOrigin } from './api.fixture'
import { JsonText } from './entity-tag'
import { handleCall } from './handle-call'
import type { heavyTurns } from './heavy-turns'
import { serve } from './serve'

const person: Identity = { sid: 's1', user: userWith({ id: 'ada', role: 'admin' }), signedInAt: new Date() }
const account: Identity = {
  ...{ sid: 'account', user: userWith({ id: 'robot', role: 'staff', rights: { lessons: 'edit' } }) },
  ...{ signedInAt: new Date(0), isAccount: true as const },
}
const bearer = { authorization: 'Bearer secret', 'content-type': 'application/json' }

/** One call with hand-made collaborators. Resolves with what the handler was given, or rejects. */
function setup(
  given: Partial<Parameters<typeof call>[0]>,
  {
    identity = person as Identity | null,
    identified = async (_: Request) => identity ?? undefined,
    slots = gate(1),
    handler = vi.fn<(context: Record<string, unknown>) => unknown>(() => ({ ok: true })),
  } = {},
) {
  const limits = vi.fn(async (_limit: string, _caller: Record<string, unknown>) => {})
  const audit = vi.fn()
  const end = vi.fn()
  const turns = { take: vi.fn(async () => end) }
  const run = handleCall(
    serve(call({ ...posts, ...given } as Parameters<typeof call>[0]), handler),
    {
      origin: { publicOrigin, corsOrigins: [] },
      identify: identified,
      limits: limits as never,
      audit: {
        during: async (entry, action, outcome) => {
          const result = await action()
          audit({ ...entry, ...outcome() })
          return result
        },
      },
    },
    { maxBodyBytes: 1_000, slots, turns: turns as unknown as ReturnType<typeof heavyTurns> },
  )
  const set = { headers: {} as Record<string, string>, status: undefined as number | undefined }
  const ask = (
    headers: Record<string, string> = {},
    {
      params = {},
      body = '{}' as string | FormData,
      method = 'POST',
      request = new Request('http://localhost/api/test?a=1', { method, headers, ...(method === 'POST' && { body }) }),
    } = {},
  ) => run({ params, set, request })
  return { ask, limits, audit, turns, end, handler, set, slots }
}
const user = { access: 'user' } as const
const json = { 'content-type': 'application/json' }
const crossSite = { 'sec-fetch-site': 'cross-site' }

test('a secret of its own needs no page of ours; a public call does, whatever is sent', async () => {
  const { ask } = setup({ ...user, accounts: true }, { identity: account })
  expect(await ask({ ...bearer, ...crossSite })).toEqual({ ok: true })
  await expect(setup({}).ask({ ...bearer, ...crossSite })).rejects.toMatchObject({
    code: 'forbidden',
    message: 'Cross-site requests are not allowed.',
  })
  await expect(setup(user).ask({ ...json, ...crossSite })).rejects.toMatchObject({
    code: 'forbidden',
  })
})

test('a cookie beside a secret is refused: one of them was not meant', async () => {
  const message = 'Send a cookie or Authorization: Bearer, not both.'
  await expect(setup(user).ask({ ...bearer, cookie: 'session=x' })).rejects.toMatchObject({
    code: 'invalid_request',
    message,
  })
})

test('calls are counted for the session of a person, and for the account of a program', async () => {
  const { ask, limits } = setup(user)
  await ask(json)
  expect(limits).toHaveBeenCalledExactlyOnceWith('write', expect.objectContaining({ session: 's1', looks: false }))
  expect(limits.mock.calls[0]![1]['account']).toBeFalsy()
  const robot = setup({ ...user, accounts: true }, { identity: account })
  await robot.ask(bearer)
  expect(robot.limits).toHaveBeenCalledExactlyOnceWith('write', expect.objectContaining({ account: 'robot' }))
  expect(robot.limits.mock.calls[0]![1]['session']).toBeUndefined()
})

test('a service account makes no call that is closed to it', async () => {
  await expect(setup(user, { identity: account }).ask(bearer)).rejects.toMatchObject({
    code: 'forbidden',
    message: 'Service accounts may not make this call.',
  })
})

test.each([
  ['calendar', { file: 'secret.ics' }],
  ['hook', { id: 'secret' }],
] as const)(
  '%s is counted for its secret address, of which the counter learns the hash alone',
  async (limit, params) => {
    const { ask, limits } = setup({ limit })
    await ask(json, { params })
    expect(limits.mock.calls[0]![1]['secret']).toBe(secretHash(Object.values(params)[0]!))
    const plain = setup({})
    await plain.ask(json, { params })
    expect(plain.limits.mock.calls[0]![1]['secret']).toBeUndefined()
    const bare = setup({ limit })
    await bare.ask(json)
    expect(bare.limits.mock.calls[0]![1]['secret']).toBe(secretHash(''))
  },
)

const form = { body: { type: 'multipart/form-data' } } as const
const ours = { 'sec-fetch-site': 'same-origin' }
const upload = { ...ours, 'x-requested-with': 'x' }
const file = () => {
  const data = new FormData()
  data.set('file', new File(['x'], 'x.txt'))
  return { body: data }
}

test('an upload holds its slot until it is answered, also when it fails, and a further one is refused meanwhile', async () => {
  const slots = gate(1)
  let meanwhile: Promise<unknown> | undefined
  const handler = vi.fn(() => {
    meanwhile ??= setup(form as never, { slots }).ask(upload, file())
    meanwhile.catch(() => {})
    return { ok: true }
  })
  await setup(form as never, { slots, handler }).ask(upload, file())
  await expect(meanwhile).rejects.toMatchObject({
    ...{ code: 'unavailable', message: 'Too many uploads are in progress. Please try again shortly.' },
  })
  const failing = vi.fn(() => {
    throw new Error('broken')
  })
  await expect(setup(form as never, { slots, handler: failing as never }).ask(upload, file())).rejects.toThrow('broken')
  expect(await setup(form as never, { slots }).ask(upload, file())).toEqual({ ok: true })
})

test('an upload needs the header that no form can send', async () => {
  await expect(setup(form as never).ask(ours, file())).rejects.toMatchObject({
    ...{ code: 'forbidden', message: 'Uploads need the header X-Requested-With.' },
  })
})

test('a right to a table that the body names is read once the body is', async () => {
  const sam: Identity = { ...person, user: userWith({ id: 'sam', role: 'staff', rights: { lessons: 'edit' } }) }
  const given = {
    access: { table: { body: 'table' }, level: 'edit' },
    body: { schema: v.object({ table: v.string() }) },
  } as never
  const allowed = setup(given, { identity: sam })
  expect(await allowed.ask(json, { body: '{"table":"lessons"}' })).toEqual({ ok: true })
  const { ask, handler } = setup(given, { identity: sam })
  await expect(ask(json, { body: '{"table":"people"}' })).rejects.toMatchObject({ status: expect.any(Number) })
  expect(handler).not.toHaveBeenCalled()
})

test('a heavy call takes a turn of its person and ends it, also when it fails; another takes none', async () => {
  const { ask, turns, end } = setup({ ...user, heavy: true })
  await ask(json)
  expect(turns.take).toHaveBeenCalledExactlyOnceWith('ada')
  expect(end).toHaveBeenCalledOnce()
  const failing = vi.fn(() => {
    throw new Error('broken')
  })
  const broken = setup({ ...user, heavy: true }, { handler: failing as never })
  await expect(broken.ask(json)).rejects.toThrow('broken')
  expect(broken.end).toHaveBeenCalledOnce()
  const light = setup(user)
  await light.ask(json)
  expect(light.turns.take).not.toHaveBeenCalled()
})

test('a page asks who is not signed in to do so first; a program is refused', async () => {
  const page = { ...gets, ...user, page: true }
  const { ask, set } = setup(page as never, { identity: null })
  expect(await ask({ accept: 'text/html' }, { method: 'GET' })).toBeNull()
  expect(set).toMatchObject({
    status: 302,
    headers: { location: '/login?returnUrl=%2Fapi%2Ftest', vary: 'Cookie, Accept' },
  })
  await expect(setup(page as never, { identity: null }).ask({}, { method: 'GET' })).rejects.toMatchObject({
    code: 'not_signed_in',
  })
})

test('who has a session of an account that was removed is told so', async () => {
  const ofNobody = identify({
    ...({ accounts: {}, addressOf: () => undefined } as never as Parameters<typeof identify>[0]),
    cookie: { read: () => 'token' },
    verify: async () => ({ sid: 's1', sub: 'ada' }) as never,
    sessions: { find: async () => undefined, touch: async () => {} } as never,
    users: { find: async () => undefined },
  })
  await expect(setup(user, { identified: ofNobody }).ask(json)).rejects.toMatchObject({
    ...{ code: 'not_signed_in', message: 'Your account was removed.', details: { account: 'removed' } },
  })
  await expect(setup(user, { identity: null }).ask(json)).rejects.toMatchObject({ message: 'Please sign in.' })
})

test('a handler gets the request, its parts, and who sent it', async () => {
  const { ask, handler, set } = setup({ ...user, body: { schema: v.object({ name: v.string() }) } } as never)
  const request = new Request('http://localhost/api/test?a=1', {
    ...{ method: 'POST', headers: json, body: '{"name":"Ada"}' },
  })
  await ask({}, { request })
  const { requestId, ...given } = handler.mock.calls[0]![0]
  expect(requestId).toMatch(/./)
  expect(given).toStrictEqual({
    ...{ request, search: new URLSearchParams('a=1'), params: {}, query: {}, headers: {}, body: { name: 'Ada' } },
    ...{ text: '', notes: [], identity: person, set: { headers: set.headers }, audited: expect.any(Function) },
    actor: { id: 'ada', email: 'ada@example.com', sid: 's1', requestId },
  })
})

test('of what another product sends a handler gets the text as it came, and what was guessed in it', async () => {
  const foreign = { body: { schema: v.object({ name: v.string() }), isForeign: true } } as never
  const { ask, handler } = setup(foreign)
  const body = '{"name":"Ada","name":"Bea"}'
  const sent = { ...ours, 'content-type': 'text/plain' } as Record<string, string>
  await ask(sent, { body })
  expect(handler.mock.calls[0]![0]).toMatchObject({ body: { name: 'Bea' }, text: body })
  expect(handler.mock.calls[0]![0]['notes']).toEqual([expect.stringContaining('several values of one name')])
  await expect(ask(sent, { body: ' '.repeat(1_001) })).rejects.toMatchObject({ code: 'payload_too_large' })
})

test.each([
  ['is ignored', { isIgnored: true, type: 'application/x-www-form-urlencoded' }, 'a=1', { ...ours }],
  ['the handler reads as it arrives', { type: 'multipart/form-data', streamed: true }, file().body, { ...upload }],
])('a body that %s is checked by its type, and not read before the handler', async (_, body, sent, headers) => {
  const type: Record<string, string> = typeof sent === 'string' ? { 'content-type': body.type } : {}
  const request = new Request('http://localhost/api/test', {
    ...{ method: 'POST', headers: { ...headers, ...type }, body: sent },
  })
  const handler = vi.fn((_: Record<string, unknown>) => ({ ok: !request.bodyUsed }))
  const { ask } = setup({ body: { schema: v.object({}), ...body } } as never, { handler })
  expect(await ask({}, { request })).toEqual({ ok: true })
  expect(handler.mock.calls[0]![0]['body']).toBeUndefined()
  await expect(ask({ ...headers, ...json })).rejects.toMatchObject({ code: 'unsupported_media_type' })
})

test('a JSON body may have as many bytes as the call says, else as the service does', async () => {
  const schema = v.object({})
  const [small, own] = [setup({ body: { schema } } as never), setup({ body: { schema, maxBytes: 20 } } as never)]
  const body = (bytes: number) => ({ body: `{}${' '.repeat(bytes - 2)}` })
  expect([await small.ask(json, body(1_000)), await own.ask(json, body(20))]).toEqual([{ ok: true }, { ok: true }])
  const tooLarge = { code: 'payload_too_large' }
  await expect(small.ask(json, body(1_001))).rejects.toMatchObject(tooLarge)
  await expect(own.ask(json, body(21))).rejects.toMatchObject(tooLarge)
})

test('what was written for a tag is what is sent, as JSON, and is checked as any other response', async () => {
  const { ask, set } = setup(user, { handler: vi.fn(() => new JsonText({ ok: true })) })
  expect(await ask(json)).toBe('{"ok":true}')
  expect(set).toMatchObject({ status: 200, headers: { 'content-type': 'application/json;charset=utf-8' } })
  const plain = setup(user)
  await plain.ask(json)
  expect(plain.set.headers).not.toHaveProperty('content-type')
  const broken = setup(user, { handler: vi.fn(() => new JsonText({ ok: 'yes' })) })
  await expect(broken.ask(json)).rejects.toThrow('at ok')
})

test('a response says what is left of the budget, and when the call ends', async () => {
  const { ask, set, limits } = setup({ deprecated: { since: '2026-12-01', sunset: '2027-06-01' } })
  limits.mockImplementation(async (_, { report }) => (report as (state: object) => void)({ ratelimit: 'r=1' }))
  const request = new Request('http://localhost/api/test', { method: 'POST', headers: json, body: '{}' })
  await ask({}, { request })
  expect(set.headers).toEqual({
    ...{ ratelimit: 'r=1', deprecation: '@1796083200', sunset: 'Tue, 01 Jun 2027 00:00:00 GMT' },
  })
  expect(limits.mock.calls[0]![1]['request']).toBe(request)
})

test('a public call has no person: it takes no turn and is not recorded as an act of one', async () => {
  const { ask, turns, audit } = setup({ heavy: true, audit: { action: 'update' } })
  expect(await ask(json)).toEqual({ ok: true })
  expect([turns.take.mock.calls, audit.mock.calls]).toEqual([[], []])
})

test('an entry of a call without a table, a record or a body has none of them', async () => {
  const { ask, audit } = setup({ ...user, audit: { action: 'update', about: ['status'], names: true } })
  await ask(json)
  const actor = { id: 'ada', email: 'ada@example.com', sid: 's1', requestId: expect.any(String) }
  expect(audit.mock.calls).toStrictEqual([[{ actor, action: 'update', about: { fields: '' } }]])
})
