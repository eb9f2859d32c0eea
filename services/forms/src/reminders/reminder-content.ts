import { reminderPlaceholders } from '@app/contracts/lesson-reminders'
import { fillPlaceholders, firstName, placeholdersIn } from '@app/mail/templates/markup'
import { dateFormat } from '@app/school-time/date-format'
import { schoolZone } from '@app/school-time/school-day'
import type { LessonAhead } from './lessons-ahead'

const day = dateFormat({ timeZone: schoolZone, weekday: 'long', month: 'long', day: 'numeric' }, 'en-US')
const clock = dateFormat({ timeZone: schoolZone, hour: 'numeric', minute: '2-digit' }, 'en-US')
const list = new Intl.ListFormat('en-US')

export const dayText = (at: Date) => day.format(at)
/** Formatters part the hour from AM and PM by a narrow space, which plain-text mails show as a question mark here and there. */
export const timeText = (at: Date) => clock.format(at).replace(/\s/g, ' ')
export const listText = (names: readonly string[]) => list.format(names)

type Template = { subject: string; text: string }

/** The values that are the same for all recipients of a reminder. */
export const lessonValues = ({ title, startsAt, place, instructor }: LessonAhead, school: string) => ({
  lesson: title || 'your lesson',
  day: dayText(startsAt),
  time: timeText(startsAt),
  place: place || 'to be announced',
  instructor: instructor || 'to be announced',
  school,
})

/** A subject and a text with these values; what they lack stays as it is. */
export const filled = ({ subject, text }: Template, values: Readonly<Record<string, string>>): Template => ({
  subject: fillPlaceholders(subject, values),
  text: fillPlaceholders(text, values),
})

/** The values of one recipient. The name of an address is that of the guardian of a minor. */
export const recipientValues = (name: string, students: readonly string[]) => ({
  name,
  first_name: firstName(name) || 'there',
  students: listText(students.filter((one) => one !== '')) || 'you',
})

/** Placeholders that would never have a value. */
export const unknownIn = (template: string): string[] =>
  placeholdersIn(template).filter((name) => !(reminderPlaceholders as readonly string[]).includes(name))
