import { beforeEach, expect, test } from 'vitest'
import { keepView, shownView } from './school-days'

beforeEach(() => localStorage.clear())

test('the calendar opens in the view that was chosen last, unless the address names one', () => {
  expect([shownView(null, false), shownView(null, true)]).toEqual(['month', 'agenda'])
  keepView('week')
  expect([shownView(null, false), shownView(null, true)]).toEqual(['week', 'day'])
  expect(shownView('month', false)).toBe('month')
  expect(shownView('none', false)).toBe('month')
})
