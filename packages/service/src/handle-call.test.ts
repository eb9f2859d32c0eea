import { gate } from '@app/concurrency/gate'
import { call } from '@app/contracts/call'
import type { Identity } from '@app/session'
import { userWith } from '@app/session/user.fixture'
import * as v from 'valibot'
import { expect, test, vi } from 'vitest'
import { gets, posts, publicOrigin } from './api.fixture'
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
  { identity = person as Identity | null, slots = gate(1), handler = vi.fn(() => ({ ok: true })) } = {},
) {
  const limits = vi.fn(async (_limit: string, _caller: Record<string, unknown>) => {})
  const audit = vi.fn()
  const end = vi.fn()
  const turns = { take: vi.fn(async () => end) }
  const run = handleCall(
    serve(call({ ...posts, ...given } as Parameters<typeof call>[0]), handler),
    {
      origin: { publicOrigin, corsOrigins: [] },
      identify: async () => identity ?? undefined,
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
    { params = {}, body = '{}' as string | FormData, method = 'POST' } = {},
  ) =>
    run({
      params,
      set,
      request: new Request('http://localhost/api/test', { method, headers, ...(method === 'POST' && { body }) }),
    })
  return { ask, limits, audit, turns, end, handler, set, slots }
}
const user = { access: 'user' } as const
const crossSite = { 'sec-fetch-site': 'cross-site' }

test('a secret of its own needs no page of ours; a public call does, whatever is sent', async () => {
  const { ask } = setup({ ...user, accounts: true }, { identity: account })
  expect(await ask({ ...bearer, ...crossSite })).toEqual({ ok: true })
  await expect(setup({}).ask({ ...bearer, ...crossSite })).rejects.toMatchObject({
    code: 'forbidden',
    message: 'Cross-site requests are not allowed.',
  })
  await expect(setup(user).ask({ 'content-type': 'application/json', ...crossSite })).rejects.toMatchObject({
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
  await ask({ 'content-type': 'application/json' })
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
    await ask({ 'content-type': 'application/json' }, { params })
    expect(limits.mock.calls[0]![1]['secret']).toMatch(/^[\w+/=-]{32,}$/)
    expect(limits.mock.calls[0]![1]['secret']).not.toContain('secret')
    const other = setup({ limit })
    await other.ask({ 'content-type': 'application/json' }, { params: { file: 'other', id: 'other' } })
    expect(other.limits.mock.calls[0]![1]['secret']).not.toBe(limits.mock.calls[0]![1]['secret'])
    const plain = setup({})
    await plain.ask({ 'content-type': 'application/json' }, { params })
    expect(plain.limits.mock.calls[0]![1]['secret']).toBeUndefined()
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
  await expect(meanwhile).rejects.toMatchObject({ code: 'unavailable' })
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
  const json = { 'content-type': 'application/json' }
  const allowed = setup(given, { identity: sam })
  expect(await allowed.ask(json, { body: '{"table":"lessons"}' })).toEqual({ ok: true })
  const { ask, handler } = setup(given, { identity: sam })
  await expect(ask(json, { body: '{"table":"people"}' })).rejects.toMatchObject({ status: expect.any(Number) })
  expect(handler).not.toHaveBeenCalled()
})

test('a heavy call takes a turn of its person and ends it, also when it fails; another takes none', async () => {
  const { ask, turns, end } = setup({ ...user, heavy: true })
  await ask({ 'content-type': 'application/json' })
  expect(turns.take).toHaveBeenCalledExactlyOnceWith('ada')
  expect(end).toHaveBeenCalledOnce()
  const failing = vi.fn(() => {
    throw new Error('broken')
  })
  const broken = setup({ ...user, heavy: true }, { handler: failing as never })
  await expect(broken.ask({ 'content-type': 'application/json' })).rejects.toThrow('broken')
  expect(broken.end).toHaveBeenCalledOnce()
  const light = setup(user)
  await light.ask({ 'content-type': 'application/json' })
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
