import { SendRefused } from '@app/mail'
import { everything } from '@app/record-query'
import type { FindRecipients } from '../mailings/find-recipients'
import type { StoredMailing } from '../mailings/mailing'
import type { ReminderSettingsStore } from './lesson-reminder-settings'
import type { LessonsAhead } from './lessons-ahead'
import { filled, lessonValues, recipientValues } from './reminder-content'

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
