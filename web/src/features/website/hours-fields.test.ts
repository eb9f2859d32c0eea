import { expect, test } from 'vitest'
import { daysThrough, rangesOf } from './hours-fields'

const closed = (date: string, note = '') => ({ date, opens: '', closes: '', note })

test('days that follow each other are one range as long as hours and reason are the same', () => {
  const exceptions = [
    closed('2026-12-30', 'Holidays'),
    closed('2026-12-31', 'Holidays'),
    closed('2027-01-01', 'Holidays'),
    closed('2027-01-02', 'Repairs'),
    closed('2027-01-04', 'Repairs'),
  ]
  expect(rangesOf(exceptions).map(({ at, days }) => [at, days.length])).toEqual([
    [0, 3],
    [3, 1],
    [4, 1],
  ])
  expect(rangesOf([closed(''), closed('')]).map(({ at }) => at)).toEqual([0, 1])
})

test('a range has a day for each date, also across a month, and no more than there may be', () => {
  const first = closed('2027-02-27', 'Storm')
  expect(daysThrough(first, '2027-03-02', 60).map(({ date }) => date)).toEqual([
    '2027-02-27',
    '2027-02-28',
    '2027-03-01',
    '2027-03-02',
  ])
  expect(daysThrough(first, '2029-01-01', 5)).toHaveLength(5)
  expect(daysThrough(first, '2027-02-27', 60)).toEqual([first])
  expect(daysThrough(first, '', 60)).toEqual([first])
  expect(daysThrough(closed(''), '2027-03-02', 60)).toEqual([closed('')])
})
