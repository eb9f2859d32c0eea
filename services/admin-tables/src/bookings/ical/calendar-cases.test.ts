import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { calendarEvents } from '../calendar-events'
import { decodeCalendar } from './decode-calendar'

const now = Date.parse('2026-12-01T18:00:00Z')
const read = (bytes: Uint8Array | string, zones = {}) =>
  calendarEvents(decodeCalendar(Buffer.from(bytes)).text, now, zones)
const calendar = (...lines: string[]) =>
  Buffer.from(['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n'))
const event = (...lines: string[]) => ['BEGIN:VEVENT', 'UID:u', 'SUMMARY:Lesson', ...lines, 'END:VEVENT']
/** When the dates of a calendar begin, the first ones in order, cut as `12-05T15:00`. */
const startsOf = ({ events }: ReturnType<typeof read>, most = 6) =>
  events
    .map(({ cells }) => cells['Start']!.slice(2, 16))
    .sort()
    .slice(0, most)
const starts = (...lines: string[]) => startsOf(read(calendar(...event(...lines))))
const sumOf = ({ shown, outside, repeated, unread }: ReturnType<typeof read>) =>
  shown + outside + repeated + unread.length

const weekly = ['26-12-03T03:00', '26-12-10T03:00', '26-12-17T03:00', '26-12-24T03:00']
const two = ['26-12-05T18:00', '26-12-05T18:00']

/** A file as somebody has it, and when its events are. */
const files: [file: string, ...starts: string[]][] = [
  ['allday-novalue', '26-12-05T08:00'],
  ['desc-raw-newline', ...two],
  ['empty-uid', '26-12-05T18:00', '26-12-06T18:00'],
  ['eol-cr', ...two],
  ['eol-crcrlf', ...two],
  ['exdate-mixed-google', weekly[0]!, weekly[2]!, weekly[3]!],
  ['exdate-utc', weekly[0]!, weekly[2]!, weekly[3]!],
  ['freeassoc-tz', '26-12-05T15:00'],
  ['lowercase', ...two],
  ['no-uid', '26-12-05T18:00'],
  ['rdate', '26-12-03T03:00', '26-12-05T03:00', '26-12-07T03:00'],
  ['recurrence-id-date-on-timed', weekly[0]!, '26-12-10T20:00', weekly[2]!],
  ['rrule-dtstart-mismatch', '26-12-03T03:00', '26-12-05T18:00', '26-12-06T03:00', '26-12-13T03:00'],
  ['rrule-space', weekly[0]!, '26-12-05T18:00', weekly[1]!, weekly[2]!],
  ['text-has-begin', ...two],
  ['thisandfuture', weekly[0]!, '26-12-10T04:00', '26-12-17T04:00', '26-12-24T04:00'],
  ['tz-utc-offset', '26-12-05T15:00'],
  ['utc-long-name', '26-12-05T20:00'],
  ['vtz-broken', '26-12-03T03:00', '26-12-05T18:00'],
  ['vtz-empty', '26-12-03T03:00', '26-12-05T18:00'],
  ['vtz-old-us-rules', '27-03-20T17:00'],
  ['wintz-no-vtz', '26-12-05T15:00'],
  ['x-lic-only', '27-03-20T17:00'],
]

test.each(files)('%s is read as it is meant', (file, ...expected) => {
  const found = read(readFileSync(`${import.meta.dirname}/cases/${file}.ics`))
  expect(startsOf(found)).toEqual(expected)
  expect([found.unread, sumOf(found)]).toEqual([[], found.found])
})

test('a daily event since 1999 has the dates of the time that is looked at', () => {
  const found = read(readFileSync(`${import.meta.dirname}/cases/daily-old-start.ics`))
  expect([found.events.length, startsOf(found, 2)]).toEqual([182, ['26-11-30T18:00', '26-12-01T18:00']])
})

