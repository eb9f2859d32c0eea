import { expect, test } from 'vitest'
import { reasonWords } from './mail-words'

test.each([
  ['The mail server answered 550.', 'the address was refused (550)'],
  ['The mail server answered 552.', 'the mail box is full or the mail too large (552)'],
  ['The mail server answered 554.', 'the mail was refused as unwanted (554)'],
  ['The mail server answered 571.', 'the mail was refused (571)'],
  ['The mail server answered 421.', 'the mail server is busy (421)'],
  ['The mail server cannot be reached (ECONNREFUSED).', 'no mail server'],
  ['The mail server took too long to answer.', 'The mail server took too long to answer.'],
])('%s means: %s', (reason, short) => {
  expect(reasonWords(reason).short).toBe(short)
})

test('what the server said stays beside what it means', () => {
  expect(reasonWords('The mail server answered 550.').whole).toBe(
    'The address was refused. (The mail server answered 550.)',
  )
})
