import { secretHash, type User } from '@app/session'
import { expect, test, vi } from 'vitest'
import { openSession } from './open-session'

const ada = { id: 'u1', email: 'ada@archery.example' } as User

function setup({ wasKept = false, owner = 'u1' as string | null, notify = async () => {} } = {}) {
  const deps = {
    sessions: { create: vi.fn(async () => 'new-sid'), end: vi.fn(async () => wasKept) },
    signer: { sign: vi.fn(async () => 'token') },
    verify: vi.fn(async () => (owner ? { sub: owner, sid: 'old-sid' } : undefined)),
    publicOrigin: 'https://archery.example',
    notify: vi.fn(notify),
    onError: vi.fn(),
  }
  const open = openSession(deps as unknown as Parameters<typeof openSession>[0])
  const request = new Request('https://archery.example/', {
    method: 'POST',
    headers: { cookie: '__Host-session=former', 'x-real-ip': '192.0.2.7', 'user-agent': 'Firefox/140.0' },
  })
  return {
    ...deps,
    open: (keep?: boolean) => open(request, ada, { requestId: 'r1', keep }),
    anew: () => open(new Request('https://archery.example/', { method: 'POST' }), ada, { requestId: 'r1' }),
    kept: () => (deps.sessions.create.mock.calls as unknown as [string, string, { kept: boolean }][])[0]![2].kept,
  }
}

test.each([
  ['a kept session of the same person is kept on', { wasKept: true, owner: 'u1' }, undefined, true],
  ['one that was not kept is not', { wasKept: false, owner: 'u1' }, undefined, false],
  ['a kept session of somebody else decides nothing', { wasKept: true, owner: 'u2' }, undefined, false],
  ['a wish counts more: kept', { wasKept: false, owner: 'u1' }, true, true],
  ['a wish counts more: not kept', { wasKept: true, owner: 'u1' }, false, false],
  ['a token that is not ours ends nothing', { wasKept: true, owner: null }, undefined, false],
] as const)('%s', async (_, former, keep, kept) => {
  const { open, kept: wasKept, sessions } = setup(former)
  await open(keep)
  expect(wasKept()).toBe(kept)
  expect(sessions.end.mock.calls).toEqual(former.owner ? [[secretHash('old-sid')]] : [])
})

test('a browser without a session gets one of 30 minutes, and nothing is verified', async () => {
  const { anew, verify, kept } = setup({ wasKept: true })
  await anew()
  expect(verify).not.toHaveBeenCalled()
  expect(kept()).toBe(false)
})

test('the cookies hand over the new session and the device, of which the person is told with its address', async () => {
  const { open, signer, notify } = setup()
  const lines = await open()
  expect(signer.sign).toHaveBeenCalledExactlyOnceWith({ sub: 'u1', sid: 'new-sid' })
  expect(lines).toEqual([expect.stringMatching(/^__Host-session=token; /), expect.stringContaining('device=')])
  expect(notify).toHaveBeenCalledExactlyOnceWith(
    ada,
    expect.any(String),
    { device: expect.stringContaining('Firefox'), address: expect.stringContaining('192.0.2.7') },
    'r1',
  )
})

test('a notice that fails is reported and keeps nobody out', async () => {
  const failure = new Error('no mail server')
  const { open, onError } = setup({ notify: () => Promise.reject(failure) })
  expect(await open()).toHaveLength(2)
  await expect.poll(() => onError.mock.calls).toEqual([[failure]])
})
