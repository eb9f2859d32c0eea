import type { Audit } from '@app/audit'
import { minutes } from '@app/contracts/durations'
import { AppError } from '@app/contracts/errors'
import type { DeliveryQueue } from '@app/mail'
import { everything } from '@app/record-query'
import type { MailBudget } from '../addresses/mail-budget'
import type { FindRecipients } from '../mailings/find-recipients'
import type { MailingStore } from '../mailings/mailing'
import type { ReminderSettingsStore } from './lesson-reminder-settings'
import type { LessonReminderStore } from './lesson-reminders'
import type { LessonAhead, LessonsAhead } from './lessons-ahead'
import { filled, lastDue, lessonValues, reminderTime } from './render-reminder'

type Deps = {
  settings: Pick<ReminderSettingsStore, 'read'>
  lessons: Pick<LessonsAhead, 'between'>
  recipients: FindRecipients
  reminders: Pick<LessonReminderStore, 'find' | 'hold' | 'giveUp'>
  mailings: Pick<MailingStore, 'release'>
  budget: Pick<MailBudget, 'take'>
  mailingMail: Pick<DeliveryQueue, 'deliver'>
  audit: Pick<Audit, 'append'>
  school: () => Promise<string>
  onCap: (lesson: string) => void
  /** The reminders of one lesson failed; the next round tries again. */
  onError: (error: unknown, lesson: string) => void
  now?: () => number
}

/** After this time the people of a lesson are looked up again, also when its record has not changed: their addresses may have. */
const lookAgainAfter = minutes(1)

/**
 * Stores and releases the reminders that are due. It runs every few seconds in every replica and looks at the lessons anew each time:
 * nothing is planned ahead. What was stored before a crash is released by the next round, and each address is stored once.
 */
export function remindParticipants(deps: Deps) {
  const { settings, lessons, recipients, reminders, mailings, budget, mailingMail, audit, now = Date.now } = deps

  /** `capped`: beyond the cap of the school. `done`: everyone was reminded before. */
  async function remind(
    lesson: LessonAhead,
    template: { subject: string; text: string },
  ): Promise<'done' | 'sent' | 'capped'> {
    const { id, startsAt } = lesson
    const found = await recipients({ about: { table: 'lessons', ids: [id] }, to: ['students'] }, everything)
    const earlier = await reminders.find(id, startsAt)
    const known = new Set(earlier?.mails.map(({ to }) => to))
    if (found.recipients.every(({ email }) => known.has(email))) return 'done'
    const content = filled(template, lessonValues(lesson, await deps.school()))
    const stored = await reminders.hold({ lesson: id, startsAt, template, ...content }, found.recipients)
    const { held = [], next_n: n } = stored ?? {}
    // Another replica works on it.
    if (!stored || held.length === 0) return 'sent'
    const documentId = stored._id.toHexString()
    const ref = `reminder/${documentId}/${n}`
    try {
      await budget.take({ id: ref, kind: 'reminder', recipients: held.length })
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'too_many_requests') throw error
      await reminders.giveUp(stored)
      deps.onCap(id)
      return 'capped'
    }
    const about = { recipients: held.length, reminder: true }
    await audit.append({ actor: null, action: 'mailing', table: 'students', recordId: documentId, about, ref })
    const released = await mailings.release(stored, held.length)
    const before = new Set(stored.mails.map(({ message_id }) => message_id))
    // Mails that are not queued now are queued by the sweep.
    for (const { message_id: messageId } of released?.mails ?? [])
      if (!before.has(messageId))
        void mailingMail.deliver({ documentId, messageId, requestId: stored.request_id, source: 'mailing' })
    return 'sent'
  }

  /** When everyone of a lesson at its time was found to be reminded, and of which version of it. */
  let settled = new Map<string, { at: number; version: number | undefined }>()

  return async (): Promise<void> => {
    const { settings: current, since } = await settings.read()
    if (!current.on || !since) return
    const at = now()
    const before = settled
    settled = new Map()
    for (const lesson of await lessons.between(new Date(at), lastDue(current, at))) {
      const due = reminderTime(current, lesson.startsAt).getTime()
      if (due > at || due < since.getTime()) continue
      const key = `${lesson.id} ${lesson.startsAt.toISOString()}`
      const version = lesson.changedAt?.getTime()
      const earlier = before.get(key)
      if (earlier && earlier.version === version && at - earlier.at < lookAgainAfter) {
        settled.set(key, earlier)
        continue
      }
      try {
        const outcome = await remind(lesson, { subject: current.subject, text: current.text })
        if (outcome === 'capped') return
        if (outcome === 'done') settled.set(key, { at, version })
      } catch (error) {
        // Such as a lesson with more recipients than a mailing may have: the lessons after it are reminded all the same.
        deps.onError(error, lesson.id)
      }
    }
  }
}
