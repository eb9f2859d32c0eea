import { minutes } from '@app/contracts/durations'
import { AppError, type FieldErrors, notFound, refuseErrors } from '@app/contracts/errors'
import type { MailPreview, MailTemplate } from '@app/contracts/form-settings'
import type { LessonReminders, ReminderCall, ReminderCalls, StoredReminders } from '@app/contracts/lesson-reminders'
import { everything, type Scope } from '@app/record-query'
import { schoolDay } from '@app/school-time/school-day'
import type { FindRecipients, Recipients } from '../mailings/find-recipients'
import type { StoredMailing } from '../mailings/mailing'
import { settingsActions } from '../settings/stored-settings'
import type { ReminderSettingsStore } from './lesson-reminder-settings'
import type { LessonReminderStore } from './lesson-reminders'
import type { LessonAhead, LessonsAhead } from './lessons-ahead'
import { filled, lastDue, lessonValues, recipientValues, reminderTime, unknownIn } from './render-reminder'

type Person = ReminderCalls['lessons'][number]['people'][number]

/**
 * People to call, as a caller may see them. Whom reminders do not reach is the same for all staff; of guardians outside the scope only
 * the names are shown, as labels are, and with them the phone of the student.
 */
function shownCalls(recipients: FindRecipients, scope: Scope) {
  return async (people: readonly Person[]): Promise<Person[]> => {
    const ids = people.filter(({ guardian }) => guardian !== null).map(({ id }) => id)
    if (scope.reach('guardians') === 'all' || ids.length === 0) return [...people]
    const seen = await recipients({ about: { table: 'students', ids }, to: ['students'] }, scope)
    const phones = new Map(seen.withoutAddress.map(({ id, phone }) => [id, phone]))
    return people.map((person) => {
      if (person.guardian === null) return person
      // The address that is left out is the guardian's as well.
      const { suppressed: _address, ...rest } = person
      return { ...rest, phone: phones.get(person.id) ?? null }
    })
  }
}

/** After this time every replica has looked at what is due. */
const roundsWithin = minutes(1)

type ReminderDeps = {
  reminderSettings: ReminderSettingsStore
  lessons: LessonsAhead
  recipients: FindRecipients
  reminders: Pick<LessonReminderStore, 'find' | 'noteCall'>
  school: () => Promise<string>
  now?: () => number
}

/** @throws AppError `invalid_input` naming placeholders that would never have a value */
function refuseUnknownPlaceholders({ subject, text }: LessonReminders): void {
  const fields: FieldErrors = {}
  for (const [field, template] of Object.entries({ subject, text })) {
    const unknown = unknownIn(template)
    if (unknown.length > 0)
      fields[`settings.${field}`] = `There is no placeholder ${unknown.map((name) => `{${name}}`).join(', ')}.`
  }
  refuseErrors(fields)
}

/** The lessons after one with too many recipients are listed all the same. */
function problemOf(error: unknown): { problem: string } {
  if (error instanceof AppError && error.code === 'invalid_input') return { problem: error.message }
  throw error
}

/** Those whom no email was stored for: the school has sent as many as it may within 24 hours, or the service fails. */
function unsentOf({ households = [] }: Recipients, stored: StoredMailing | undefined) {
  const { mails = [], held = [] } = stored ?? {}
  const known = new Set([...mails, ...held].map(({ to }) => to))
  return households
    .filter(({ emails }) => !emails.some((email) => known.has(email)))
    .map(({ person }) => ({ ...person, unsent: true }))
}

/** The reminders of lessons: their settings, and whom they do not reach. */
export function reminderActions({
  reminderSettings,
  lessons,
  recipients,
  reminders,
  school,
  now = Date.now,
}: ReminderDeps) {
  const settings = settingsActions(reminderSettings, 'reminders')
  const sample: LessonAhead = {
    id: '',
    title: 'Saturday beginners',
    place: 'Main range',
    instructor: 'Robin',
    takesPlace: true,
    startsAt: new Date(now()),
  }

  /** Lessons whose reminders are due today or were before, and that have not begun. */
  async function current() {
    const { settings, since } = await reminderSettings.read()
    if (!settings.on || !since) return { settings, due: undefined }
    const at = now()
    const today = schoolDay(now())
    const ahead = await lessons.between(new Date(at), lastDue(settings, at))
    const isDue = (time: Date) => time >= since && schoolDay(time.getTime()) <= today
    return { settings, due: ahead.filter(({ startsAt }) => isDue(reminderTime(settings, startsAt))) }
  }

  return {
    read: settings.read,

    /** @throws AppError `invalid_input`, `conflict` */
    async change(given: StoredReminders) {
      refuseUnknownPlaceholders(given.settings)
      return settings.change(given)
    },

    async preview(template: MailTemplate): Promise<MailPreview> {
      const at = now()
      const [lesson = sample] = await lessons.between(new Date(at), lastDue({ daysBefore: 7, time: '00:00' }, at))
      const values = { ...lessonValues(lesson, await school()), ...recipientValues('Zoë Quinn', ['Kim', 'Lee']) }
      const missing = [...new Set([template.subject, template.text].flatMap(unknownIn))]
      return { ...filled(template, values), missing }
    },

    /** @param scope of the caller, which holds all students */
    async calls(scope: Scope): Promise<ReminderCalls> {
      const { due = [], settings } = await current()
      const shown = shownCalls(recipients, scope)
      const listed = await Promise.all(
        due.map(async ({ id, title, startsAt }) => {
          const lesson = { id, title, startsAt: startsAt.toISOString() }
          const found = await recipients(
            { about: { table: 'lessons', ids: [id] }, to: ['students'] },
            everything,
          ).catch(problemOf)
          if ('problem' in found) return { ...lesson, people: [], ...found }
          const stored = await reminders.find(id, startsAt)
          const isOverdue = reminderTime(settings, startsAt).getTime() < now() - roundsWithin
          const unsent = isOverdue ? unsentOf(found, stored) : []
          const called = new Set(stored?.reminder?.called)
          const people = [...found.withoutAddress, ...unsent].map((person) => ({
            ...person,
            called: called.has(person.id),
          }))
          return { ...lesson, people: await shown(people) }
        }),
      )
      return {
        on: settings.on,
        lessons: listed.filter((lesson) => lesson.people.length > 0 || 'problem' in lesson),
      }
    },

    /** @throws AppError `not_found` when no such lesson begins then */
    async noteCall({ lesson: id, startsAt, person, called }: ReminderCall): Promise<void> {
      const [{ settings }, lesson] = await Promise.all([reminderSettings.read(), lessons.find(id)])
      if (!lesson?.takesPlace || lesson.startsAt.getTime() !== Date.parse(startsAt))
        throw notFound('No such lesson begins at this time. Reload the page.')
      const template = { subject: settings.subject, text: settings.text }
      const content = filled(template, lessonValues(lesson, await school()))
      await reminders.noteCall({ lesson: id, startsAt: lesson.startsAt, template, ...content }, person, called)
    },
  }
}
