import { type LessonReminders, reminderPlaceholders } from '@app/contracts/lesson-reminders'
import { SendRefused } from '@app/mail'
import { fillPlaceholders, firstName, placeholdersIn } from '@app/mail/templates/markup'
import { everything } from '@app/record-query'
import { dateFormat, schoolDay, schoolZone, startOfDay, timeOfDay } from '@app/school-time/school-day'
import type { FindRecipients } from '../mailings/find-recipients'
import type { StoredMailing } from '../mailings/mailing'
import type { ReminderSettingsStore } from './lesson-reminder-settings'
import type { LessonAhead, LessonsAhead } from './lessons-ahead'

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

type When = Pick<LessonReminders, 'daysBefore' | 'time'>

/** `17:30` in minutes since midnight. */
export function minutesIn(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return hour * 60 + minute
}

/** The instant at which a lesson's reminder is due. */
export const reminderTime = ({ daysBefore, time }: When, startsAt: Date): Date =>
  timeOfDay(schoolDay(startsAt.getTime()), minutesIn(time), -daysBefore)

/** No lesson that begins later can be due within the current day. */
export const lastDue = ({ daysBefore }: When, now: number): Date => startOfDay(schoolDay(now), daysBefore + 1)

type Deps = {
  settings: Pick<ReminderSettingsStore, 'read'>
  lessons: Pick<LessonsAhead, 'find'>
  recipients: FindRecipients
  now?: () => number
}

/**
 * The content of a reminder, made of the lesson as it is at this moment: its mail may have waited for the mail server.
 * @throws SendRefused when the lesson, or the recipient's part in it, is no longer what the mail was stored for
 */
export const reminderContent =
  ({ settings, lessons, recipients, now = Date.now }: Deps) =>
  async (
    { lesson: id, starts_at: startsAt, subject, text }: NonNullable<StoredMailing['reminder']>,
    to: string,
    school: string,
  ): Promise<{ subject: string; text: string }> => {
    const [{ settings: current }, lesson] = await Promise.all([settings.read(), lessons.find(id)])
    if (!current.on) throw new SendRefused('Reminders were switched off.')
    if (!lesson?.takesPlace) throw new SendRefused('The lesson does not take place.')
    if (lesson.startsAt.getTime() !== startsAt.getTime()) throw new SendRefused('The lesson was moved.')
    if (startsAt.getTime() <= now()) throw new SendRefused('The lesson has begun.')
    const found = await recipients({ about: { table: 'lessons', ids: [id] }, to: ['students'] }, everything)
    const recipient = found.recipients.find(({ email }) => email === to)
    if (!recipient) throw new SendRefused('This address belongs to no participant of the lesson, or gets no mailings.')
    const values = recipientValues(recipient.name, found.namesOf?.get(to) ?? [])
    return filled({ subject, text }, { ...lessonValues(lesson, school), ...values })
  }

export type ReminderContent = ReturnType<typeof reminderContent>
