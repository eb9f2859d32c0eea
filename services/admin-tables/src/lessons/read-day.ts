import { notFound } from '@app/contracts/errors'
import type {
  DayLesson,
  Mine,
  Roster,
  RosterStudent,
  TodayAnswer,
  WaitingList,
  WaitingStudent,
} from '@app/contracts/today'
import type { Reach, ScopeOf } from '@app/record-query'
import { schoolDay, startOfDay } from '@app/school-time/school-day'
import { mayUse, mayUseOwn, type User } from '@app/session'
import { ageOn, badgeFields, dayOf, holdsWaiver, referencedIds, type TableSchema } from '@app/table-schema'
import type { TableSchemaStore } from '../tables/table-schema-store'
import { type LessonDays, type LessonRow, optionCapacity, optionName } from './lesson-days'
import { contactFields, guardianFields, guardiansOf, personOf, textOf, textOrNull } from './person-of'
import { type LessonOffers, openOffers, type SeatOffers } from './seat-offers'
import type { UpcomingWork } from './upcoming-work'

/** The number of days ahead in which lesson days are shown, and the most that are. */
const daysAhead = 15
const maxDays = 4
const rosterFields = [
  'name',
  'phone',
  'birth_date',
  'level',
  'eye_dominance',
  'draw_length_inches',
  'email',
  'guardians',
  'notes',
  'waiver_signed',
  'waiver_until',
  'waiver',
]

type DayDeps = {
  tables: Pick<TableSchemaStore, 'find'>
  lessonDays: LessonDays
  offers: Pick<SeatOffers, 'find'>
  upcoming: UpcomingWork
  scopeOf: ScopeOf
  now?: () => number
}

