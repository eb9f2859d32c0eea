import { readdirSync, readFileSync } from 'node:fs'
import { days, hours } from '@app/contracts/durations'
import fc from 'fast-check'
import ICAL from 'ical.js'
import { rrulestr } from 'rrule'
import { expect, test } from 'vitest'
import { calendarEvents } from '../calendar-events'
import { decodeCalendar } from './decode-calendar'
import { expandRule, ruleOf } from './expand-rule'

const now = Date.parse('2026-12-01T18:00:00Z')
const fixed = { seed: 44, numRuns: 300 }
const stamp = (time: number) => new Date(time).toISOString().replaceAll(/[-:]|\.\d+/g, '')

const list = (least: number, most: number, max = 3) =>
  fc
    .uniqueArray(fc.integer({ min: least, max: most }), { minLength: 1, maxLength: max })
    .map((all) => all.sort((one, other) => one - other).join(','))
const weekday = fc.constantFrom('MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU')
const weekdays = fc.uniqueArray(weekday, { minLength: 1, maxLength: 4 }).map((all) => all.join(','))
const nth = fc.tuple(fc.constantFrom('1', '2', '-1', ''), weekday).map((both) => both.join(''))
const maybe = (name: string, value: fc.Arbitrary<unknown>) =>
  fc.option(value, { nil: undefined }).map((one) => (one === undefined ? '' : `;${name}=${one}`))

/** Each has dates: for one that has none the other library looks until the year 9999, with an end as well. */
const rules = fc.oneof(
  fc.tuple(
    fc.constant('FREQ=DAILY'),
    maybe('INTERVAL', fc.integer({ min: 1, max: 6 })),
    maybe('BYDAY', weekdays),
    maybe('BYMONTH', list(1, 12)),
    maybe('BYHOUR', list(0, 23)),
  ),
  fc.tuple(
    fc.constant('FREQ=WEEKLY'),
    maybe('INTERVAL', fc.integer({ min: 1, max: 4 })),
    maybe('BYDAY', weekdays),
    maybe('WKST', weekday),
    maybe('BYMONTH', list(1, 12)),
  ),
  fc.tuple(
    fc.constant('FREQ=MONTHLY'),
    maybe('INTERVAL', fc.integer({ min: 1, max: 5 })),
    fc.oneof(maybe('BYDAY', nth), maybe('BYMONTHDAY', fc.oneof(list(1, 31), list(-3, -1)))),
  ),
  fc.tuple(
    fc.constant('FREQ=MONTHLY'),
    fc.oneof(maybe('BYDAY', nth), maybe('BYMONTHDAY', fc.oneof(list(1, 28), list(-3, -1)))),
    maybe('BYMONTH', list(1, 12)),
  ),
  fc.tuple(fc.constant('FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR'), maybe('BYSETPOS', fc.constantFrom(1, -1, '1,-1'))),
  fc.tuple(
    fc.constant('FREQ=YEARLY'),
    fc.oneof(maybe('BYDAY', nth), maybe('BYMONTHDAY', list(1, 28))),
    maybe('BYMONTH', list(1, 12)),
  ),
  fc.tuple(fc.constant('FREQ=YEARLY'), maybe('BYYEARDAY', list(1, 365))),
  fc.tuple(fc.constant('FREQ=YEARLY'), maybe('BYWEEKNO', list(2, 51)), maybe('BYDAY', weekdays)),
  fc.tuple(fc.constant('FREQ=HOURLY'), maybe('INTERVAL', fc.integer({ min: 1, max: 30 })), maybe('BYDAY', weekdays)),
  fc.tuple(fc.constant('FREQ=MINUTELY;INTERVAL=30'), maybe('BYHOUR', list(9, 17))),
)
/** How long ago: the other library walks all the way, so that what repeats often begins late. */
const age = fc.double({ min: 0, max: 1, noNaN: true })
const startOf = (text: string, part: number) => {
  const oldest = /HOURLY|MINUTELY/.test(text) ? days(4) : days(1_000)
  return Math.floor((now - part * oldest) / hours(1)) * hours(1)
}

