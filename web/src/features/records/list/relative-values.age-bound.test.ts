import { ageOn } from '@app/table-schema/conditions'
import { expect, test } from 'vitest'
import { bornBy, printAge, readAge } from './relative-values'

test('an age is kept as a text, with or without a day', () => {
  for (const text of ['age14', 'age8@2026-08-15']) expect(printAge(readAge(text)!)).toBe(text)
  expect(['age', 'age1234', 'age14@soon', '2012-08-15', 'today'].map(readAge)).toEqual(Array(5).fill(undefined))
})

test('an age without a day is that of today at the school', () => {
  expect(bornBy({ years: 14, on: undefined }, Date.parse('2026-11-21T20:00:00-08:00'))).toBe('2012-11-21')
})

test.each(['2026-08-15', '2028-02-29', '2026-02-28', '2026-03-01'])(
  'on %s the bound parts those of an age from the younger ones, also around February 29',
  (on) => {
    for (const years of [0, 13, 14, 16])
      for (const monthDay of ['02-27', '02-28', '02-29', '03-01', '08-14', '08-15', '08-16'])
        for (const year of [2010, 2011, 2012, 2014, 2015, 2016]) {
          const birth = `${year}-${monthDay}`
          if (monthDay === '02-29' && year % 4 !== 0) continue
          expect([birth, birth > bornBy({ years, on })]).toEqual([birth, ageOn(birth, on) < years])
        }
  },
)
