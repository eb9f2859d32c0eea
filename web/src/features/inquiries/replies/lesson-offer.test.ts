import type { SiteLesson } from '@app/contracts/site'
import { expect, test } from 'vitest'
import { freeLessons, withLessons } from './lesson-offer'

const now = Date.parse('2026-11-27T20:00:00Z')
const lesson = (id: string, startsAt: string, change: Partial<SiteLesson> = {}): SiteLesson => ({
  ...{ id, title: 'First arrows', place: 'roseville', placeName: 'Roseville', startsAt, minutes: 60 },
  ...{ full: false, free: 2, topic: 'lessons', ...change },
})
const lessons = [
  lesson('later', '2026-11-29T18:00:00Z'),
  lesson('begun', '2026-11-27T19:00:00Z'),
  lesson('full', '2026-11-28T17:00:00Z', { full: true, free: 0 }),
  lesson('league', '2026-11-28T17:00:00Z', { topic: 'league' }),
  lesson('next', '2026-11-28T18:00:00Z'),
  lesson('last', '2026-12-05T18:00:00Z'),
  lesson('fourth', '2026-12-06T18:00:00Z'),
]
const idsOf = (found: readonly SiteLesson[]) => found.map(({ id }) => id)

test('the next three lessons of the service with a free seat are offered', () => {
  expect(idsOf(freeLessons(lessons, 'Lessons', now))).toEqual(['next', 'later', 'last'])
  expect(idsOf(freeLessons(lessons, 'Leagues', now))).toEqual(['league'])
  expect(freeLessons(lessons, 'Other', now)).toEqual([])
  expect(freeLessons(lessons, 'Birthday Party', now)).toEqual([])
})

test('an empty answer becomes a short one, and a template keeps its farewell at the end', () => {
  const [next] = freeLessons(lessons, 'Lessons', now)
  const line = '- First arrows: Saturday, November 28 at 10:00 AM, Roseville'
  expect(withLessons('', [next!], 'Ada Brook')).toBe(
    `Hi Ada,\n\nThese lessons have free seats:\n\n${line}\n\nWhich one suits you?`,
  )
  expect(withLessons('Hi Ada,\n\nThank you.\n\nBest regards\nThe school', [next!], 'Ada')).toBe(
    `Hi Ada,\n\nThank you.\n\nThese lessons have free seats:\n\n${line}\n\nBest regards\nThe school`,
  )
  expect(withLessons('Thanks!', [next!], '')).toBe(`Thanks!\n\nThese lessons have free seats:\n\n${line}`)
})