/** 10:00 on the clock of a zone in summer, by the name that calendars use for it. */
const zones: [name: string, utc: string][] = [
  ['America/New_York', '14:00'],
  ['america/new_york', '14:00'],
  ['America/New York', '14:00'],
  ['"America/New_York"', '14:00'],
  ['US/Eastern', '14:00'],
  ['US-Eastern', '14:00'],
  ['/mozilla.org/20050126_1/America/New_York', '14:00'],
  ['/softwarestudio.org/Olson_20011030_5/America/Indiana/Indianapolis', '14:00'],
  ['/citadel.org/20190914_1/Europe/Berlin', '08:00'],
  ['tzone://Microsoft/Utc', '10:00'],
  ['Eastern Standard Time', '14:00'],
  ['Pacific Standard Time', '17:00'],
  ['W. Europe Standard Time', '08:00'],
  ['GMT Standard Time', '09:00'],
  ['Greenwich Standard Time', '10:00'],
  ['AUS Eastern Standard Time', '00:00'],
  ['(UTC-08:00) Pacific Time (US & Canada)', '17:00'],
  ['(UTC-06:00) Central Time (US & Canada)', '15:00'],
  ['(GMT-05:00) Eastern Time (US &amp; Canada)', '14:00'],
  ['(GMT-08.00) Pacific Time (US & Canada); Tijuana', '17:00'],
  ['(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna', '08:00'],
  ['(UTC) Coordinated Universal Time', '10:00'],
  ['(UTC) Dublin, Edinburgh, Lisbon, London', '09:00'],
  ['(UTC-07:00) Arizona', '17:00'],
  ['UTC', '10:00'],
  ['GMT', '10:00'],
  ['Z', '10:00'],
  ['Etc/GMT+5', '15:00'],
  ['UTC-05:00', '15:00'],
  ['GMT-0500', '15:00'],
  ['GMT+1', '09:00'],
  ['-08:00', '18:00'],
  ['EST', '14:00'],
  ['PST', '17:00'],
  ['CEST', '08:00'],
  ['Pacific Daylight Time', '17:00'],
  ['Central European Summer Time', '08:00'],
  ['Mitteleuropäische Sommerzeit', '08:00'],
  ['America/New_York-1', '14:00'],
  ['America/Los_Angeles 2', '17:00'],
  ['Eastern Standard Time 1', '14:00'],
  ['W. Europe Standard Time (2)', '08:00'],
  ['America/New_York (Eastern)', '14:00'],
  ['America\\/New_York', '14:00'],
  ['America%2FNew_York', '14:00'],
  ['america/los-angeles', '17:00'],
  ['Microsoft/Romance Standard Time', '08:00'],
  ['/freeassociation.sourceforge.net/Eastern Standard Time', '14:00'],
  ['Romance Daylight Time', '08:00'],
  ['GMT Daylight Time', '09:00'],
  ['Eastern', '14:00'],
  ['US Pacific', '17:00'],
  ['Central (US)', '15:00'],
  ['Los Angeles', '17:00'],
  ['(GMT-08:00) Pacific Time - Los Angeles', '17:00'],
  ['Eastern Time - New York', '14:00'],
  ['Etc/GMT-1', '09:00'],
]

test.each(zones)('10:00 in the zone "%s" is %s UTC in July', (name, expected) => {
  const july = Date.parse('2026-07-01T00:00:00Z')
  const text = calendar(...event(`DTSTART;TZID=${name}:20260711T100000`)).toString()
  const { events, unread } = calendarEvents(text, july)
  expect([unread, events[0]?.cells['Start']?.slice(11, 16)]).toEqual([[], expected])
})

test.each([
  ['IST'],
  ['Customized Time Zone'],
  ['Mars/Olympus_Mons'],
  ['tzone://Microsoft/Custom'],
  ['Range 2'],
  ['GMT -0500 (Standard) / GMT -0400 (Daylight)'],
])('a time in the unknown zone "%s" is never the time of the school: a person says which one it is', (name) => {
  const bytes = calendar(
    ...event(`DTSTART;TZID=${name}:20261205T100000`),
    ...event('UID:v', 'DTSTART:20261205T180000Z'),
  )
  const found = read(bytes)
  expect(found).toMatchObject({
    found: 2,
    shown: 1,
    unread: [{ title: 'Lesson', zone: name, reason: `Its time zone “${name}” is not known` }],
  })
  expect(startsOf(read(bytes, { [name]: 'America/Chicago' }))).toEqual(['26-12-05T16:00', '26-12-05T18:00'])
})

const described = (name: string, ...more: string[]) => [
  ...['BEGIN:VTIMEZONE', `TZID:${name}`, ...more, 'BEGIN:STANDARD', 'DTSTART:19701025T030000'],
  ...['RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU', 'TZOFFSETFROM:+0200', 'TZOFFSETTO:+0100', 'END:STANDARD'],
  ...['BEGIN:DAYLIGHT', 'DTSTART:19700329T020000', 'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU'],
  ...['TZOFFSETFROM:+0100', 'TZOFFSETTO:+0200', 'END:DAYLIGHT', 'END:VTIMEZONE'],
]

test('a zone that a calendar describes itself counts where its name is nobody else’s', () => {
  const at = (name: string, day: string) =>
    startsOf(read(calendar(...described(name), ...event(`DTSTART;TZID=${name}:${day}T100000`))))
  expect(at('Customized Time Zone', '20261205')).toEqual(['26-12-05T09:00'])
  expect(at('Customized Time Zone', '20270420')).toEqual(['27-04-20T08:00'])
  expect(at('Customized Time Zone', '20270328')).toEqual(['27-03-28T08:00'])
  expect(at('CST', '20261205')).toEqual(['26-12-05T09:00'])
  expect(at('America/New_York', '20261205')).toEqual(['26-12-05T15:00'])
  expect(at('Eastern Standard Time', '20261205')).toEqual(['26-12-05T15:00'])
})

