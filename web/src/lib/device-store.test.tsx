import 'fake-indexeddb/auto'
import { schoolDay } from '@app/school-time/school-day'
import * as v from 'valibot'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  countUnsent,
  forget,
  forgetDays,
  forgetDaysOfOthers,
  forgetOutdated,
  forgetUser,
  keep,
  openDevice,
  readAllKept,
  readKept,
} from './device-store'

const text = v.string()
const today = schoolDay()
const day = 86_400_000

beforeEach(async () => {
  vi.restoreAllMocks()
  for (const user of ['ivy', 'sam']) {
    openDevice(user)
    await forgetUser()
  }
  openDevice('ivy')
})

test('a value is kept until its day is over', async () => {
  expect(await keep('day/1', 'lessons', today)).toBe(true)
  expect(await readKept('day/1', text)).toBe('lessons')
  const tomorrow = Date.now() + day
  vi.spyOn(Date, 'now').mockReturnValue(tomorrow)
  expect(await readKept('day/1', text), 'before anything has deleted it').toBeUndefined()
  expect(await readAllKept('day/', text)).toEqual([])
  await forgetOutdated()
  vi.spyOn(Date, 'now').mockReturnValue(tomorrow - day)
  expect(await readKept('day/1', text), 'deleted').toBeUndefined()
})

test('what waits to be sent has no day: it stays until it is sent, for its author', async () => {
  await keep('unsent/1', 'mark')
  await keep('day/1', 'lessons', today)
  openDevice('sam')
  expect(await readKept('unsent/1', text)).toBeUndefined()
  expect(await countUnsent()).toBe(0)
  await forgetDaysOfOthers()
  openDevice('ivy')
  expect(await readKept('day/1', text)).toBeUndefined()
  expect(await countUnsent()).toBe(1)
  await forget('unsent/1')
  expect(await countUnsent()).toBe(0)
})

test('the end of a session deletes the days of everyone, a logout what waits of its user as well', async () => {
  await keep('unsent/1', 'mark')
  await keep('day/1', 'lessons', today)
  await keep('/access', 'who', today)
  await forgetDays()
  expect([await readKept('day/1', text), await readKept('/access', text)]).toEqual([undefined, undefined])
  expect(await readAllKept('unsent/', text)).toEqual([['1', 'mark']])
  await forgetUser()
  expect(await readAllKept('unsent/', text)).toEqual([])
})

test('a value of another shape, as of a later release, is not read', async () => {
  await keep('day/1', { lessons: [] }, today)
  expect(await readKept('day/1', text)).toBeUndefined()
})
