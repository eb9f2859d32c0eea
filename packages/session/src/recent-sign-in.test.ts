import { minutes } from '@app/contracts/durations'
import { expect, test } from 'vitest'
import { requireRecentSignIn } from './access'

const at = (age: number) => () => requireRecentSignIn({ signedInAt: new Date(1_000) }, 1_000 + age)

test('a sign-in counts as recent for fifteen minutes', () => {
  expect(at(minutes(15))).not.toThrow()
  expect(at(minutes(15) + 1)).toThrow(
    expect.objectContaining({
      code: 'recent_sign_in_required',
      status: 403,
      message: expect.stringContaining('confirm'),
    }),
  )
})