test('what a name only seems to mean is said', () => {
  expect(read(calendar(...event('DTSTART;TZID=EST:20261205T100000'))).notes).toEqual([
    'The time zone “EST” is read as America/New_York',
  ])
  const floating = calendar('X-WR-TIMEZONE:America/New_York', ...event('DTSTART:20261205T100000'))
  expect(startsOf(read(floating))).toEqual(['26-12-05T15:00'])
  expect(read(floating).notes.join()).toContain('America/New_York')
})

test.each([
  ['X-WR-TIMEZONE:America/New_York', '26-12-05T15:00'],
  ['X-WR-TIMEZONE:Eastern Standard Time', '26-12-05T15:00'],
  ['TIMEZONE-ID:America/New_York', '26-12-05T15:00'],
  ['TZ:-0500', '26-12-05T15:00'],
  ['TZ:', '26-12-05T18:00'],
])('of a calendar with %s, 10:00 without a zone is at %s', (line, expected) => {
  const found = read(calendar(line, ...event('DTSTART:20261205T100000')))
  expect([startsOf(found), found.notes.length]).toEqual([[expected], line === 'TZ:' ? 0 : 1])
})

test.each([
  ['SUMMARY;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:Caf=C3=A9, Zo=C3=AB', 'Café, Zoë'],
  ['SUMMARY;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:Caf=E9', 'Café'],
  ['SUMMARY;ENCODING=QUOTED-PRINTABLE:Lesson =\r\nfor two', 'Lesson for two'],
  ['SUMMARY;ENCODING=QUOTED-PRINTABLE:1=3D1', '1=1'],
  ['SUMMARY:1=3D1', '1=3D1'],
])('%s is the title %s', (line, expected) => {
  const { events } = read(calendar('BEGIN:VEVENT', 'UID:u', line, 'DTSTART:20261205T180000Z', 'END:VEVENT'))
  expect(events[0]?.cells['Title']).toBe(expected)
})

const start = 'DTSTART;TZID=America/Los_Angeles:20261202T190000'
/** Lines of a weekly event at 19:00, and when it is. */
const repeats: [lines: string[], ...starts: string[]][] = [
  [['RRULE:FREQ=WEEKLY;COUNT=4', 'EXDATE;VALUE=DATE:20261209'], weekly[0]!, weekly[2]!, weekly[3]!],
  [['RRULE:FREQ=WEEKLY;COUNT=4', 'EXDATE:20261209'], weekly[0]!, weekly[2]!, weekly[3]!],
  [['RRULE:FREQ=WEEKLY;COUNT=4', 'EXDATE:20261209T190000'], weekly[0]!, weekly[2]!, weekly[3]!],
  [
    ['RRULE:FREQ=WEEKLY;COUNT=4', 'EXDATE;TZID=Eastern Standard Time:20261209T220000'],
    weekly[0]!,
    weekly[2]!,
    weekly[3]!,
  ],
  [
    ['RRULE:FREQ=WEEKLY;COUNT=4', 'EXDATE;TZID=America/Los_Angeles:20261209T000000'],
    weekly[0]!,
    weekly[2]!,
    weekly[3]!,
  ],
  [['RRULE:FREQ=WEEKLY;COUNT=4', 'EXDATE:20261210T030000Z,20261217T030000Z'], weekly[0]!, weekly[3]!],
  [['RRULE:FREQ=WEEKLY;COUNT=4', 'EXDATE:20261210T030000Z', 'EXDATE:20261217T030000Z'], weekly[0]!, weekly[3]!],
  [['RRULE:FREQ=WEEKLY;COUNT=4', 'EXDATE:20261203T030000Z'], weekly[1]!, weekly[2]!, weekly[3]!],
  [['RRULE:FREQ=WEEKLY;UNTIL=20261216'], weekly[0]!, weekly[1]!, weekly[2]!],
  [['RRULE:FREQ=WEEKLY;UNTIL=20261217T030000Z'], weekly[0]!, weekly[1]!, weekly[2]!],
  [['RRULE:FREQ=WEEKLY;UNTIL=20261216T190000'], weekly[0]!, weekly[1]!, weekly[2]!],
  [['RRULE:FREQ=WEEKLY;UNTIL=20261217T025959Z'], weekly[0]!, weekly[1]!],
  [['RRULE: freq=weekly ; count=2'], weekly[0]!, weekly[1]!],
  [['RRULE:FREQ=WEEKLY;COUNT=2;'], weekly[0]!, weekly[1]!],
  [['RRULE:FREQ=WEEKLY;INTERVAL=2;COUNT=2;WKST=SU;X-NOTE=1'], weekly[0]!, weekly[2]!],
  [['RDATE:20261210T030000Z'], weekly[0]!, weekly[1]!],
  [['RDATE;VALUE=DATE:20261209'], weekly[0]!, weekly[1]!],
  [['RDATE;VALUE=PERIOD:20261210T030000Z/PT1H'], weekly[0]!, weekly[1]!],
  [['RDATE;TZID=America/New_York:20261209T220000'], weekly[0]!, weekly[1]!],
  [['RRULE:FREQ=WEEKLY;COUNT=2', 'RDATE:20261224T030000Z'], weekly[0]!, weekly[1]!, weekly[3]!],
  [['RRULE:FREQ=WEEKLY;COUNT=3', 'EXRULE:FREQ=WEEKLY;INTERVAL=2;COUNT=2'], weekly[1]!],
  [['RRULE:FREQ=MONTHLY;BYDAY=1WE;COUNT=2'], weekly[0]!, '27-01-07T03:00'],
  [['RRULE:FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=2'], weekly[0]!, '27-01-01T03:00'],
  [['RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=31'], weekly[0]!],
]

