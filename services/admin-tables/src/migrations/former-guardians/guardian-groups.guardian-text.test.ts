import { expect, test } from 'vitest'
import { phoneKey, readGuardianText } from './guardian-groups'

const plain = { emails: [], phones: [], relation: null }

test.each<[string, ReturnType<typeof readGuardianText>]>([
  ['R. Brook', { ...plain, name: 'R. Brook' }],
  ['  Brook, Rob ', { ...plain, name: 'Brook, Rob' }],
  ['Anna & Tom Brook', { ...plain, name: 'Anna & Tom Brook' }],
  ['R. Brook (mother), 916-555-0142', { ...plain, name: 'R. Brook', phones: ['916-555-0142'], relation: 'mother' }],
  [
    'Dad: Tom Brook, tel. +1 (916) 555-0142',
    { ...plain, name: 'Tom Brook', phones: ['+1 (916) 555-0142'], relation: 'father' },
  ],
  ['Zoë Quinn <Zoe@Example.com>', { ...plain, name: 'Zoë Quinn', emails: ['zoe@example.com'] }],
  ['zoe@example.com / 916 555 0142', { ...plain, name: '', emails: ['zoe@example.com'], phones: ['916 555 0142'] }],
  // No number that could be called, and no address.
  ['Room 12, ask@desk', { ...plain, name: 'Room 12, ask@desk' }],
  ['-', { ...plain, name: '' }],
])('“%s” is read', (text, read) => {
  expect(readGuardianText(text)).toEqual(read)
})

test('phones are the same by their digits; a placeholder is the same as none', () => {
  expect(phoneKey('+1 (916) 555-0142')).toBe(phoneKey('916.555.0142'))
  expect([phoneKey('000-000-0000'), phoneKey('12345'), phoneKey(null)]).toEqual([undefined, undefined, undefined])
})
