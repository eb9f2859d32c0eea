import { expect, test } from 'vitest'
import { mailAboutLesson, mailAfterChange } from './lesson-message'

const schema = {
  name: 'lessons',
  properties: { place: { type: 'string', enum: ['roseville', 'mobile'], enumNames: ['Roseville', 'At your place'] } },
}
const now = Date.parse('2026-11-20T00:00:00Z')
const lesson = { id: 'a', title: 'First arrows', starts_at: '2026-11-28T18:00:00.000Z', students: ['s'] }
const after = (changes: object, before: object = {}) =>
  mailAfterChange(schema, { ...changes }, { ...lesson, ...before } as typeof lesson, now)

test('a move says from when to when, on the school clock', () => {
  expect(after({ starts_at: '2026-11-29T19:30:00.000Z' })).toEqual({
    news: 'new time',
    subject: 'New time: First arrows',
    text: 'Hi {first_name},\n\nFirst arrows for {student_names} has moved from Saturday, November 28, at 10 AM to Sunday, November 29, at 11:30 AM.\n\nReply to this email if you have a question.',
  })
})

test.each([
  ['2026-11-28T20:00:00.000Z', '2026-11-28T22:00:00.000Z', 'from 12 to 2 PM on Saturday, November 28, in Roseville.'],
  [
    '2026-11-28T18:00:00.000Z',
    '2026-11-28T20:30:00.000Z',
    'from 10 AM to 12:30 PM on Saturday, November 28, in Roseville.',
  ],
])('a move on one day names the day and the place once', (from, to, expected) => {
  const mail = after({ starts_at: to }, { starts_at: from, place: 'roseville' })
  expect(mail?.text).toContain(`First arrows for {student_names} has moved ${expected}`)
  expect(after({ starts_at: to }, { starts_at: from, place: 'mobile' })?.text).toContain('November 28, at your place.')
})

test('several changes are one email; a cancellation says nothing else', () => {
  expect(after({ place: 'mobile', instructor: 'i' })).toMatchObject({
    subject: 'New place, another instructor: First arrows',
    text: expect.stringContaining('has a new place: At your place.\nFirst arrows on'),
  })
  expect(after({ cancelled: true, place: 'mobile' })).toMatchObject({
    subject: 'Canceled: First arrows',
    text: expect.not.stringContaining('place'),
  })
})

test.each([
  ['other fields', { notes: '<p>x</p>', seats: 9 }, {}],
  ['a lesson that is over', { place: 'mobile' }, { starts_at: '2026-11-01T18:00:00.000Z' }],
  ['a lesson without people', { place: 'mobile' }, { students: [] }],
  ['a canceled lesson', { place: 'mobile' }, { cancelled: true }],
])('nobody is told of %s', (_, changes, before) => {
  expect(after(changes, before)).toBeUndefined()
})

test('several lessons are told of in general terms; a lesson at any time by its name', () => {
  expect(mailAfterChange(schema, { cancelled: true })).toMatchObject({ subject: 'Canceled: your lesson' })
  expect(mailAboutLesson({ title: 'First arrows', startsAt: lesson.starts_at }).subject).toBe(
    'First arrows, Sat, Nov 28 at 10:00 AM',
  )
})