/** Times that name another zone than they mean, or none: the most likely date, and that is said. */
const inexact = 'A date that “Lesson” changes or leaves out is told by its clock time or its day alone'
test.each<[start: string, line: string]>([
  [start, 'EXDATE:20261209T190000Z'],
  [start, 'EXDATE;TZID=America/New_York:20261209T190000'],
  ['DTSTART:20261203T030000Z', 'EXDATE;VALUE=DATE:20261209'],
  [start, 'EXDATE;VALUE=DATE:20261210'],
])('%s is left out by %s', (first, line) => {
  const found = read(calendar(...event(first, 'RRULE:FREQ=WEEKLY;COUNT=3', line)))
  expect([startsOf(found), found.notes]).toEqual([[weekly[0], weekly[2]], [inexact]])
})

test('a date that is left out and none of the dates is said', () => {
  const found = read(calendar(...event(start, 'RRULE:FREQ=WEEKLY;COUNT=2', 'EXDATE:20261205T120000Z')))
  expect([startsOf(found), found.notes]).toEqual([
    [weekly[0], weekly[1]],
    ['A date that “Lesson” leaves out is none of its dates'],
  ])
})

test.each(repeats)('%j', (lines, ...expected) => {
  expect(starts(start, ...lines)).toEqual(expected)
})

test.each([
  ['MONTHLY', 6],
  ['WEEKLY', 26],
  ['DAILY;INTERVAL=2', 91],
  ['YEARLY', 1],
  ['WEEKLY;BYDAY=MO,WE,FR', 78],
  ['DAILY;COUNT=10201', 10],
])('what has been %s since 1999 has its dates now', (rule, count) => {
  const { events, unread } = read(
    calendar(...event('DTSTART;TZID=America/Los_Angeles:19990105T100000', `RRULE:FREQ=${rule}`)),
  )
  expect([unread, events.length]).toEqual([[], count])
})

test.each([['FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=31'], ['FREQ=MINUTELY;COUNT=900000000']])(
  '%s is given up after a while, and reported',
  (rule) => {
    const { unread, events } = read(calendar(...event('DTSTART:19990105T100000Z', `RRULE:${rule}`)))
    expect(events.length + unread.length).toBeGreaterThan(0)
    expect(unread.map(({ reason }) => reason)).toEqual(['It repeats too often to be counted'])
  },
)

test.each([
  ['FREQ=SOMETIMES'],
  ['FREQ=WEEKLY;BYDAY=XX'],
  ['FREQ=WEEKLY;INTERVAL=0'],
  ['FREQ=WEEKLY;COUNT=x'],
  ['FREQ=WEEKLY;BYEASTER=0'],
  ['COUNT=3'],
  ['FREQ=YEARLY;RSCALE=CHINESE'],
])('a rule that is not understood is reported and not followed in part: %s', (rule) => {
  expect(read(calendar(...event(start, `RRULE:${rule}`)))).toMatchObject({
    events: [],
    unread: [{ reason: `How it repeats is not understood: “${rule}”` }],
  })
})

