import type { Audit } from '@app/audit'
import type { DeliveryQueue } from '@app/mail'
import { everything } from '@app/record-query'
import type { FindRecipients } from '../mailings/find-recipients'
import type { ReminderSettingsStore } from '../models/lesson-reminder-settings'
import type { LessonReminderStore } from '../models/lesson-reminders'
import type { LessonAhead, LessonsAhead } from '../models/lessons-ahead'
import type { MailingStore } from '../models/mailing'
import { filled, lessonValues } from './reminder-content'
import { lastDue, reminderTime } from './reminder-times'

type Deps = {
  settings: Pick<ReminderSettingsStore, 'read'>
  lessons: Pick<LessonsAhead, 'between'>
  recipients: FindRecipients
  reminders: Pick<LessonReminderStore, 'find' | 'hold' | 'giveUp'>
  mailings: Pick<MailingStore, 'usage' | 'release'>
  mailingMail: Pick<DeliveryQueue, 'deliver'>
  audit: Pick<Audit, 'append'>
  school: () => Promise<string>
  /** Mails of mailings and reminders within 24 hours. */
  mailsPerSite: number
  onCap: (lesson: string) => void
  /** The reminders of one lesson failed; the next round tries again. */
  onError: (error: unknown, lesson: string) => void
  now?: () => number
}

/**
 * Stores and releases the reminders that are due. It runs every few seconds in every replica and looks at the lessons anew each time:
 * nothing is planned ahead. What was stored before a crash is released by the next round, and each address is stored once.
 */
export function remindParticipants(deps: Deps) {
  const { settings, lessons, recipients, reminders, mailings, mailingMail, audit, mailsPerSite, now = Date.now } = deps

  /** `false` beyond the cap of the school. */
  async function remind(lesson: LessonAhead, template: { subject: string; text: string }): Promise<boolean> {
    const { id, startsAt } = lesson
    const found = await recipients({ about: { table: 'lessons', ids: [id] }, to: ['students'] }, everything)
    const earlier = await reminders.find(id, startsAt)
    const known = new Set(earlier?.mails.map(({ to }) => to))
    if (found.recipients.every(({ email }) => known.has(email))) return true
    const content = filled(template, lessonValues(lesson, await deps.school()))
    const stored = await reminders.hold({ lesson: id, startsAt, template, ...content }, found.recipients)
    const { held = [], next_n: n } = stored ?? {}
    // Another replica works on it.
    if (!stored || held.length === 0) return true
    // Stored first and counted with the rest, so that reminders and mailings at the same time cannot pass the cap together.
    if ((await mailings.usage('')).siteMails > mailsPerSite) {
      await reminders.giveUp(stored)
      deps.onCap(id)
      return false
    }
    const documentId = stored._id.toHexString()
    const ref = `reminder/${documentId}/${n}`
    const about = { recipients: held.length, reminder: true }
    await audit.append({ actor: null, action: 'mailing', table: 'students', recordId: documentId, about, ref })
    const released = await mailings.release(stored, held.length)
    const before = new Set(stored.mails.map(({ message_id }) => message_id))
    // What is not queued now the sweep queues later.
    for (const { message_id: messageId } of released?.mails ?? [])
      if (!before.has(messageId))
        void mailingMail.deliver({ documentId, messageId, requestId: stored.request_id, source: 'mailing' })
    return true
  }

  return async (): Promise<void> => {
    const { settings: current, since } = await settings.read()
    if (!current.on || !since) return
    const at = now()
    for (const lesson of await lessons.between(new Date(at), lastDue(current, at))) {
      const due = reminderTime(current, lesson.startsAt).getTime()
      if (due > at || due < since.getTime()) continue
      try {
        if (!(await remind(lesson, { subject: current.subject, text: current.text }))) return
      } catch (error) {
        // Such as a lesson with more recipients than a mailing may have: the lessons after it are reminded all the same.
        deps.onError(error, lesson.id)
      }
    }
  }
}
