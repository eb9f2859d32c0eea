import { expect, test } from 'vitest'
import { describeError } from './log'

test.each([
  Object.assign(new Error('450 4.2.0 <ada@example.com> greylisted'), {
    code: 'EENVELOPE',
    responseCode: 450,
    command: 'RCPT TO',
  }),
  Object.assign(new Error('Message failed: 554 ada@example.com'), {
    code: 'EMESSAGE',
    response: '554 ada@example.com',
  }),
  Object.assign(new Error('E11000 dup key: { email: "ada@example.com" }'), { name: 'MongoServerError', code: 11_000 }),
  new Error('mail not sent', { cause: Object.assign(new Error('450 <ada@example.com>'), { code: 'EENVELOPE' }) }),
])('an error that quotes an address is logged without its message: %o', (error) => {
  const logged = JSON.stringify(describeError(error))
  expect(logged).not.toContain('@example.com')
  expect(logged).toMatch(/EENVELOPE|EMESSAGE|11000/)
})

test('our own errors and those of the system keep their message', () => {
  expect(describeError(new Error('no such form'))).toMatchObject({ message: 'no such form' })
  const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:6379'), { code: 'ECONNREFUSED' })
  expect(describeError(refused)).toMatchObject({ message: refused.message, code: 'ECONNREFUSED' })
})