/** How long the dates of an event are, in minutes. */
test.each<[lines: string[], ...minutes: string[]]>([
  [['DTSTART;VALUE=DATE:20261205', 'DTEND;VALUE=DATE:20261205'], '1440'],
  [['DTSTART;VALUE=DATE:20261205', 'DTEND;VALUE=DATE:20261207'], '2880'],
  [['DTSTART;VALUE=DATE:20261205', 'DTEND:'], '1440'],
  [['DTSTART:20261205T180000Z', 'DTEND:'], '0'],
  [['DTSTART:20261205T180000Z', 'DTEND:soon'], '0'],
  [['DTSTART:20261205T180000Z', 'DURATION:1H'], '0'],
  [['DTSTART:20261205T180000Z', 'DURATION:PT90M'], '90'],
  [['DTSTART:20261205T180000Z', 'DURATION:PT1H', 'RDATE;VALUE=PERIOD:20261206T180000Z/PT3H'], '60', '180'],
  [['DTSTART:20261205T180000Z', 'RDATE;VALUE=PERIOD:20261206T180000Z/20261206T200000Z'], '0', '120'],
])('%j', (lines, ...minutes) => {
  const { events, notes, unread } = read(calendar(...event(...lines)))
  expect([events.map(({ cells }) => cells['Minutes']), unread]).toEqual([minutes, []])
  const isUnclear = lines.some((line) => /^(?:DTEND:(?:soon)?|DURATION:1H)$/.test(line))
  expect(notes).toEqual(isUnclear ? ['The end of “Lesson” cannot be read; it is left out'] : [])
})

/** Lines of a second event about one date of a weekly one, and when they are. */
const changes: [lines: string[], ...starts: string[]][] = [
  [['RECURRENCE-ID:20261210T030000Z', 'DTSTART:20261211T030000Z'], weekly[0]!, '26-12-11T03:00', weekly[2]!],
  [
    ['RECURRENCE-ID;TZID=America/New_York:20261209T220000', 'DTSTART:20261211T030000Z'],
    weekly[0]!,
    '26-12-11T03:00',
    weekly[2]!,
  ],
  [['RECURRENCE-ID;VALUE=DATE:20261209', 'DTSTART:20261211T030000Z'], weekly[0]!, '26-12-11T03:00', weekly[2]!],
  [['RECURRENCE-ID:20261209', 'DTSTART:20261211T030000Z'], weekly[0]!, '26-12-11T03:00', weekly[2]!],
  [
    ['RECURRENCE-ID;TZID=America/Los_Angeles:20261209T190000', 'DTSTART:20270111T030000Z'],
    weekly[0]!,
    weekly[2]!,
    '27-01-11T03:00',
  ],
  [
    ['RECURRENCE-ID;TZID=Eastern Standard Time:20261209T220000', 'DTSTART:20261211T030000Z'],
    weekly[0]!,
    '26-12-11T03:00',
    weekly[2]!,
  ],
  [
    ['RECURRENCE-ID;RANGE=THISANDFUTURE:20261210T030000Z', 'DTSTART:20261211T040000Z'],
    weekly[0]!,
    '26-12-11T04:00',
    '26-12-18T04:00',
  ],
  [
    ['RECURRENCE-ID;RANGE=THISANDFUTURE;VALUE=DATE:20261209', 'DTSTART:20261211T040000Z'],
    weekly[0]!,
    '26-12-11T04:00',
    '26-12-18T04:00',
  ],
  [['RECURRENCE-ID:20261209T190000', 'DTSTART:20261211T030000Z'], weekly[0]!, '26-12-11T03:00', weekly[2]!],
  [
    ['RECURRENCE-ID;TZID=America/New_York:20261209T190000', 'DTSTART:20261211T030000Z'],
    weekly[0]!,
    '26-12-11T03:00',
    weekly[2]!,
  ],
  [['RECURRENCE-ID;VALUE=DATE:20261210', 'DTSTART:20261211T030000Z'], weekly[0]!, '26-12-11T03:00', weekly[2]!],
  [['RECURRENCE-ID:20261210T030000Z', 'STATUS:CANCELLED'], weekly[0]!, weekly[1]!, weekly[2]!],
  [
    ['RECURRENCE-ID;RANGE=THISANDPRIOR:20261210T030000Z', 'DTSTART:20261210T040000Z'],
    weekly[0]!,
    '26-12-10T04:00',
    weekly[2]!,
  ],
]

test.each(changes)('a date of a series: %j', (lines, ...expected) => {
  const found = read(calendar(...event(start, 'RRULE:FREQ=WEEKLY;COUNT=3'), ...event(...lines)))
  expect(startsOf(found)).toEqual(expected)
  expect([found.found, sumOf(found), found.unread]).toEqual([2, 2, []])
})

test('a canceled date without a start is the one that it names', () => {
  const { events } = read(
    calendar(
      ...event(start, 'RRULE:FREQ=WEEKLY;COUNT=2'),
      ...event('RECURRENCE-ID:20261210T030000Z', 'STATUS:CANCELLED'),
    ),
  )
  const states = events.map(({ cells }) => [cells['Start']?.slice(2, 16), cells['Status']]).sort()
  expect(states).toEqual([
    [weekly[0], 'CONFIRMED'],
    [weekly[1], 'CANCELLED'],
  ])
  expect(read(calendar('METHOD:CANCEL', ...event(start))).events[0]?.cells['Status']).toBe('CANCELLED')
})

