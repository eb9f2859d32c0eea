import { expect, test } from 'vitest'
import { isMinor } from './conditions'

const day = '2026-11-25'

test('a student is a minor until the day of their 18th birthday, with or without a guardian', () => {
  for (const guardians of [[], ['a'.repeat(24)]]) {
    expect(isMinor({ birth_date: '2008-11-26', guardians }, day)).toBe(true)
    expect(isMinor({ birth_date: '2008-11-25', guardians }, day)).toBe(false)
  }
})

test('of unknown age is a minor who has a guardian, also one named by the text of an earlier release', () => {
  for (const birth_date of [undefined, null, '', 'unknown']) {
    expect(isMinor({ birth_date, guardians: ['a'.repeat(24)] }, day)).toBe(true)
    expect(isMinor({ birth_date, guardian: 'R. Brook (mother)' }, day)).toBe(true)
    for (const none of [{}, { guardians: [] }, { guardians: null, guardian: ' ' }])
      expect(isMinor({ birth_date, ...none }, day)).toBe(false)
  }
})
