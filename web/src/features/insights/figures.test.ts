import { expect, test } from 'vitest'
import { heardFromFigure, seatFigure } from './figures'

const seats = (date: string, place: string, taken: number) => ({
  date,
  place,
  placeName: place.toUpperCase(),
  lessons: 1,
  seats: 8,
  taken,
})

test('each day is named once below its bars, and each bar leads to the lessons behind it', () => {
  const { bars, rows } = seatFigure([
    seats('2026-11-07', 'park', 4),
    seats('2026-11-07', 'market', 8),
    seats('2026-11-14', 'park', 0),
  ])
  expect(bars.map(({ label }) => label)).toEqual(['Nov 7', '', 'Nov 14'])
  expect(bars.map(({ name }) => name)).toEqual(['PARK', 'MARKET', 'PARK'])
  expect(bars[1]!.text).toBe('Sat, Nov 7, MARKET: 8/8 seats taken')
  expect(bars[1]!.href).toContain('f.place=market')
  expect(rows.map(({ cells }) => cells.at(-1))).toEqual([50, 100, 0])
})

test('how visitors heard about the school: each answer leads to its inquiries, and those without one are counted', () => {
  const inquiries = {
    ...{ byWeek: [], interests: [], total: 3, answered: 0, settled: 0, answeredWithin24h: 0, medianMinutes: null },
    heardFrom: [
      { answer: 'A friend', count: 2 },
      { answer: '', count: 1 },
    ],
  }
  const { answers, rows } = heardFromFigure(inquiries, { from: '2026-11-01', to: '2026-11-30' })
  expect(answers.map(({ name, amount }) => [name, amount])).toEqual([['A friend', 2]])
  expect(rows.map(({ cells }) => cells)).toEqual([
    ['A friend', 2],
    ['No answer', 1],
  ])
  expect(rows.map(({ href }) => new URLSearchParams(href!.split('?')[1]).get('f.heard_from'))).toEqual([
    'A friend',
    null,
  ])
  expect(rows[1]!.href).toContain('f.heard_from__null=true')
})
