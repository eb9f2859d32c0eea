import { randomBytes } from 'node:crypto'
import { seconds } from '@app/contracts/durations'
import { everything } from '@app/record-query'
import type { Collection } from 'mongodb'
import { Types } from 'mongoose'
import type { FindRecipients } from '../mailings/find-recipients'
import { derivedId, type StoredMailing, storeOnce } from '../mailings/mailing'
import { recipientValues } from './render-reminder'

type About = Pick<StoredMailing, 'about_ids' | 'about' | 'to'>

/** The value of `{student_names}` in the mail to an address, read as it is sent: no mailing keeps these names. */
export const studentsOf =
  (recipients: FindRecipients) =>
  async ({ about_ids: ids, about, to: audience = [] }: About, to: string): Promise<string | undefined> => {
    if (!ids || (about !== 'students' && about !== 'lessons')) return undefined
    const { namesOf } = await recipients({ about: { table: about, ids }, to: audience }, everything)
    return recipientValues('', namesOf?.get(to) ?? []).students
  }

export type StudentsOf = ReturnType<typeof studentsOf>

const maxTimeMS = seconds(2)

/** The reminder of a lesson at one time: a lesson that is moved gets another one. */
const reminderId = (lesson: string, startsAt: Date) => derivedId('lesson reminder', lesson, startsAt.toISOString())

type Reminder = {
  lesson: string
  startsAt: Date
  /** As the settings have them; the email is made of them when it is sent. */
  template: { subject: string; text: string }
  /** Filled in for the lesson, for the person file. */
  subject: string
  text: string
}

/** Reminders in the durable outbox of the mailings: one document for a lesson and a time, which grows with its participants. */
export function lessonReminderStore(collection: () => Collection<StoredMailing>, now = () => new Date()) {
  const of = (id: string) => ({ _id: new Types.ObjectId(id) })
  const find = async (id: string) => (await collection().findOne(of(id), { maxTimeMS })) ?? undefined

  async function findOrInsert({ lesson, startsAt, template, subject, text }: Reminder): Promise<StoredMailing> {
    const id = reminderId(lesson, startsAt)
    const earlier = await find(id)
    if (earlier) return earlier
    return storeOnce(collection(), {
      ...of(id),
      subject,
      text,
      by: 'Lesson reminders',
      to: ['students'],
      about: 'lessons',
      reminder: { lesson, starts_at: startsAt, ...template },
      idempotency_key: id,
      request_id: id,
      held: [],
      mails: [],
      total: 0,
      next_n: 0,
      thread_key: randomBytes(16).toString('hex'),
      created_at: now(),
    })
  }

  return {
    find: (lesson: string, startsAt: Date) => find(reminderId(lesson, startsAt)),

    /**
     * Stores the reminder with those of the recipients that it does not have yet, which are held until they are released. Returns
     * `undefined` when another replica has changed it meanwhile.
     */
    async hold(
      reminder: Reminder,
      recipients: readonly { name: string; email: string }[],
    ): Promise<StoredMailing | undefined> {
      const stored = await findOrInsert(reminder)
      const { _id, next_n: n = 0, mails, held = [] } = stored
      const known = new Set([...mails, ...held].map(({ to }) => to))
      const added = recipients.filter(({ email }) => !known.has(email))
      if (added.length === 0) return stored
      const { template, subject, text } = reminder
      const changed = await collection().findOneAndUpdate(
        { _id, next_n: n },
        {
          $push: { held: { $each: added.map(({ name, email: to }, at) => ({ name, to, n: n + at })) } },
          $inc: { next_n: added.length, total: added.length },
          $set: { subject, text, 'reminder.subject': template.subject, 'reminder.text': template.text },
        },
        { returnDocument: 'after', maxTimeMS },
      )
      return changed ?? undefined
    },

    /** Gives up what is held, because it is beyond a cap: it no longer counts. */
    async giveUp({ _id, next_n: n }: StoredMailing): Promise<void> {
      const held = { $size: { $ifNull: ['$held', []] } }
      const change = [{ $set: { total: { $subtract: ['$total', held] }, held: [] } }]
      await collection().updateOne({ _id, next_n: n ?? 0 }, change)
    },

    /** Notes that a person was called, or takes that back. */
    async noteCall(reminder: Reminder, person: string, isCalled: boolean): Promise<void> {
      const { _id } = await findOrInsert(reminder)
      const change = { 'reminder.called': person }
      await collection().updateOne({ _id }, isCalled ? { $addToSet: change } : { $pull: change })
    },
  }
}

export type LessonReminderStore = ReturnType<typeof lessonReminderStore>
