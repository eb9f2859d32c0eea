import { expect, test } from 'vitest'
import { sendFailure } from './transport'

test.each([
  [{ code: 'EENVELOPE', responseCode: 550, response: '550 no such user ada@example.com' }, true],
  [{ code: 'EMESSAGE', responseCode: 554 }, true],
  [{ code: 'EENVELOPE', responseCode: 451 }, false],
  [{ code: 'ECONNECTION' }, false],
  [{ code: 'ETIMEDOUT' }, false],
  [undefined, false],
])('%o is final: %s', (error, permanent) => {
  const failure = sendFailure(error)
  expect(failure.permanent).toBe(permanent)
  expect(failure.reason).not.toContain('@')
})
