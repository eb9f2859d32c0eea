import { expect, test } from 'vitest'
import { sendFailure } from './transport'

test.each([
  [{ code: 'EENVELOPE', responseCode: 550, command: 'RCPT TO', response: '550 no such user ada@example.com' }, true],
  [{ code: 'EMESSAGE', responseCode: 554, command: 'DATA' }, true],
  [{ code: 'EENVELOPE', responseCode: 552, command: 'MAIL FROM' }, true],
  [{ code: 'EENVELOPE', responseCode: 451, command: 'RCPT TO' }, false],
  [{ code: 'EAUTH', responseCode: 535, command: 'AUTH PLAIN' }, false],
  [{ code: 'EPROTOCOL', responseCode: 554, command: 'CONN' }, false],
  [{ code: 'ECONNECTION' }, false],
  [{ code: 'ETIMEDOUT' }, false],
  [new Error('no such form'), false],
  [undefined, false],
])('F27: %o is permanent: %s', (error, permanent) => {
  const failure = sendFailure(error)
  expect(failure.permanent).toBe(permanent)
  expect(failure.reason).not.toContain('@')
})
