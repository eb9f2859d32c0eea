import type { Insights } from '@app/contracts/insights'
import type { Roster, RosterStudent, TodayAnswer } from '@app/contracts/today'
import type { Answer } from './api'
import { admin, away, type Screen, seen } from './screens'

const id = (at: number) => at.toString(16).padStart(24, '0')
const date = '2026-11-28'
const student = (at: number, label: string, more: Partial<RosterStudent> = {}): RosterStudent => ({
  id: id(at),
  label,
  phone: '(916) 555-0142',
  badges: [],
  age: 11,
  level: 'Beginner',
  dominantEye: 'Left',
  drawLength: 22.5,
  guardian: 'R. Brook',
  guardians: [],
  email: `${label.split(' ')[0]!.toLowerCase()}@visitor.example`,
  waiverSigned: true,
  notes: null,
  ...more,
})
const ada = student(1, 'Ada Brook', {
  badges: [{ label: 'Waiver missing', tone: 'red', about: 'waiver' }],
  waiverSigned: false,
})
const ben = student(2, 'Ben Ito', { email: null, guardian: null })
const gone = student(3, 'Deleted record', { deleted: true, phone: null, email: null })

const lesson = (at: number, title: string, more: Partial<Roster['lessons'][number]> = {}) => ({
  id: id(at),
  title,
  kind: 'Group lesson',
  place: 'Roseville',
  placeValue: 'roseville',
  startsAt: '2026-11-28T18:00:00.000Z',
  minutes: 60,
  seats: 8,
  cancelled: false,
  instructor: { id: id(9), label: 'Maid Marian', phone: '(916) 555-0177', badges: [] },
  students: [ada, ben, gone],
  waiting: [],
  makeUps: [],
  madeUp: [],
  attendance: { present: [ben.id], absent: [], excused: [] },
  version: '2026-11-01T00:00:00.000Z',
  ...more,
})
const roster: Roster = {
  date,
  lessons: [
    lesson(20, 'First arrows'),
    lesson(21, 'A lesson for a team with a rather long name, and all that belongs to it', {
      cancelled: true,
      instructor: null,
      seats: 3,
    }),
  ],
}
const today: TodayAnswer = {
  date,
  mine: [],
  days: [roster, { date: '2026-12-05', lessons: [lesson(22, 'Next arrows')] }],
  mayMarkAttendance: true,
  inquiries: {
    due: [{ id: id(30), name: 'Dana Reyes', interestName: 'Birthday Party', dueBy: '2026-11-28T20:00:00.000Z' }],
    open: 4,
    overdue: 1,
  },
  unread: [],
  expiring: [
    {
      ...{ table: 'instructors', id: id(9), label: 'Artemis Karras' },
      ...{ kind: 'certificate', date: '2026-12-04', words: 'certificate ends' },
    },
    {
      ...{ table: 'equipment', id: id(40), label: 'Recurve bow 12' },
      ...{ kind: 'inspection', date: '2025-11-01', words: 'last inspected' },
    },
  ],
}

const interests = ['Lessons', 'Birthday Party', 'Corporate Event', 'Bow Building', 'Leagues', 'Other'].map((label) => ({
  value: label,
  label,
}))
const group = (label: string, taken: number, seats: number) => ({
  ...{ key: label, label, lessons: 4, seats, taken, present: taken - 3, absent: 2, excused: 1 },
})
const weeks = ['2026-11-09', '2026-11-16', '2026-11-23']
const insights: Insights = {
  from: '2026-11-01',
  to: date,
  inquiries: {
    byWeek: weeks.flatMap((week, at) =>
      interests.map(({ value }, nth) => ({ week, interest: value, count: (at + nth) % 4 })),
    ),
    total: 25,
    answered: 20,
    settled: 21,
    answeredWithin24h: 18,
    medianMinutes: 95,
    heardFrom: [
      { answer: 'A friend', count: 14 },
      { answer: 'Search', count: 7 },
      { answer: '', count: 4 },
    ],
    interests,
  },
  seats: Array.from({ length: 28 }, (_, at) => ({
    date: `2026-11-${`${1 + at}`.padStart(2, '0')}`,
    place: at % 2 ? 'roseville' : 'sacramento',
    placeName: at % 2 ? 'Roseville' : 'Sacramento',
    lessons: 1,
    seats: 8,
    taken: at % 9,
  })),
  groups: {
    title: [group('First arrows', 40, 64)],
    kind: [group('Group lesson', 60, 64), group('Birthday party', 12, 20)],
    hour: [group('9 AM', 12, 20), group('10 AM', 60, 64)],
    place: [group('Roseville', 60, 64), group('Sacramento', 12, 20)],
    instructor: [group('Maid Marian', 60, 64), group('No instructor', 12, 20)],
  },
  visits: {
    byDay: [
      { day: '2026-11-21', views: 120, inquiries: 3 },
      { day: '2026-11-22', views: 64, inquiries: 1 },
    ],
    sources: [
      { page: '/', host: 'search.example.com', views: 101, inquiries: 3 },
      { page: '/', host: '', views: 70, inquiries: 1 },
      {
        page: '/privacy',
        host: 'a-rather-long-name-of-a-site-that-links-here.photos.example.com',
        views: 9,
        inquiries: 0,
      },
      { page: 'other', host: 'other', views: 4, inquiries: 0 },
    ],
  },
  freeSeats: [
    {
      id: id(20),
      title: 'First arrows',
      startsAt: '2026-11-28T18:00:00.000Z',
      placeName: 'Roseville',
      seats: 8,
      taken: 3,
    },
  ],
  levels: [
    { level: 'beginner', levelName: 'Beginner', count: 90 },
    { level: 'advanced', levelName: 'Advanced', count: 12 },
  ],
}
const nothing = { from: '2026-11-01', to: date, inquiries: null, seats: [], groups: null, freeSeats: [], levels: [] }

