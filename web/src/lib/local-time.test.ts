import { expect, test } from 'vitest'
import { afterGap, instantsOf, instantText, localTime, zoneName } from './local-time'

test('an instant becomes local time, with seconds only if not zero', () => {
  expect(localTime('2026-07-04T19:05:00Z')).toBe('2026-07-04T12:05')
  expect(localTime('2026-07-04T07:05:09Z')).toBe('2026-07-04T00:05:09')
  expect(localTime('nonsense')).toBe('')
})

test('a local time is one instant', () => {
  expect(instantsOf('2026-07-04T12:05')).toEqual(['2026-07-04T19:05:00.000Z'])
  expect(instantsOf('2026-01-04T12:05:09')).toEqual(['2026-01-04T20:05:09.000Z'])
  expect(instantsOf('0026-07-04T12:05')).toEqual(['0026-07-04T19:57:58.000Z'])
  expect(instantsOf('')).toEqual([])
})

test('a repeated hour is two instants, the earlier first', () => {
  const [first, second] = instantsOf('2026-11-01T01:30')
  expect([first, second]).toEqual(['2026-11-01T08:30:00.000Z', '2026-11-01T09:30:00.000Z'])
  expect(instantText(first!, 'en-US')).toMatch(/1:30.AM PDT/)
  expect(instantText(second!, 'en-US')).toMatch(/1:30.AM PST/)
  expect(zoneName(first!, 'en-US')).toBe('Pacific Daylight Time')
})

test('a skipped hour is no instant and moves past the change', () => {
  expect(instantsOf('2026-03-08T02:30')).toEqual([])
  expect(instantText(afterGap('2026-03-08T02:30'), 'en-US')).toMatch(/3:30.AM PDT/)
})

test('every quarter of an hour around both DST changes survives the round trip', () => {
  for (const start of ['2026-03-08T00:00:00Z', '2026-11-01T00:00:00Z'])
    for (let step = 0; step < 96; step++) {
      const instant = new Date(Date.parse(start) + step * 900_000).toISOString()
      expect(instantsOf(localTime(instant))).toContain(instant)
    }
})
