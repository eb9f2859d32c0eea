import type { RosterLesson } from '@app/contracts/today'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '#testing/screen'
import { RosterSheet } from './roster-page'

test('the time in the title of a sheet stays on one line', () => {
  const lesson: RosterLesson = {
    ...{
      id: 'a'.repeat(24),
      title: 'First arrows',
      kind: '',
      place: 'Roseville',
      placeValue: 'roseville',
      instructor: null,
    },
    ...{ startsAt: '2026-11-28T20:00:00.000Z', minutes: 60, cancelled: false, seats: 1, students: [] },
    ...{ version: null, waiting: [], makeUps: [], madeUp: [], attendance: { present: [], absent: [], excused: [] } },
  }
  show(<RosterSheet lesson={lesson} />)
  expect(screen.getByRole('heading', { name: '12:00 PM First arrows' })).toBeTruthy()
  expect(screen.getByText('12:00 PM').className).toBe('whitespace-nowrap')
})
