import { expect, test } from 'vitest'
import { fillingFigure } from './filling'

const period = { from: '2026-11-01', to: '2026-11-28' }
const group = {
  key: 'group',
  label: 'Group lesson',
  lessons: 2,
  seats: 16,
  taken: 12,
  present: 9,
  absent: 2,
  excused: 1,
}

test('a group shows how full its lessons were and who came, and leads to them', () => {
  const { bars, rows } = fillingFigure('kind', [group], period)
  expect(bars[0]).toMatchObject({ name: 'Group lesson', caption: '75%', values: [12, 4] })
  expect(rows[0]!.cells).toEqual(['Group lesson', 2, 16, 12, 75, 9, 2, 1])
  expect(new URLSearchParams(rows[0]!.href!.split('?')[1]).get('f.kind')).toBe('group')
})

test('lessons without an instructor are listed by that; an hour has no filter; more students than seats leave none free', () => {
  const none = { ...group, key: '', label: 'No instructor', taken: 20 }
  expect(fillingFigure('instructor', [none], period).rows[0]!.href).toContain('f.instructor__null=true')
  expect(fillingFigure('instructor', [none], period).bars[0]!.values).toEqual([20, 0])
  expect(fillingFigure('hour', [{ ...group, key: '10', label: '10 AM' }], period).rows[0]!.href).not.toContain('hour')
})