test('all later dates are moved also where the first of them was long ago', () => {
  const since = (id: string) =>
    starts(
      ...['DTSTART;TZID=America/Los_Angeles:20251203T190000', 'RRULE:FREQ=WEEKLY', 'END:VEVENT', 'BEGIN:VEVENT'],
      ...['UID:u', 'SUMMARY:Lesson', `RECURRENCE-ID;RANGE=THISANDFUTURE${id}`],
      'DTSTART;TZID=America/Los_Angeles:20260107T200000',
    )[0]
  expect([since(';VALUE=DATE:20260107'), since(':20260108T030000Z')]).toEqual(['26-12-03T04:00', '26-12-03T04:00'])
})

test('a change that is followed only in part is said', () => {
  const notes = (...lines: string[]) =>
    read(calendar(...event(start, 'RRULE:FREQ=WEEKLY;COUNT=3'), ...event(...lines))).notes
  expect(notes('RECURRENCE-ID;RANGE=THISANDPRIOR:20261210T030000Z', 'DTSTART:20261210T040000Z')).toEqual([
    '“Lesson” changes all earlier dates. Only the one that it names is changed',
  ])
  expect(notes('RECURRENCE-ID:20261210T030000Z', 'DTSTART:20261210T040000Z', 'RRULE:FREQ=DAILY')).toEqual([
    'How a changed date of “Lesson” repeats is left out',
  ])
  expect(notes('RECURRENCE-ID;RANGE=THISANDFUTURE:20261211T030000Z', 'DTSTART:20261211T040000Z')).toEqual([
    '“Lesson” moves all dates from one on that is none of its dates',
  ])
})

test('a changed date in an unknown zone is reported, and the former date is not shown in its place', () => {
  const found = read(
    calendar(
      ...event(start, 'RRULE:FREQ=WEEKLY;COUNT=3'),
      ...event('RECURRENCE-ID:20261210T030000Z', 'DTSTART;TZID=Nowhere:20261211T030000'),
    ),
  )
  expect(startsOf(found)).toEqual([weekly[0], weekly[2]])
  expect(found).toMatchObject({ unread: [{ zone: 'Nowhere' }], unsure: ['u'] })
})

/** A start as programs write it, and when that is. */
const times: [line: string, start: string, minutes: string][] = [
  ['DTSTART:20261205', '26-12-05T08:00', '1440'],
  ['DTSTART;VALUE=DATE:20261205', '26-12-05T08:00', '1440'],
  ['DTSTART;VALUE=DATE:20261205T000000', '26-12-05T08:00', '1440'],
  ['DTSTART;VALUE=DATE-TIME:20261205', '26-12-05T08:00', '1440'],
  ['DTSTART:20261205T180000.000Z', '26-12-05T18:00', '0'],
  ['DTSTART:20261205t180000z', '26-12-05T18:00', '0'],
  ['DTSTART:2026-12-05T18:00:00Z', '26-12-05T18:00', '0'],
  ['DTSTART:2026-12-05T18:00:00.123+01:00', '26-12-05T17:00', '0'],
  ['DTSTART:2026-12-05', '26-12-05T08:00', '1440'],
  ['DTSTART:20261205T1800Z', '26-12-05T18:00', '0'],
  ['DTSTART: 20261205T180000Z ', '26-12-05T18:00', '0'],
  ['DTSTART;TZID=UTC:20261205T180000Z', '26-12-05T18:00', '0'],
  ['DTSTART:20261204T240000Z', '26-12-05T00:00', '0'],
  ['DTSTART:20261205T180000 Z', '26-12-05T18:00', '0'],
  ['DTSTART:20261205T180000UTC', '26-12-05T18:00', '0'],
  ['DTSTART:20261205T180000+01', '26-12-05T17:00', '0'],
  ['DTSTART:"20261205T180000Z"', '26-12-05T18:00', '0'],
  ['DTSTART:20261205T180000.Z', '26-12-05T18:00', '0'],
  ['DtStart:20261205T180000Z', '26-12-05T18:00', '0'],
]

test.each(times)('%s', (line, expected, minutes) => {
  const [found] = read(calendar(...event(line))).events
  expect([found?.cells['Start']?.slice(2, 16), found?.cells['Minutes']]).toEqual([expected, minutes])
})

test.each([
  ['DTSTART:'],
  ['DTSTART:20261305T180000Z'],
  ['DTSTART:20260230'],
  ['DTSTART:20261205T250000Z'],
  ['DTSTART:next week'],
  ['DTSTART:1796493600'],
  ['SUMMARY:no start'],
])('what is no time is reported: %s', (line) => {
  expect(read(calendar(...event(line)))).toMatchObject({ found: 1, shown: 0, unread: [{ uid: 'u' }] })
})

