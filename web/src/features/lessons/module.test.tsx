import { beforeEach, expect, test } from 'vitest'
import { setStartsWithToday, startsWithToday } from '#lib/start-page'
import { offerToday } from './module'

beforeEach(() => localStorage.clear())

test('Today is offered as the start page once, and chosen by the button alone', () => {
  const offer = offerToday()
  expect(offer?.action?.label).toBe('Start with Today')
  expect(startsWithToday()).toBe(false)
  expect(offerToday()).toBeUndefined()
  offer?.action?.run()
  expect(startsWithToday()).toBe(true)
})

test('whoever starts with Today already is not asked', () => {
  setStartsWithToday(true)
  expect(offerToday()).toBeUndefined()
  setStartsWithToday(false)
  expect(offerToday()).toBeDefined()
})
