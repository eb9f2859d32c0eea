import { AppError } from '@app/contracts/errors'
import { afterEach, expect, test, vi } from 'vitest'
import { watchSession, withSession } from './session-watch'

let stop = () => {}
afterEach(() => stop())

const signedOut = () => new AppError('not_signed_in', 'Please sign in.')

function setup(renews = true) {
  const watch = { signedOut: vi.fn(async () => renews), forbidden: vi.fn() }
  stop = watchSession(watch)
  return watch
}

test('a call is repeated once after its session was renewed', async () => {
  const watch = setup()
  const call = vi.fn().mockRejectedValueOnce(signedOut()).mockResolvedValue('saved')
  expect(await withSession(call)).toBe('saved')
  expect(call).toHaveBeenCalledTimes(2)
  expect(watch.signedOut).toHaveBeenCalledTimes(1)
})

test('a call that is refused again is not made a third time', async () => {
  const watch = setup()
  const call = vi.fn(async () => Promise.reject(signedOut()))
  await expect(withSession(call)).rejects.toThrow('Please sign in.')
  expect(call).toHaveBeenCalledTimes(2)
  expect(watch.signedOut).toHaveBeenCalledTimes(1)
})

test('without a new sign-in the caller gets the refusal, and the call is not repeated', async () => {
  setup(false)
  const call = vi.fn(async () => Promise.reject(signedOut()))
  await expect(withSession(call)).rejects.toThrow('Please sign in.')
  expect(call).toHaveBeenCalledTimes(1)
})

test('a refusal that arrives after the session was renewed is repeated at once without a sign-in', async () => {
  const watch = setup()
  let refuse = () => {}
  const slow = vi
    .fn()
    .mockReturnValueOnce(
      new Promise((_resolve, reject) => {
        refuse = () => reject(signedOut())
      }),
    )
    .mockResolvedValue('late')
  const late = withSession(slow)
  await withSession(vi.fn().mockRejectedValueOnce(signedOut()).mockResolvedValue('first'))
  refuse()
  expect(await late).toBe('late')
  expect(watch.signedOut).toHaveBeenCalledTimes(1)
})

test('a 403 reports that the right has ended, also after the repeated call', async () => {
  const watch = setup()
  const forbidden = new AppError('forbidden', 'Admins only.')
  const call = vi.fn().mockRejectedValueOnce(signedOut()).mockRejectedValue(forbidden)
  await expect(withSession(call)).rejects.toBe(forbidden)
  expect(watch.forbidden).toHaveBeenCalledTimes(1)
})

test('other failures, and pages that do not watch, are left alone', async () => {
  const watch = setup()
  await expect(withSession(() => Promise.reject(new AppError('unavailable', 'Away.')))).rejects.toThrow('Away.')
  expect(watch.signedOut).not.toHaveBeenCalled()
  stop()
  await expect(withSession(() => Promise.reject(signedOut()))).rejects.toThrow('Please sign in.')
})
