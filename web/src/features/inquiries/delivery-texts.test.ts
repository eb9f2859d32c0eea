import { expect, test } from 'vitest'
import { reasonTexts } from './delivery-texts'

test.each([
  ['The mail server answered 550.', 'the address was rejected (550)'],
  ['The mail server answered 552.', 'the mailbox is full or the email too large (552)'],
  ['The mail server answered 554.', 'the email was rejected as unwanted (554)'],
  ['The mail server answered 571.', 'the email was rejected (571)'],
  ['The mail server answered 421.', 'the mail server is busy (421)'],
  ['The mail server cannot be reached (ECONNREFUSED).', 'mail server unreachable'],
  ['The mail server took too long to answer.', 'The mail server took too long to answer.'],
])('%s means: %s', (reason, short) => {
  expect(reasonTexts(reason).short).toBe(short)
})

test('the full text keeps the code of the server', () => {
  expect(reasonTexts('The mail server answered 550.').whole).toBe(
    'The address was rejected. (The mail server answered 550.)',
  )
})
