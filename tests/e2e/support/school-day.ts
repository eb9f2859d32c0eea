import { randomUUID } from 'node:crypto'
import { schoolDay, startOfDay } from '@app/school-time/school-day'
import type { Page } from '@playwright/test'
import { expect } from './test'

const headers = { 'sec-fetch-site': 'same-origin' }

/** Today at the school, and the instant of an hour of this day there. */
export const today = () => schoolDay()
export const at = (hour: number, day = today()) => new Date(startOfDay(day).getTime() + hour * 3_600_000).toISOString()

/** A student's name that no other test uses. Six digits alone would be taken for a code in a mail to them. */
export const uniqueName = (name: string) => `${name} x${randomUUID().slice(0, 6)}`

async function create(page: Page, table: string, data: object): Promise<{ id: string; updated_at: string }> {
  const answer = await page.request.post(`/api/tables/${table}`, { data, headers })
  expect(answer.status(), await answer.text()).toBe(201)
  return answer.json()
}

export const addStudent = (page: Page, name: string, more: object = {}) =>
  create(page, 'students', { name, birth_date: '1990-05-01', level: 'beginner', waiver_signed: true, ...more })

export const addGuardian = (page: Page, name: string, more: object = {}) =>
  create(page, 'guardians', { name, phone: '(916) 555-0142', ...more })

export const addLesson = (page: Page, title: string, more: object = {}) =>
  create(page, 'lessons', {
    title,
    kind: 'group',
    place: 'roseville',
    starts_at: at(12),
    minutes: 60,
    seats: 8,
    ...more,
  })

/** Removes all lessons, so that a test sees only its own on Today. */
export async function clearLessons(page: Page) {
  const { data } = (await (await page.request.get('/api/tables/lessons?limit=200')).json()) as {
    data: { id: string }[]
  }
  for (const { id } of data) await page.request.delete(`/api/tables/lessons/${id}`, { headers })
}

/** Publishes a waiver, which people can sign. Once it is current, this changes nothing. */
export async function publishWaiver(page: Page) {
  const { data } = (await (await page.request.get('/api/waiver-texts')).json()) as { data: { version: number }[] }
  const text = { text: 'We follow the rules of the range.', months: 12, replaces: data[0]!.version }
  const answer = await page.request.post('/api/waiver-texts', { data: text, headers })
  expect(answer.status(), await answer.text()).toBe(201)
}
