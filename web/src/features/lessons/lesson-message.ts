import { lessonOf } from '@app/contracts/lessons'
import type { TableRecord } from '@app/contracts/tables'
import { optionLabel } from '@app/table-schema/field'
import type { TableSchema } from '@app/table-schema/schema'
import { dayAtSchool, longDay, schoolTime, shortDay } from '#lib/school-time'
import { capital } from '#lib/words'

type Mail = { subject: string; text: string }
/** `news` is what has changed, in a few words. */
type MailOfChange = Mail & { news: string }
type Values = Readonly<Record<string, unknown>>

const isInstant = (value: unknown): value is string => typeof value === 'string' && !Number.isNaN(Date.parse(value))
const when = (instant: string) => `${longDay(dayAtSchool(instant))}, at ${clock(instant)}`

const clock = (instant: string) => schoolTime(instant).replace(':00', '')

/** `from 12 to 2 PM on Saturday, November 28`; with both days where they differ. */
function moved(from: string, to: string): string {
  const [day, next] = [from, to].map(dayAtSchool) as [string, string]
  if (day !== next) return `from ${when(from)} to ${when(to)}`
  const first = clock(from)
  const last = clock(to)
  const half = (time: string) => time.slice(-3)
  return `from ${half(first) === half(last) ? first.slice(0, -3) : first} to ${last} on ${longDay(day)}`
}

/** `in Springfield`, `at your place`. */
const placeText = (place: string) =>
  /^at\b/i.test(place) ? `${place.charAt(0).toLowerCase()}${place.slice(1)}` : `in ${place}`

/** The beginning of an email to the people of a lesson. */
export function mailAboutLesson({ title, startsAt }: { title: string; startsAt: unknown }): Mail {
  const day = isInstant(startsAt) ? `, ${shortDay(dayAtSchool(startsAt))} at ${schoolTime(startsAt)}` : ''
  return { subject: `${title}${day}`, text: 'Hi {first_name},\n\n' }
}

type Change = {
  schema: TableSchema
  changes: Values
  before: TableRecord | undefined
  title: string
  start: unknown
  /** The lesson in words, at the beginning of a sentence. */
  lesson: string
}

/** The fields whose change people are told of, in this order: a subject and a sentence for each. */
const wordsOf: Readonly<Record<string, (change: Change) => Mail | undefined>> = {
  cancelled({ changes, lesson }) {
    if (changes['cancelled'] === true) return { subject: 'Canceled', text: `${lesson} is canceled.` }
    return changes['cancelled'] === false
      ? { subject: 'Not canceled', text: `${lesson} takes place after all.` }
      : undefined
  },
  starts_at({ schema, changes, before, title, start }) {
    if (!isInstant(changes['starts_at'])) return undefined
    const times = isInstant(start) ? moved(start, changes['starts_at']) : `to ${when(changes['starts_at'])}`
    const place = optionLabel(schema.properties['place'], before?.['place'])
    const where = typeof before?.['place'] === 'string' && !('place' in changes) ? `, ${placeText(place)}` : ''
    return { subject: 'New time', text: `${title} for {student_names} has moved ${times}${where}.` }
  },
  place({ schema, changes, lesson }) {
    if (typeof changes['place'] !== 'string') return undefined
    const place = optionLabel(schema.properties['place'], changes['place'])
    return { subject: 'New place', text: `${lesson} has a new place: ${place}.` }
  },
  instructor: ({ changes, lesson }) =>
    'instructor' in changes ? { subject: 'Another instructor', text: `${lesson} has another instructor.` } : undefined,
}
export const toldFields = Object.keys(wordsOf)

/** A change in words for the people of the lesson. That it is canceled says all. */
function newsOf(schema: TableSchema, changes: Values, before: TableRecord | undefined): Mail[] {
  const title = typeof before?.['title'] === 'string' ? before['title'] : 'Your lesson'
  const start = before?.['starts_at']
  const lesson = isInstant(start) ? `${title} on ${when(start)},` : title
  const told = changes['cancelled'] === true ? ['cancelled'] : toldFields
  return told.flatMap((field) => wordsOf[field]!({ schema, changes, before, title, start, lesson }) ?? [])
}

/** True if people are concerned: the lesson is not over, and somebody comes or teaches. */
export const concerns = (changes: Values, before: TableRecord, now: number) => {
  const lesson = { ...before, ...changes }
  const [former, next] = [before['starts_at'], changes['starts_at']].map((at) => (isInstant(at) ? Date.parse(at) : 0))
  const { students, instructor } = lessonOf(lesson)
  const people = [...students, instructor, lessonOf(before).instructor].filter(Boolean)
  const wasCanceled = lessonOf(before).cancelled && changes['cancelled'] !== false
  return Math.max(former!, next!) > now && people.length > 0 && !wasCanceled
}

/** The email that a change of lessons gives reason to; none for changes that concern nobody. */
export function mailAfterChange(
  schema: TableSchema,
  changes: Values,
  before?: TableRecord,
  now = Date.now(),
): MailOfChange | undefined {
  if (before && !concerns(changes, before, now)) return undefined
  const news = newsOf(schema, changes, before)
  if (news.length === 0) return undefined
  const title = typeof before?.['title'] === 'string' ? before['title'] : 'your lesson'
  const words = news.map(({ subject }) => subject.toLowerCase()).join(', ')
  return {
    news: words,
    subject: `${capital(words)}: ${title}`,
    text: `Hi {first_name},\n\n${news.map(({ text }) => text).join('\n')}\n\nReply to this email if you have a question.`,
  }
}
