import { expect, test } from 'vitest'
import { subjectToken, tokensIn, withoutSubjectToken, withSubjectToken } from './outgoing-mail'

const [key, id] = ['key', '0123456789abcdef01234567']
const token = subjectToken(key, id)
const sent = withSubjectToken('Your party', key, id)

test('a reply ends with the token of its inquiry, once', () => {
  expect(sent).toBe(`Your party [#${token}]`)
  expect(token).toMatch(/^[0-9a-f]{10}$/)
  expect(withSubjectToken(`Re: ${sent}`, key, id)).toBe(`Re: Your party [#${token}]`)
  expect(withSubjectToken('Your party', undefined, id)).toBe('Your party')
  expect(subjectToken('other', id)).not.toBe(token)
  expect(subjectToken(key, id.replace('0', '1'))).not.toBe(token)
})

test.each([
  ['Re: ', ''],
  ['AW: RE: Fwd: ', ''],
  ['Antwort: ', ' (was: party)'],
  ['', ']'],
  ['Re: [EXTERNAL] ', ' ...'],
])('it is read from "%s...%s"', (before, after) => {
  expect(tokensIn(`${before}${sent}${after}`)).toEqual([token])
  expect(tokensIn(`${before}${sent.toUpperCase()}${after}`)).toEqual([token])
})

test('a subject that was cut keeps it as long as the token itself is there', () => {
  expect(tokensIn(sent.slice(0, -1))).toEqual([token])
  expect(tokensIn(`${sent.slice(0, -1)}...`)).toEqual([token])
  expect(tokensIn(sent.slice(0, -2))).toEqual([])
  expect(tokensIn(`Party [#${token}0]`)).toEqual([])
  expect(tokensIn('Lane #1234567890, 12 people')).toEqual([])
})

test('staff read subjects without it', () => {
  const shown = (subject: string, threadKey: string | undefined = key) => withoutSubjectToken(subject, threadKey, id)
  expect(shown(`Re: ${sent}`)).toBe('Re: Your party')
  expect(shown(`RE: ${sent.toUpperCase()}`)).toBe('RE: YOUR PARTY')
  expect(shown('Re: Party [#2]')).toBe('Re: Party [#2]')
  // A number of the visitor's own.
  expect(shown(`Re: Order [#1234567890] [#${token}]`)).toBe('Re: Order [#1234567890]')
  expect(withSubjectToken('Order [#1234567890]', key, id)).toBe(`Order [#1234567890] [#${token}]`)
  expect(withoutSubjectToken('Order [#1234567890]', undefined, id)).toBe('Order [#1234567890]')
})

test('of many tokens the last ones count', () => {
  const many = Array.from({ length: 9 }, (_, n) => `[#${String(n).repeat(10)}]`).join(' ')
  expect(tokensIn(many)).toHaveLength(5)
  expect(tokensIn(many).at(-1)).toBe('8888888888')
})