const people = {
  recipients: [{ name: 'R. Brook', email: 'ada@visitor.example' }],
  withoutAddress: [{ table: 'students', id: ben.id, name: ben.label, guardian: null, phone: ben.phone }],
}

const remindersToCall = {
  on: true,
  lessons: [
    {
      ...{ id: id(20), title: 'First arrows', startsAt: '2026-11-28T18:00:00.000Z' },
      people: [{ ...people.withoutAddress[0], called: false }],
    },
  ],
}

const calls = {
  today: '/api/today',
  insights: '/api/insights',
  roster: '/api/today/roster',
  waiverTexts: '/api/waiver-texts',
}
const dayApi: Record<string, Answer> = {
  ...admin,
  [calls.today]: [200, today],
  [calls.insights]: [200, insights],
  [calls.roster]: [200, roster],
  '/api/forms/mailings/recipients': [200, people],
  '/api/forms/reminders/calls': [200, remindersToCall],
  '/api/forms/inbound/count': [200, { unmatched: 0, maybeAutomatic: 2 }],
}
const waiverText = (version: number, isSample: boolean) => ({
  ...{ version, text: 'The text of the school.\n\n'.repeat(12), months: 12, hash: 'ab'.repeat(32), isSample },
  ...{ createdAt: '2026-11-01T17:00:00.000Z', by: isSample ? null : 'ivy@archery.example' },
})
const waiverApi: Record<string, Answer> = {
  ...dayApi,
  [calls.waiverTexts]: [200, { data: [waiverText(2, false), waiverText(1, true)] }],
  [`/api/tables/students/${ada.id}`]: [
    200,
    {
      id: ada.id,
      name: 'Ada Brook',
      birth_date: '2016-05-01',
      guardian: 'Rosa Brook',
      created_at: null,
      updated_at: null,
    },
  ],
}
const emptyDay = { ...today, days: [], expiring: [], inquiries: { due: [], open: 0, overdue: 0 } }
const rosterPath = `/admin/roster?date=${date}`
/** Ada is in two lessons. */
const signWaiver: Screen['reach'] = (page) =>
  page.getByRole('button', { name: 'Waiver missing Sign the waiver of Ada Brook' }).first().click()
const handOver: Screen['reach'] = async (page) => {
  await page.getByLabel('PIN that opens it again, 4 to 6 digits').fill('2580')
  await page.getByRole('button', { name: 'Hand over' }).click()
}
const cancelDay: Screen['reach'] = (page) => page.getByRole('button', { name: 'Cancel day' }).click()