test('events that share a UID are all shown, by when they begin, and former versions are counted', () => {
  const at = (day: string, ...more: string[]) => event(`DTSTART:202612${day}T180000Z`, ...more)
  const shared = read(calendar(...at('05'), ...at('06'), ...at('07')))
  expect(startsOf(shared)).toEqual(['26-12-05T18:00', '26-12-06T18:00', '26-12-07T18:00'])
  expect(new Set(shared.events.map(({ key }) => key)).size).toBe(3)
  expect(shared.notes.join()).toContain('share one UID')
  const versions = read(calendar(...at('06', 'SEQUENCE:2'), ...at('05', 'SEQUENCE:1')))
  expect([startsOf(versions), versions.repeated]).toEqual([['26-12-06T18:00'], 1])
  const twice = read(calendar(...at('05'), ...at('05')))
  expect([startsOf(twice), twice.repeated, twice.notes]).toEqual([
    ['26-12-05T18:00'],
    1,
    ['1 are former versions of others'],
  ])
})

test('events without a UID are told apart by what they say, and a changed date belongs to its series', () => {
  const one = (...lines: string[]) => ['BEGIN:VEVENT', 'SUMMARY:Lesson', ...lines, 'END:VEVENT']
  const at = 'DTSTART:20261205T180000Z'
  const places = read(
    calendar(...one(at, 'LOCATION:Range 1'), ...one(at, 'LOCATION:Range 2'), ...one(at, 'LOCATION:Range 1')),
  )
  expect([places.events.map(({ cells }) => cells['Location']), places.repeated]).toEqual([['Range 1', 'Range 2'], 1])
  expect(new Set(places.events.map(({ key }) => key)).size).toBe(2)
  const series = one(at, 'RRULE:FREQ=WEEKLY;COUNT=2')
  expect(
    startsOf(read(calendar(...series, ...one('RECURRENCE-ID:20261212T180000Z', 'DTSTART:20261213T180000Z')))),
  ).toEqual(['26-12-05T18:00', '26-12-13T18:00'])
})

test('two titles of one UID, start and version are two events', () => {
  const named = (title: string, ...more: string[]) => [
    'BEGIN:VEVENT',
    'UID:u',
    `SUMMARY:${title}`,
    'DTSTART:20261205T180000Z',
    ...more,
    'END:VEVENT',
  ]
  const titles = (...lines: string[]) =>
    read(calendar(...lines)).events.map(({ key, cells }) => `${cells['Title']} ${key}`)
  expect(titles(...named('Kids'), ...named('Adults'))).toEqual([
    'Kids u#2026-12-05T18:00:00.000Z',
    'Adults u#2026-12-05T18:00:00.000Z#2',
  ])
  expect(titles(...named('Kids', 'DTSTAMP:20261101T000000Z'), ...named('Adults', 'DTSTAMP:20261102T000000Z'))).toEqual([
    'Adults u',
  ])
})

test('lines in mixed case, and lines that are indented, lose no event', () => {
  const plain = calendar(...event('DTSTART:20261205T180000Z'), ...event('DTSTART:20261206T180000Z')).toString()
  const mixed = plain.replaceAll('BEGIN:VEVENT', 'Begin:VEvent').replaceAll('END:VEVENT', 'End:VEvent')
  const indented = plain.replaceAll(/\r\n(?=[A-Z])/g, '\r\n  ')
  const inside = plain.replaceAll(/\r\n(?!BEGIN|END)(?=[A-Z])/g, '\r\n\t')
  for (const text of [mixed, indented, inside])
    expect(startsOf(read(text))).toEqual(['26-12-05T18:00', '26-12-06T18:00'])
})

test('notes that are not shown are counted', () => {
  const all = Array.from({ length: 30 }, (_, at) =>
    event(`UID:${at}`, `SUMMARY:No ${at}`, 'DTSTART:20261205T180000Z', 'DTEND:'),
  )
  const { notes } = read(calendar(...all.flat().filter((line) => line !== 'UID:u' && line !== 'SUMMARY:Lesson')))
  expect([notes.length, notes.at(-1)]).toEqual([20, '11 more notes'])
})

const title = (bytes: Uint8Array, charset?: string) => {
  const { text, note } = decodeCalendar(bytes, charset)
  return [calendarEvents(text, now).events[0]?.cells['Title'], note]
}
const named = (name: string) => calendar('BEGIN:VEVENT', `SUMMARY:${name}`, 'DTSTART:20261205', 'END:VEVENT').toString()

