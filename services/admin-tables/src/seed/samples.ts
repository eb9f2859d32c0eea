import { days, hours } from '@app/contracts/durations'
import cards from '@app/contracts/service-cards.json'
import { startOfDay } from '@app/school-time/school-day'
import type { TableSchema } from '@app/table-schema'
import { seedId } from '../tables/record-seeder'
import { announcements } from './announcements'
import { equipment, guardians, instructors, lessons, students } from './school'

export const sampleMark = 'sample_records'

const dayText = (time: number) => new Date(time).toISOString().slice(0, 10)

/** The next Saturday and the ones behind it, at an hour of the school's clock. */
function saturday(now: number, weeks: number, hour: number): string {
  const day = new Date(now)
  day.setUTCDate(day.getUTCDate() + ((6 - day.getUTCDay() + 7) % 7) + weeks * 7)
  return new Date(startOfDay(dayText(day.getTime())).getTime() + hours(hour)).toISOString()
}

const people = [
  ...['Mara Lindqvist', 'Zoë Quinn', 'Theo Okafor', 'Priya Raman', 'Luca Moretti', 'Hana Sato', 'Ines Duarte'],
  ...['Caleb Wright', 'Amira Haddad', 'Noah Bergström', 'Sofía Peña', 'Eli Novak', 'June Park', 'Oskar Lehmann'],
  ...['Grace Owens', 'Mateo Cruz', 'Lena Fischer', 'Kwame Boateng', 'Ruth Adler', 'Finn O’Shea', 'Yuki Tanaka'],
  ...['Bea Thornton', 'Samir Aziz', 'Clara Jensen'],
]
const addressOf = (name: string) =>
  `${name
    .normalize('NFD')
    .replace(/[^A-Za-z ]/g, '')
    .toLowerCase()
    .replaceAll(' ', '.')}@example.com`

const pick = <Item>(items: readonly Item[], at: number) => items[at % items.length]!
const levels = ['beginner', 'intermediate', 'advanced'] as const

const referenceTo = ({ name }: TableSchema, position: number) => seedId(sampleMark, name, position)

const sampleInstructors = (now: number) =>
  ['Robin Hale', 'Wilhelmina Tell', 'Artemis Karras', 'Joon-ho Kim'].map((name, at) => ({
    name,
    email: addressOf(name),
    phone: `(916) 555-01${String(50 + at)}`,
    certification: pick(['level_2', 'level_2', 'level_3', 'level_1'], at),
    certified_until: dayText(now + days(90 + at * 200)),
    teaches: pick([['lessons', 'leagues'], ['lessons', 'bow_building'], ['parties', 'team_building'], ['lessons']], at),
    photo: null,
    bio: `<p><b>${name}</b> has taught archery for ${4 + at * 3} years.</p>`,
    active: at !== 3,
  }))

const isChild = (at: number) => at % 3 === 0
const parents = ['Astrid', 'Arun', 'Rosa', 'Karin', 'Daniel', 'Elena', 'David', 'Helen']

const sampleGuardians = () =>
  people
    .filter((_, at) => isChild(at))
    .map((child, at) => {
      const name = `${pick(parents, at)} ${child.split(' ').at(-1)}`
      return {
        name,
        phone: `(916) 555-01${String(60 + at)}`,
        email: addressOf(name),
        relation: pick(['mother', 'father'], at),
        second_contact: at === 2 ? 'Grandmother, (916) 555-0170' : null,
        pickup_note: at % 4 === 1 ? 'May leave alone.' : null,
        notes: null,
      }
    })

const sampleStudents = (now: number) =>
  people.map((name, at) => {
    return {
      name,
      birth_date: dayText(now - days(365 * (isChild(at) ? 9 + (at % 7) : 20 + at) + at * 11)),
      level: pick(levels, at),
      eye_dominance: pick(['right', 'right', 'left', null], at),
      draw_length_inches: at % 5 === 4 ? null : 22 + (at % 9) + 0.5,
      email: isChild(at) ? null : addressOf(name),
      phone: null,
      guardians: isChild(at) ? [referenceTo(guardians, at / 3)] : null,
      waiver_signed: at % 6 !== 5,
      waiver: null,
      notes: at % 4 === 0 ? 'Brings their own bow.\nPrefers the morning group.' : null,
    }
  })

/** The fifth of five kinds. */
const partyAt = 4
const kindCount = 5
const partyCard = cards.find(({ icon }) => icon === 'party')

const sampleLessons = (now: number) =>
  people.map((_, at) => ({
    title: pick(['First arrows', 'Form and focus', 'League night', 'Bow building, part one', 'Birthday party'], at),
    kind: pick(['group', 'private', 'league', 'bow_building', 'party'], at),
    level: pick([...levels, null], at),
    place: pick(['roseville', 'sacramento', 'mobile'], at),
    instructor: referenceTo(instructors, at % 3),
    students: [at, at + 5, at + 11].map((position) => referenceTo(students, position % people.length)),
    present: null,
    absent: null,
    excused: null,
    public: at % 4 === 0,
    starts_at: saturday(now, Math.floor(at / 4) - 3, 9 + (at % 4)),
    // Facts about a service are those of its card.
    minutes: at % kindCount === partyAt ? partyCard?.minutes : pick([60, 90, 120], at),
    seats: 6 + (at % 5) * 2,
    price: at % kindCount === partyAt ? partyCard?.price : null,
    cancelled: at === 7,
    notes: at % 5 === 0 ? '<p>Bring <b>closed shoes</b>.</p>' : null,
  }))

const kinds = ['recurve', 'longbow', 'compound', 'arrows', 'target', 'protection', 'tool'] as const
const sampleEquipment = (now: number) =>
  Array.from({ length: 14 }, (_, at) => ({
    name: `${pick(['Oak', 'Heron', 'Cedar', 'Falcon'], at)} ${pick(kinds, at)} ${Math.floor(at / 4) + 1}`,
    kind: pick(kinds, at),
    inventory_number: `EQ-${String(100 + at)}`,
    draw_weight_lbs: at % 7 < 3 ? 18 + at * 2 : null,
    quantity: at % 7 === 3 ? 48 : 1 + (at % 4),
    condition: pick(['new', 'good', 'good', 'worn', 'repair'], at),
    inspected_on: dayText(now - days(at * 13)),
    shop_page: null,
    photo: null,
    notes: null,
  }))

const sampleAnnouncements = (now: number) => [
  {
    text: 'Bow building weekend: two days to build your own bow.',
    kind: 'special',
    starts_at: saturday(now, 8, 9),
    ends_at: saturday(now, 9, 9),
    published: true,
  },
  {
    text: 'Closed for rain today. Booked lessons move to next week.',
    kind: 'closed',
    starts_at: new Date(now - days(21)).toISOString(),
    ends_at: new Date(now - days(20)).toISOString(),
    published: true,
  },
]

/** Sample records. None of them is visible to visitors right away. */
export const sampleRecords = (now: number) => [
  { table: announcements, records: sampleAnnouncements(now) },
  { table: lessons, records: sampleLessons(now) },
  { table: instructors, records: sampleInstructors(now) },
  { table: students, records: sampleStudents(now) },
  { table: guardians, records: sampleGuardians() },
  { table: equipment, records: sampleEquipment(now) },
]

/** The ids of all sample records. Tables that refer to others come before those. */
export const sampleIds: ReadonlyMap<string, readonly string[]> = new Map(
  sampleRecords(0).map(({ table: { name }, records }) => [
    name,
    records.map((_, position) => seedId(sampleMark, name, position)),
  ]),
)