/** Today, its dialogs, the roster and the figures in each of their states. */
export const dayScreens: Screen[] = [
  {
    name: 'today',
    path: '/admin/today',
    api: dayApi,
    reach: seen('First arrows'),
    next: [
      {
        name: 'today, attendance',
        reach: (page) =>
          page
            .getByRole('button', { name: /attendance/i })
            .first()
            .click(),
      },
      {
        name: 'cancelling a day',
        reach: async (page) => {
          await cancelDay(page)
          await seen('Goes to 1 person, each once')(page)
        },
      },
      {
        name: 'writing to participants',
        reach: async (page) => {
          await page.getByRole('button', { name: 'Keep the lessons' }).click()
          await page.getByRole('button', { name: 'Write to the participants of First arrows' }).click()
          await seen('Goes to 1 person, each once')(page)
        },
      },
    ],
  },
  {
    name: 'today, nothing to do',
    path: '/admin/today',
    api: { ...dayApi, [calls.today]: [200, emptyDay] },
    reach: seen('No lessons in the next two weeks.'),
  },
  {
    name: 'today, loading',
    path: '/admin/today',
    api: { ...dayApi, [calls.today]: 'hang' },
    reach: seen('Loading today...'),
  },
  {
    name: 'today, error',
    path: '/admin/today',
    api: { ...dayApi, [calls.today]: away },
    faults: /503/,
    reach: seen('Try again'),
  },
  {
    name: 'cancelling a day, loading',
    path: '/admin/today',
    api: { ...dayApi, [calls.roster]: 'hang' },
    reach: async (page) => {
      await cancelDay(page)
      await seen('Loading the day...')(page)
    },
  },
  {
    name: 'cancelling a day, error',
    path: '/admin/today',
    api: { ...dayApi, [calls.roster]: away },
    faults: /503/,
    reach: async (page) => {
      await cancelDay(page)
      await seen('The service is busy. Please try again shortly.')(page)
    },
  },
  {
    name: 'handing the device over',
    path: '/admin/today',
    api: waiverApi,
    reach: async (page) => {
      await signWaiver(page)
      await seen('Hand over')(page)
    },
  },
  {
    name: 'signing a waiver, everything missing',
    path: '/admin/today',
    api: waiverApi,
    reach: async (page) => {
      await signWaiver(page)
      await handOver(page)
      await page.getByRole('button', { name: 'Sign', exact: true }).click()
      await seen('Draw the signature')(page)
    },
    next: [
      {
        name: 'signing a waiver by typing',
        reach: async (page) => {
          await page.getByRole('button', { name: 'Type', exact: true }).click()
          await page.getByLabel('Type your full name to sign').fill('Rosa Brook')
        },
      },
      {
        name: 'handing the device back, a wrong PIN',
        reach: async (page) => {
          await page.getByRole('button', { name: 'Hand back to staff' }).click()
          await page.getByLabel('PIN', { exact: true }).fill('1111')
          await page.getByRole('button', { name: 'Open the dashboard' }).click()
          await seen('That is not the PIN. 4 tries left.')(page)
        },
      },
    ],
  },
  {
    name: 'signing a waiver, error',
    path: '/admin/today',
    api: { ...waiverApi, [calls.waiverTexts]: away },
    faults: /503/,
    reach: async (page) => {
      await signWaiver(page)
      await seen('Signing needs a connection.')(page)
    },
  },
  {
    name: 'signing a waiver, none published',
    path: '/admin/today',
    api: { ...waiverApi, [calls.waiverTexts]: [200, { data: [waiverText(1, true)] }] },
    reach: async (page) => {
      await signWaiver(page)
      await seen('There is no waiver to sign yet')(page)
    },
  },
  { name: 'the text of the waiver', path: '/admin/waiver', api: waiverApi, reach: seen('Earlier versions') },
  { name: 'roster', path: rosterPath, api: dayApi, reach: seen('Ada Brook') },
  {
    name: 'roster, no lessons',
    path: rosterPath,
    api: { ...dayApi, [calls.roster]: [200, { date, lessons: [] }] },
    reach: seen('No lessons on this day.'),
  },
  { name: 'roster without a day', path: '/admin/roster', api: dayApi, reach: seen('This roster has no day.') },
  {
    name: 'roster, error',
    path: rosterPath,
    api: { ...dayApi, [calls.roster]: away },
    faults: /503/,
    reach: seen('Try again'),
  },
  {
    name: 'insights with their tables',
    path: '/admin/insights',
    api: dayApi,
    reach: async (page) => {
      await page.getByText('Table', { exact: true }).first().waitFor()
      for (const table of await page.getByText('Table', { exact: true }).all()) await table.click()
    },
  },
  {
    name: 'insights, nothing counted',
    path: '/admin/insights',
    api: { ...dayApi, [calls.insights]: [200, nothing] },
    reach: seen('Nothing in this period.'),
  },
  {
    name: 'insights, loading',
    path: '/admin/insights',
    api: { ...dayApi, [calls.insights]: 'hang' },
    reach: seen('Counting...'),
  },
  {
    name: 'insights, error',
    path: '/admin/insights',
    api: { ...dayApi, [calls.insights]: away },
    faults: /503/,
    reach: seen('Try again'),
  },
]
export { dayApi }