test('a rule has the dates that another library finds', () => {
  fc.assert(
    fc.property(rules, age, maybe('COUNT', fc.integer({ min: 1, max: 900 })), (parts, part, count) => {
      const text = parts.join('') + count
      const start = startOf(text, part)
      const [from, to] = [now, now + days(60)]
      const others = rrulestr(`DTSTART:${stamp(start)}\nRRULE:${text};UNTIL=${stamp(to)}`)
      // The start is counted also where it is none of the rule's: the other library does not count it.
      const isOn = others.between(new Date(start), new Date(start), true).length === 1
      fc.pre(count === '' || isOn)
      const expected = others.between(new Date(from), new Date(to), true).map((date) => date.getTime())
      const { walls, isStartOn } = expandRule(ruleOf(text), start, { from, to, until: to, most: 100_000 })
      expect([text, isStartOn, walls]).toEqual([text, isOn, expected])
    }),
    { ...fixed, numRuns: 100 },
  )
})

const texts = fc.string({ unit: 'grapheme', maxLength: 120 }).filter((text) => !/[\p{C}\u2028\u2029]/u.test(text))

/** A calendar as another library writes it. */
function written(all: readonly { title: string; text: string; start: number; length: number }[]): string {
  const component = new ICAL.Component('vcalendar')
  component.updatePropertyWithValue('version', '2.0')
  for (const [at, { title, text, start, length }] of all.entries()) {
    const event = new ICAL.Component('vevent')
    event.updatePropertyWithValue('uid', `uid-${at}`)
    event.updatePropertyWithValue('summary', title)
    event.updatePropertyWithValue('description', `${text}\nBEGIN:VEVENT\n${text}`)
    event.updatePropertyWithValue('dtstart', ICAL.Time.fromJSDate(new Date(start), true))
    event.updatePropertyWithValue('dtend', ICAL.Time.fromJSDate(new Date(start + length), true))
    component.addSubcomponent(event)
  }
  return component.toString()
}

test('what another library writes is read as it was written', () => {
  const one = fc.record({
    title: texts,
    text: texts,
    start: fc.integer({ min: 1, max: 170 * 24 }).map((hour) => now + hour * hours(1)),
    length: fc.integer({ min: 0, max: 48 }).map(hours),
  })
  fc.assert(
    fc.property(fc.array(one, { maxLength: 6 }), (all) => {
      const { events, ...read } = calendarEvents(written(all), now)
      expect(read).toMatchObject({ found: all.length, shown: all.length, unread: [], notes: [] })
      expect(events.map(({ cells }) => [cells['Title'], cells['Description'], cells['Start'], cells['End']])).toEqual(
        all.map(({ title, text, start, length }) => [
          title.trim(),
          `${text}\nBEGIN:VEVENT\n${text}`.trim(),
          new Date(start).toISOString(),
          new Date(start + length).toISOString(),
        ]),
      )
    }),
    fixed,
  )
})

const cases = `${import.meta.dirname}/cases`
const files = readdirSync(cases).map((name) => readFileSync(`${cases}/${name}`))
const spoiled = fc.record({
  file: fc.constantFrom(...files),
  cuts: fc.array(
    fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      length: fc.integer({ min: 0, max: 30 }),
      put: fc.oneof(
        fc.constantFrom(
          '\r\n',
          '\n ',
          ':',
          ';',
          '"',
          'BEGIN:VEVENT\r\n',
          'END:VEVENT\r\n',
          'BEGIN:VALARM\r\n',
          'TZID=Moon:',
        ),
        fc.string({ maxLength: 8 }),
      ),
    }),
    { minLength: 1, maxLength: 6 },
  ),
})

test('of a spoiled calendar every event is shown or reported', () => {
  fc.assert(
    fc.property(spoiled, ({ file, cuts }) => {
      let text = decodeCalendar(file).text
      for (const { at, length, put } of cuts) {
        const place = 20 + Math.floor(at * (text.length - 20))
        text = text.slice(0, place) + put + text.slice(place + length)
      }
      const { found, shown, outside, repeated, unread, events } = calendarEvents(text, now)
      // Whatever is folded or broken, a line of its own begins an event.
      const begun = text
        .replaceAll(/\r+\n|\r/g, '\n')
        .replaceAll(/\n[ \t]/g, '')
        .split('\n')
        .filter((line) => /^BEGIN[ \t]*:\s*VEVENT\s*$/i.test(line))
      expect(found).toBe(begun.length)
      expect(shown + outside + repeated + unread.length).toBe(found)
      expect(Math.min(shown, outside, repeated)).toBeGreaterThanOrEqual(0)
      expect(events.length).toBeGreaterThanOrEqual(shown)
      for (const { reason } of unread) expect(reason).not.toBe('It cannot be read')
    }),
    { ...fixed, numRuns: 800 },
  )
})
