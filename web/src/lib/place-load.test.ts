import { expect, test } from 'vitest'
import { capacityOf, mostAtOnce, occupyingFrom, overCapacity } from './place-load'

const schema = {
  name: 'lessons',
  properties: { place: { type: 'string', enum: ['roseville', 'mobile'], enumCapacities: [12, null] } },
}
const lesson = (id: string, start: string, seats: number, more: object = {}) =>
  occupyingFrom({ id, place: 'roseville', starts_at: `2026-11-28T${start}:00Z`, minutes: 60, seats, ...more })!

test('a place has the room that was set for it', () => {
  expect(['roseville', 'mobile', 'moon', undefined].map((place) => capacityOf(schema, place))).toEqual([
    12,
    ...[undefined, undefined, undefined],
  ])
  expect(capacityOf(undefined, 'roseville')).toBe(undefined)
})

test('people of lessons at one time and one place are added up, at the fullest moment', () => {
  const ten = lesson('a', '10:00', 8)
  const others = [
    ten,
    lesson('b', '10:30', 6),
    lesson('c', '10:59', 4),
    lesson('d', '11:00', 50),
    lesson('e', '09:00', 50),
    lesson('f', '10:00', 50, { place: 'sacramento' }),
    // Ends before the others begin.
    lesson('g', '09:30', 3),
  ]
  expect(mostAtOnce(ten, others)).toBe(18)
  expect(mostAtOnce(ten, [lesson('g', '09:30', 30), lesson('b', '10:30', 6)])).toBe(38)
  expect(overCapacity(ten, others, 12)).toBe(18)
  expect(overCapacity(ten, others, 18)).toBe(undefined)
  expect(overCapacity(ten, others, undefined)).toBe(undefined)
})

test('canceled lessons take no room, and students beyond the seats do', () => {
  expect(occupyingFrom({ place: 'roseville', starts_at: '2026-11-28T10:00:00Z', cancelled: true })).toBe(undefined)
  expect(occupyingFrom({ place: 'roseville', starts_at: 'soon' })).toBe(undefined)
  expect(lesson('a', '10:00', 1, { students: ['x', 'y', 'z'] }).people).toBe(3)
})
