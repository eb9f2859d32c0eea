import { seconds } from '@app/contracts/durations'
import { inquiryTable, openStatuses } from '@app/contracts/inquiries'
import { mayUse } from '@app/contracts/policy'
import { SendRefused } from '@app/mail'
import { firstName } from '@app/mail/templates/markup'
import { instructorsOf, type Scope, type ScopeOf, withinScope } from '@app/record-query'
import { schoolDay } from '@app/school-time/school-day'
import type { User } from '@app/session'
import { holdsWaiver, isMinor, referencedIds } from '@app/table-schema'
import { type Db, type Document, ObjectId } from 'mongodb'
import type { StoredMailing } from '../mailings/mailing'
import type { LessonAhead, LessonsAhead } from './lessons-ahead'
import { dayText, listText, timeText } from './render-reminder'
import type { LetterSettingsStore } from './store-letters'

const maxTimeMS = seconds(5)

type Deps = {
  settings: Pick<LetterSettingsStore, 'read'>
  db: () => Db
  lessons: Pick<LessonsAhead, 'between'>
  /** A person who may act at this moment. */
  actor: (id: string) => Promise<User | undefined>
  scopeOf: ScopeOf
  publicOrigin: string
  now?: () => number
}

const some = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

/** Children by first name, adults in full. */
function shownName(student: Document, today: string): string {
  const name = String(student['name'] ?? '').trim()
  return isMinor(student, today) ? firstName(name) : name
}

/**
 * The content of a letter, made of the lessons and the rights of its reader as they are at this moment: its mail may have waited for the mail
 * server.
 * @throws SendRefused when its reader has no lessons to see any more
 */
export function letterContent({ settings, db, lessons, actor, scopeOf, publicOrigin, now = Date.now }: Deps) {
  /** The lessons that the reader may see: all for admins, their own for others. */
  async function seenLessons(user: User, scope: Scope, until: Date) {
    const ahead = await lessons.between(new Date(now()), until)
    const own = user.role === 'admin' ? {} : { instructor: { $in: await instructorsOf(db(), user.id) } }
    const selected = { _id: { $in: ahead.map(({ id }) => new ObjectId(id)) }, ...own }
    const found = await db()
      .collection('lessons')
      .find(await withinScope(scope, 'lessons', selected), {
        projection: { seats: 1, students: 1, waiting: 1 },
        maxTimeMS,
      })
      .toArray()
    const rows = new Map(found.map((one) => [String(one._id), one]))
    return ahead.flatMap((lesson) => {
      const row = rows.get(lesson.id)
      return row ? [{ lesson, row }] : []
    })
  }

  /** Of these students those whom the reader may see. */
  async function seenStudents(scope: Scope, ids: readonly string[]): Promise<Map<string, Document>> {
    const selected = { _id: { $in: ids.map((id) => new ObjectId(id)) } }
    const found = await db()
      .collection('students')
      .find(await withinScope(scope, 'students', selected), {
        projection: { name: 1, birth_date: 1, guardians: 1, guardian: 1, waiver_signed: 1, waiver_until: 1, waiver: 1 },
        maxTimeMS,
      })
      .toArray()
    return new Map(found.map((one) => [String(one._id), one]))
  }

  function aboutLesson(
    { lesson, row }: { lesson: LessonAhead; row: Document },
    students: Map<string, Document>,
  ): string {
    const { startsAt, title, place, instructor } = lesson
    const today = schoolDay(startsAt.getTime())
    const ids = referencedIds(row['students'])
    const seen = ids.flatMap((id) => students.get(id) ?? [])
    const names = seen.map((one) => shownName(one, today)).filter((name) => name !== '')
    const missing = seen.filter((one) => !holdsWaiver(one, today)).map((one) => shownName(one, today))
    const free = Math.max(0, (Number(row['seats']) || 0) - ids.length)
    const waiting = referencedIds(row['waiting']).filter((id) => !ids.includes(id)).length
    const head = [`${timeText(startsAt)} ${title || 'Lesson'}`, place, instructor]
    const comes =
      ids.length === 0 ? 'Nobody yet' : names.length > 0 ? listText(names) : some(ids.length, 'student', 'students')
    return [
      head.filter(Boolean).join(', '),
      `${comes}. ${some(free, 'free seat', 'free seats')}${waiting > 0 ? `, ${waiting} waiting` : ''}.`,
      ...(missing.length > 0 ? [`Waiver missing: ${listText(missing)}.`] : []),
    ].join('\n')
  }

  async function inquiries(user: User): Promise<string[]> {
    if (user.role !== 'admin' || !mayUse(user, inquiryTable, 'view')) return []
    const open = { status: { $in: [...openStatuses] }, spam: false }
    const count = await db().collection(inquiryTable).countDocuments(open, { maxTimeMS })
    if (count === 0) return []
    return [`${some(count, 'inquiry waits', 'inquiries wait')} for an answer: ${publicOrigin}/admin/inbox`]
  }

  return async (
    { user: id, until }: NonNullable<StoredMailing['letter']>,
    to: string,
  ): Promise<{ subject: string; text: string }> => {
    const [{ settings: current }, user] = await Promise.all([settings.read(), actor(id)])
    if (!current.on) throw new SendRefused('The letter was switched off.')
    if (!user || user.disabled || user.email !== to)
      throw new SendRefused('This person no longer signs in with this address.')
    const scope = scopeOf(user)
    const seen = scope.reach('lessons') === 'none' ? [] : await seenLessons(user, scope, until)
    if (seen.length === 0) throw new SendRefused('This person has no lessons to see in these days.')
    const ids = [...new Set(seen.flatMap(({ row }) => referencedIds(row['students'])))]
    const students = scope.reach('students') === 'none' ? new Map() : await seenStudents(scope, ids)
    const days = seen.map(({ lesson }) => dayText(lesson.startsAt))
    return {
      subject: `${user.role === 'admin' ? '' : 'Your '}${some(seen.length, 'lesson', 'lessons')} from ${days[0]}`,
      text: [
        'Hi {first_name},',
        ...seen.flatMap((one, at) => [...(days[at] === days[at - 1] ? [] : [days[at]]), aboutLesson(one, students)]),
        ...(await inquiries(user)),
        `The day's list and attendance: ${publicOrigin}/admin/today`,
      ].join('\n\n'),
    }
  }
}

export type LetterContent = ReturnType<typeof letterContent>
