import type { AppError } from '@app/contracts/errors'
import { expect, test, vi } from 'vitest'
import { codeDigest } from './login-code'
import { redeemCode } from './redeem-code'

const email = 'ada@archery.example'
const user = { id: 'u1', email }
const waiting = { provider: 'google', subject: 's1' }

function setup({ isGuessed = false, spends = true, presentsLink = true } = {}) {
  const digest = codeDigest('pepper', 'c1', email, '123456')
  const deps = {
    codes: {
      takeAttempt: vi.fn(async (_email: string, challenge: string, _attempt: string) =>
        challenge === 'c1' ? digest : undefined,
      ),
      spend: vi.fn(async () => spends),
      pauseIfGuessed: vi.fn(async () => isGuessed),
    },
    accounts: { atLogin: vi.fn(async () => user) },
    links: { take: vi.fn(async () => (presentsLink ? waiting : undefined)) },
    link: vi.fn(async () => user),
    notifyPause: vi.fn(),
    pepper: 'pepper',
    adminEmails: ['root@archery.example'],
  }
  const redeem = redeemCode(deps as unknown as Parameters<typeof redeemCode>[0])
  const presented = {
    challengeId: 'c1' as string | undefined,
    linkId: undefined as string | undefined,
    requestId: 'r1',
  }
  return {
    ...deps,
    redeem: (code: string, change: Partial<typeof presented> = {}) => redeem(email, code, { ...presented, ...change }),
  }
}
const wrong = expect.objectContaining({
  code: 'invalid_request',
  message: 'Invalid or expired code',
} satisfies Partial<AppError>)

test('the right code is spent by the attempt that took it, and opens the account of its address', async () => {
  const { redeem, accounts, codes, links, notifyPause } = setup()
  expect(await redeem('123456')).toEqual(user)
  const attempt = codes.takeAttempt.mock.calls[0]![2]
  expect(attempt).toMatch(/^[\w-]{22}$/)
  expect(codes.spend).toHaveBeenCalledExactlyOnceWith(email, 'c1', attempt)
  expect(accounts.atLogin).toHaveBeenCalledExactlyOnceWith(email, { admin: false })
  expect(links.take).not.toHaveBeenCalled()
  expect(notifyPause).not.toHaveBeenCalled()
})

test('without a challenge no attempt is taken', async () => {
  const { redeem, codes } = setup()
  await expect(redeem('123456', { challengeId: undefined })).rejects.toEqual(wrong)
  await expect(redeem('123456', { challengeId: '' })).rejects.toEqual(wrong)
  expect(codes.takeAttempt).not.toHaveBeenCalled()
})

test('the wrong guess that pauses an address tells its person, once; an earlier one does not', async () => {
  const early = setup()
  await expect(early.redeem('000000')).rejects.toEqual(wrong)
  expect(early.codes.pauseIfGuessed).toHaveBeenCalledExactlyOnceWith(email, 'c1')
  expect(early.notifyPause).not.toHaveBeenCalled()
  expect(early.codes.spend).not.toHaveBeenCalled()
  const last = setup({ isGuessed: true })
  await expect(last.redeem('000000')).rejects.toEqual(wrong)
  expect(last.notifyPause).toHaveBeenCalledExactlyOnceWith(email, 'r1')
})

test('a code that another attempt has spent, and one without tries left, are wrong', async () => {
  await expect(setup({ spends: false }).redeem('123456')).rejects.toEqual(wrong)
  const { redeem, codes, accounts } = setup()
  await expect(redeem('123456', { challengeId: 'other' })).rejects.toEqual(wrong)
  expect(codes.pauseIfGuessed).not.toHaveBeenCalled()
  expect(accounts.atLogin).not.toHaveBeenCalled()
})

test('an account of a provider that waits for the proof of this address is linked to its person', async () => {
  const { redeem, links, link } = setup()
  expect(await redeem('123456', { linkId: 'l1' })).toEqual(user)
  expect(links.take).toHaveBeenCalledExactlyOnceWith('l1', { email })
  expect(link).toHaveBeenCalledOnce()
  const gone = setup({ presentsLink: false })
  expect(await gone.redeem('123456', { linkId: 'l1' })).toEqual(user)
  expect(gone.link).not.toHaveBeenCalled()
})