/** Reads lesson days for the Today page and the roster, as far as the user may see the tables. */
export function dayReader({ tables, lessonDays, offers, upcoming, scopeOf, now = Date.now }: DayDeps) {
  async function describe(user: User, rows: readonly LessonRow[], fields: readonly string[]) {
    const [lessons, students, instructors, table] = await Promise.all(
      ['lessons', 'students', 'instructors', 'guardians'].map((table) => tables.find(table)),
    )
    const withBadges = (table: TableSchema | undefined) => [...fields, ...(table ? badgeFields(table) : [])]
    const [studentRows, instructorRows] = await Promise.all([
      lessonDays.students(rows, withBadges(students)),
      lessonDays.instructors(rows, withBadges(instructors)),
    ])
    const scope = scopeOf(user)
    // With one's own lessons come the students in them; who waits for a seat is in no lesson yet.
    const members = new Set(rows.flatMap((row) => row.students))
    const isSeen = (reach: Reach, id: string) => reach === 'all' || (reach === 'own' && members.has(id))
    const showContact = (id: string) => isSeen(scope.reach('students'), id)
    const known = { rows: await lessonDays.guardians(studentRows.values(), guardianFields), table }
    const guardians = (id: string, day: string) => {
      const maySee = showContact(id) && isSeen(scope.reach('guardians'), id)
      return guardiansOf(studentRows.get(id), { ...known, maySee }, day)
    }
    const student = (id: string, day: string) =>
      personOf(id, studentRows.get(id), {
        table: students,
        day,
        showContact: showContact(id),
        guardians: guardians(id, day),
      })
    const instructor = (id: string, day: string) =>
      personOf(id, instructorRows.get(id), {
        table: instructors,
        day,
        showContact: mayUse(user, 'instructors', 'view'),
      })
    const lesson = (row: LessonRow): Omit<DayLesson, 'students' | 'waiting' | 'makeUps' | 'madeUp'> => {
      const [instructorId] = referencedIds(row['instructor'])
      const day = schoolDay(Date.parse(row.starts_at))
      return {
        id: row.id,
        title: textOf(row['title']),
        kind: optionName(lessons, 'kind', row['kind']),
        place: optionName(lessons, 'place', row['place']),
        placeValue: textOf(row['place']),
        placeCapacity: optionCapacity(lessons, 'place', row['place']),
        startsAt: row.starts_at,
        minutes: Number(row['minutes']) || 0,
        seats: Number(row['seats']) || 0,
        cancelled: row['cancelled'] === true,
        instructor: instructorId ? instructor(instructorId, day) : null,
        attendance: {
          present: referencedIds(row['present']),
          absent: referencedIds(row['absent']),
          excused: referencedIds(row['excused']),
        },
        version: textOrNull(row['updated_at']),
      }
    }
    const waiting = ({ waiting: ids = [], ...row }: LessonRow, stored: LessonOffers | undefined): WaitingStudent[] => {
      const at = now()
      const open = openOffers({ ...row, waiting: ids }, stored?.offers ?? [], at)
      return ids
        .filter((id) => !row.students.includes(id))
        .map((id) => {
          const offer = stored?.offers.find((one) => one.student === id)
          const { until, mailed = false } = offer ?? {}
          const isOpen = offer !== undefined && open.includes(offer)
          return {
            ...student(id, schoolDay(at)),
            offer: until ? { until: until.toISOString(), isOpen, isMailed: mailed } : null,
          }
        })
    }
    return { lesson, student, guardians, waiting, studentRows, students }
  }

  const offersOf = (rows: readonly LessonRow[]) =>
    offers.find(rows.filter(({ waiting = [] }) => waiting.length > 0).map(({ id }) => id))

  return {
    async today(user: User): Promise<TodayAnswer> {
      const at = now()
      const date = schoolDay(at)
      const may = (table: string) => mayUse(user, table, 'view')
      const scope = scopeOf(user)
      const hasLessons = scope.reach('lessons') !== 'none'
      const readDays = async () => {
        const rows = await lessonDays.lessons({ from: startOfDay(date), to: startOfDay(date, daysAhead) }, scope)
        const byDay = Map.groupBy(rows, (row) => schoolDay(Date.parse(row.starts_at)))
        const shown = [...byDay].slice(0, maxDays)
        const rowsShown = shown.flatMap(([, lessons]) => lessons)
        const [{ lesson, student, waiting }, held] = await Promise.all([
          describe(user, rowsShown, contactFields),
          offersOf(rowsShown),
        ])
        return shown.map(([day, lessons]) => ({
          date: day,
          lessons: lessons.map((row) => ({
            ...lesson(row),
            students: row.students.map((id) => student(id, date)),
            waiting: waiting(row, held.get(row.id)),
            makeUps: (row.make_ups ?? []).map((id) => student(id, date)),
            madeUp: (row.made_up ?? []).map((id) => student(id, date)),
          })),
        }))
      }
      const [days, mine, inquiries, watched] = await Promise.all([
        hasLessons ? readDays() : null,
        hasLessons ? lessonDays.instructorsOf(user.id) : [],
        may('contact_submissions') ? upcoming.inquiries(new Date(at), await tables.find('contact_submissions')) : null,
        upcoming.expiring(may, date),
      ])
      return {
        date,
        days,
        mine,
        mayMarkAttendance: mayUse(user, 'lessons', 'edit') || mayUseOwn(user, 'lessons', 'edit'),
        inquiries,
        ...watched,
      }
    },

    /** @throws AppError `not_found` when there is no such lesson */
    async waiting(user: User, id: string): Promise<WaitingList> {
      const row = await lessonDays.lesson(id, scopeOf(user))
      if (!row) throw notFound()
      const [{ waiting }, held] = await Promise.all([describe(user, [row], contactFields), offersOf([row])])
      return { waiting: waiting(row, held.get(id)), version: textOrNull(row['updated_at']) }
    },

    mine: async (user: User): Promise<Mine> => ({
      instructors: await lessonDays.instructorsOf(user.id),
      only: scopeOf(user).reach('lessons') === 'own',
    }),

    /** @throws AppError `not_found` without the right to see lessons and students */
    async roster(user: User, date: string, lessonId?: string): Promise<Roster> {
      const scope = scopeOf(user)
      if (scope.reach('lessons') === 'none' || scope.reach('students') === 'none') throw notFound()
      const all = await lessonDays.lessons({ from: startOfDay(date), to: startOfDay(date, 1) }, scope)
      const rows = lessonId ? all.filter(({ id }) => id === lessonId) : all
      const { lesson, student, guardians, studentRows, students } = await describe(user, rows, rosterFields)
      const line = (id: string): RosterStudent => {
        const row = studentRows.get(id)
        const draw = Number(row?.['draw_length_inches'])
        const birth = dayOf(row?.['birth_date'])
        const theirs = guardians(id, date)
        return {
          ...student(id, date),
          age: birth ? ageOn(birth, date) : null,
          level: optionName(students, 'level', row?.['level']),
          dominantEye: optionName(students, 'eye_dominance', row?.['eye_dominance']),
          drawLength: draw > 0 ? draw : null,
          guardian: theirs.map(({ name }) => name).join(', ') || null,
          guardians: theirs,
          email: textOrNull(row?.['email']),
          waiverSigned: row !== undefined && holdsWaiver(row, date),
          notes: textOrNull(row?.['notes']),
        }
      }
      return {
        date,
        lessons: rows.map((row) => ({
          ...lesson(row),
          students: row.students.map(line),
          waiting: [],
          makeUps: [],
          madeUp: [],
        })),
      }
    },
  }
}
