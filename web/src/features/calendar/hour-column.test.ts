import { expect, test } from 'vitest'
import type { Entry } from './entries'
import { doubleBooked, hoursOf, placed } from './hour-column'

const entry = (id: string, minute: number, minutes?: number, values: object = {}): Entry => ({
  id,
  day: '2026-11-28',
  time: 'at a time',
  minute,
  minutes,
  title: id,
  cancelled: false,
  record: { id, ...values } as Entry['record'],
})
const lanes = (entries: Entry[]) => placed(entries).map(({ entry: { id }, lane, lanes }) => `${id} ${lane} of ${lanes}`)

test('the grid has the usual hours, and more for what is earlier or later', () => {
  expect(hoursOf([])).toEqual({ from: 8, to: 18 })
  expect(hoursOf([entry('a', 6 * 60 + 30), entry('b', 18 * 60, 75)])).toEqual({ from: 6, to: 20 })
  expect(hoursOf([{ ...entry('c', 0), time: '' }])).toEqual({ from: 8, to: 18 })
})

test('entries that overlap share the width; one after the other have all of it', () => {
  expect(lanes([entry('a', 600, 60), entry('b', 660, 60)])).toEqual(['a 0 of 1', 'b 0 of 1'])
  expect(lanes([entry('b', 630, 60), entry('a', 600, 60)])).toEqual(['a 0 of 2', 'b 1 of 2'])
  // The third overlaps only the second, whose lane is taken; the first lane is free again.
  expect(lanes([entry('a', 600, 60), entry('b', 630, 90), entry('c', 660, 30)])).toEqual([
    'a 0 of 2',
    'b 1 of 2',
    'c 0 of 2',
  ])
})

test('an entry is drawn half an hour long at least, and an hour without a length', () => {
  expect(placed([entry('a', 600, 5)])).toMatchObject([{ from: 600, to: 630 }])
  expect(placed([entry('a', 600)])).toMatchObject([{ from: 600, to: 660 }])
})

test('an instructor with two lessons at a time is found, not one who goes from one to the next', () => {
  const by = (instructor: string) => ({ instructor })
  expect([...doubleBooked([entry('a', 600, 60, by('x')), entry('b', 630, 60, by('x'))])]).toEqual(['a', 'b'])
  expect(doubleBooked([entry('a', 600, 60, by('x')), entry('b', 660, 60, by('x'))]).size).toBe(0)
  expect(doubleBooked([entry('a', 600, 60, by('x')), entry('b', 630, 60, by('y'))]).size).toBe(0)
  expect(doubleBooked([entry('a', 600, 60), entry('b', 630, 60)]).size).toBe(0)
  const off = { ...entry('b', 630, 60, by('x')), cancelled: true }
  expect(doubleBooked([entry('a', 600, 60, by('x')), off]).size).toBe(0)
})
