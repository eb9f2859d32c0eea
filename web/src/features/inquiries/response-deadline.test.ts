import { hours, minutes } from '@app/contracts/durations'
import { expect, test } from 'vitest'
import { ageText, deadlineOf, type Timing } from './response-deadline'

const received = Date.parse('2026-03-01T12:00:00Z')
const after = (span: number) => received + span
const iso = (time: number) => new Date(time).toISOString()
const fresh: Timing = {
  status: 'new',
  spam: false,
  receivedAt: iso(received),
  dueBy: iso(after(hours(24))),
  answeredAt: null,
}

test.each([
  [hours(1), 'calm', 'Due in 23 h'],
  [hours(21) + minutes(59), 'calm', 'Due in 2 h 1 min'],
  [hours(22), 'warn', 'Due in 2 h'],
  [hours(24), 'warn', 'Due in less than a minute'],
  [hours(24) + 1, 'bad', 'Overdue by less than a minute'],
  [hours(27), 'bad', 'Overdue by 3 h'],
])('an open inquiry %d ms after receipt is %s: %s', (span, tone, text) => {
  for (const status of ['new', 'in_progress'] as const)
    expect(deadlineOf({ ...fresh, status }, after(span))).toEqual({ tone, text })
})

test('an answered inquiry shows how long the reply took and whether it was late, whatever the time now', () => {
  const answered = (span: number) => ({ ...fresh, status: 'answered' as const, answeredAt: iso(after(span)) })
  expect(deadlineOf(answered(hours(5)), after(hours(90)))).toEqual({ tone: 'good', text: 'Answered after 5 h' })
  expect(deadlineOf(answered(hours(25)), after(hours(90)))).toEqual({ tone: 'warn', text: 'Answered after 25 h, late' })
  expect(deadlineOf({ ...answered(hours(5)), status: 'closed' }, after(hours(90))).text).toBe('Answered after 5 h')
})

test('spam, closed inquiries and those without a deadline are never overdue', () => {
  const later = after(hours(90))
  expect(deadlineOf({ ...fresh, spam: true }, later)).toEqual({ tone: 'calm', text: 'Held as spam' })
  expect(deadlineOf({ ...fresh, status: 'closed' }, later)).toEqual({ tone: 'calm', text: 'Closed without a reply' })
  expect(deadlineOf({ ...fresh, dueBy: null }, later)).toEqual({ tone: 'calm', text: 'No reply due' })
})

test('the age counts from receipt', () => {
  expect(ageText(fresh.receivedAt, after(minutes(1) - 1))).toBe('just now')
  expect(ageText(fresh.receivedAt, after(hours(27)))).toBe('27 h ago')
})