test('a calendar in another encoding is read, and that is said', () => {
  const latin1 = Buffer.from(named('Bogenschießen für Zoë'), 'latin1')
  const said = 'The calendar is not in UTF-8. It is read as'
  expect(title(latin1)).toEqual(['Bogenschießen für Zoë', `${said} windows-1252`])
  expect(title(latin1, 'iso-8859-15')).toEqual(['Bogenschießen für Zoë', `${said} iso-8859-15`])
  expect(title(latin1, 'utf-8')).toEqual(['Bogenschießen für Zoë', `${said} windows-1252`])
  expect(title(Buffer.from(named('Žluťoučký')), 'iso-8859-1')).toEqual(['Žluťoučký', undefined])
  expect(title(Buffer.from(`\ufeff${named('Zoë')}`))).toEqual(['Zoë', undefined])
  expect(title(Buffer.from(`\ufeff${named('Zoë')}`, 'utf16le'))).toEqual(['Zoë', undefined])
  const [before, after] = Buffer.from(named('Zoë')).toString('latin1').split('\xab')
  expect(title(Buffer.from(`${before}\r\n \xab${after}`, 'latin1'))).toEqual(['Zoë', undefined])
  const damaged = Buffer.from(named('弓道教室 Zoë für ?').replace('?', 'x'))
  damaged[damaged.indexOf('x')] = 0xe9
  expect(title(damaged)).toEqual(['弓道教室 Zoë für \ufffd', expect.stringContaining('damaged')])
})

test.each([
  ['windows-1251', 'Урок стрельбы', '\xd3\xf0\xee\xea \xf1\xf2\xf0\xe5\xeb\xfc\xe1\xfb'],
  ['koi8-r', 'Урок стрельбы', '\xf5\xd2\xcf\xcb \xd3\xd4\xd2\xc5\xcc\xd8\xc2\xd9'],
  ['gb18030', '射箭课程', '\xc9\xe4\xbc\xfd\xbf\xce\xb3\xcc'],
  ['big5', '射箭課程', '\xae\x67\xbd\x62\xbd\xd2\xb5\x7b'],
  ['shift_jis', '弓道のレッスン', '\x8b\x7c\x93\xb9\x82\xcc\x83\x8c\x83\x62\x83\x58\x83\x93'],
  ['windows-1250', 'Příští týden lukostřelba', 'P\xf8\xed\x9at\xed t\xfdden lukost\xf8elba'],
  ['windows-1254', 'Okçuluk dersi: yarın görüşürüz', 'Ok\xe7uluk dersi: yar\xfdn g\xf6r\xfc\xfe\xfcr\xfcz'],
])('a calendar in %s that does not say so is read: %s', (encoding, name, bytes) => {
  for (const said of [undefined, 'iso-8859-1', 'utf-8'])
    expect(title(Buffer.from(named(bytes), 'latin1'), said)).toEqual([
      name,
      `The calendar is not in UTF-8. It is read as ${encoding}`,
    ])
})

test('line breaks inside of a text belong to it, whatever they look like', () => {
  const { events } = read(
    calendar(
      ...event('DESCRIPTION:Bring:', 'water, hat', 'When: Saturday', 'Location: the range', '', 'LOCATION:Roseville'),
      ...event('UID:v', 'DTSTART:20261205'),
    )
      .toString()
      .replace('SUMMARY:Lesson', 'SUMMARY:Lesson\r\nDTSTART:20261205T180000Z'),
  )
  expect(events[0]?.cells).toMatchObject({
    Description: 'Bring:\nwater, hat\nWhen: Saturday\nLocation: the range',
    Location: 'Roseville',
  })
})

test('a calendar that breaks off says so, and nothing is taken as canceled', () => {
  const whole = calendar(...event('DTSTART:20261205T180000Z'), ...event('UID:v', 'DTSTART:20261206T180000Z')).toString()
  const cut = read(Buffer.from(whole.slice(0, whole.lastIndexOf('DTSTART') + 10)))
  expect(cut).toMatchObject({ found: 2, shown: 1, unread: [{ reason: expect.stringContaining('breaks off') }] })
  expect([cut.unsure, cut.notes.join()]).toEqual([null, expect.stringContaining('breaks off')])
})

test('letters that were encoded twice are read as they were meant, and a title that says canceled is noted', () => {
  const { text, note } = decodeCalendar(calendar(...event('LOCATION:CafÃ©', 'DTSTART:20261205T180000Z')))
  expect([text.includes('Café'), note]).toEqual([true, expect.stringContaining('encoded twice')])
  const of = (...lines: string[]) =>
    read(calendar('BEGIN:VEVENT', 'UID:u', 'DTSTART:20261205T180000Z', ...lines, 'END:VEVENT'))
  for (const title of ['Canceled: Lesson', 'Abgesagt: Kurs']) {
    expect(of(`SUMMARY:${title}`).notes).toEqual([expect.stringContaining(`“${title}” says that it is canceled`)])
    expect(of(`SUMMARY:${title}`, 'STATUS:CANCELLED').notes).toEqual([])
  }
  expect(of('SUMMARY:Canceled').notes).toEqual([])
})
