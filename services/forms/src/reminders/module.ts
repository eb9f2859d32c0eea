import { minutes, seconds } from '@app/contracts/durations'
import { notFound } from '@app/contracts/errors'
import {
  changeLessonReminders,
  listReminderCalls,
  noteReminderCall,
  previewLessonReminder,
  readLessonReminders,
} from '@app/contracts/lesson-reminders'
import { mayUse } from '@app/contracts/policy'
import { changeWeeklyLetter, readWeeklyLetter } from '@app/contracts/weekly-letter'
import type { FeaturePart, ServicePart } from '@app/jobs/service-of-parts'
import { serve } from '@app/service/serve'
import type { User } from '@app/session'
import type { Addresses } from '../addresses/module'
import type { Context } from '../context'
import type { FormStore } from '../inquiries/form'
import type { Inquiries } from '../inquiries/module'
import type { Mailings } from '../mailings/module'
import { settingsHandlers } from '../settings/stored-settings'
import { reminderSettingsStore } from './lesson-reminder-settings'
import { lessonReminderStore, studentsOf } from './lesson-reminders'
import { lessonsAhead } from './lessons-ahead'
import { letterContent } from './letter-content'
import { remindParticipants } from './remind-participants'
import { reminderActions } from './reminder-actions'
import { type ReminderStore, reminderStore } from './reminders'
import { reminderContent } from './render-reminder'
import { letterSettings, letterSettingsStore, storeLetters } from './store-letters'

/** @throws AppError `not_found`: these people are students */
function requireStudents(user: User): void {
  if (!mayUse(user, 'students', 'view')) throw notFound()
}

const maxDue = 100

/** Reminds the school of inquiries whose response time is nearly over. The outbox sweep queues the added mails. */
const remindSchool =
  ({ forms, reminders }: { forms: Pick<FormStore, 'find'>; reminders: ReminderStore }) =>
  async (): Promise<void> => {
    for (const { id, formId, threadKey } of await reminders.due(maxDue)) {
      const form = await forms.find(formId)
      if (form) await reminders.add(id, form.notification_recipient, threadKey)
    }
  }

type Below = { addresses: Addresses; inquiries: Inquiries; mailings: Mailings }

/** Reminders of lessons to participants, and of open inquiries to the school; the weekly letter to those who teach. */
export function remindersModule(context: Context, below: Below) {
  const { connection, db, mailDomain, mailingMail, publicOrigin, actors, audit, scopeOf, log } = context
  const { forms, schemas } = below.inquiries
  const { recipients, mailings } = below.mailings
  const { budget } = below.addresses
  const settings = reminderSettingsStore(db)
  const letters = letterSettingsStore(db)
  const lessons = lessonsAhead(db, schemas)
  const reminders = lessonReminderStore(below.mailings.stored)
  const school = async () => (await below.inquiries.school()).school
  const actions = reminderActions({ reminderSettings: settings, lessons, recipients, reminders, school })
  const reminder = settingsHandlers(actions)
  const letter = settingsHandlers(letterSettings(letters))

  return {
    /** The contents of mails that are read when these are sent. */
    contents: {
      reminder: reminderContent({ settings, lessons, recipients }),
      letter: letterContent({ settings: letters, db, lessons, actor: actors, scopeOf, publicOrigin }),
      students: studentsOf(recipients),
    },

    service: (): ServicePart => ({
      routes: [
        serve(readWeeklyLetter, letter.read),
        serve(changeWeeklyLetter, letter.change),
        serve(readLessonReminders, reminder.read),
        serve(changeLessonReminders, reminder.change),
        serve(previewLessonReminder, ({ body }) => actions.preview(body)),
        serve(listReminderCalls, ({ identity }) => {
          requireStudents(identity.user)
          return actions.calls(scopeOf(identity.user))
        }),
        serve(noteReminderCall, async ({ body, identity }) => {
          requireStudents(identity.user)
          await actions.noteCall(body)
          return actions.calls(scopeOf(identity.user))
        }),
      ],
      reads: () => ['/api/forms/reminders'],
      repeated: [
        {
          run: remindParticipants({
            settings,
            lessons,
            recipients,
            reminders,
            mailings,
            mailingMail,
            audit,
            school,
            budget,
            onCap: (lesson) =>
              log.warn(
                { lesson },
                'reminders wait: the school has sent as many cancellations and reminders as it may within 24 hours',
              ),
            onError: (err, lesson) => log.warn({ err, lesson }, 'reminders of a lesson could not be sent yet'),
          }),
          everyMs: seconds(30),
          failed: 'reminders could not be sent yet',
        },
        {
          run: storeLetters({ settings: letters, db, stored: below.mailings.stored, mailDomain }),
          everyMs: seconds(30),
          failed: 'the weekly letters could not be stored yet',
        },
      ],
    }),

    worker: (): FeaturePart => ({
      repeated: [
        {
          run: remindSchool({ forms, reminders: reminderStore(connection, mailDomain) }),
          everyMs: minutes(1),
          failed: 'the school could not be reminded yet',
        },
      ],
    }),
  }
}
export type Reminders = ReturnType<typeof remindersModule>
