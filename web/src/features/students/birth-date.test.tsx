import { beforeEach, expect, test, vi } from 'vitest'
import { show } from '#testing/screen'
import { AgeNote, BirthDate } from './module'

beforeEach(() => {
  vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-24T20:00:00Z'))
})

test.each([
  ['2016-11-24', 'Nov 24, 2016 (age 10)'],
  ['2016-11-25', 'Nov 25, 2016 (age 9)'],
  ['2030-01-01', 'Jan 1, 2030'],
  ['unknown', 'unknown'],
  [null, ''],
])('%s is shown as "%s"', (birth, text) => {
  const { container } = show(<BirthDate record={{ id: 'a', birth_date: birth }} />)
  expect(container.textContent).toBe(text)
})

test('the form says the age of a date that was typed, and nothing before', () => {
  const { container } = show(<AgeNote values={{ birth_date: '2012-03-01' }} />)
  expect(container.textContent).toBe('Age 14')
  expect(show(<AgeNote values={{ birth_date: '' }} />).container.textContent).toBe('')
})
