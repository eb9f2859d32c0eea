import { randomBytes } from 'node:crypto'
import { hours, seconds } from '@app/contracts/durations'
import { type WeeklyLetter, weeklyLetterId } from '@app/contracts/weekly-letter'
import { unlessDuplicate } from '@app/mongo'
import { schoolDay, startOfDay, timeOfDay } from '@app/school-time/school-day'
import { referencedIds } from '@app/table-schema'
import { type Collection, type Db, ObjectId } from 'mongodb'
import { Types } from 'mongoose'
import { outgoingMail } from '../inquiries/outgoing-mail'
import { derivedId, type StoredMailing } from '../mailings/mailing'
import { settingsActions, storedSettings } from '../settings/stored-settings'
import { minutesIn } from './render-reminder'

/** The settings of a new school: no letter, and Friday afternoon for one that is switched on. */
export const firstLetter: WeeklyLetter = { on: false, weekday: 5, time: '16:00' }

export const letterSettingsStore = (db: () => Db, now?: () => Date) =>
  storedSettings(db, { id: weeklyLetterId, first: firstLetter }, now)

export type LetterSettingsStore = ReturnType<typeof letterSettingsStore>

export const letterSettings = (store: LetterSettingsStore) => settingsActions(store, 'letter')

/** The last time at which a letter was due. */
export function letterTime({ weekday, time }: Pick<WeeklyLetter, 'weekday' | 'time'>, now: number): Date {
  const minutes = minutesIn(time)
  const day = schoolDay(now)
  const today = new Date(`${day}T12:00:00Z`).getUTCDay()
  const back = (today - weekday + 7) % 7
  const due = timeOfDay(day, minutes, -back)
  return due.getTime() <= now ? due : timeOfDay(day, minutes, -back - 7)
}

/** The lessons of a letter begin before this: the end of the seventh day after it. */
export const letterEnd = (due: Date): Date => startOfDay(schoolDay(due.getTime()), 8)

const maxTimeMS = seconds(2)
/** One that could not be stored in time would come when its lessons have begun. */
const lateBy = hours(12)

/** The letter to a person of one week, whoever stores it. */
const letterId = (user: string, due: Date) => derivedId('weekly letter', user, due.toISOString())

type Deps = {
  settings: Pick<LetterSettingsStore, 'read'>
  db: () => Db
  stored: () => Collection<StoredMailing>
  mailDomain: string
  now?: () => number
}

/**
 * Stores the letters that are due in the outbox of the mailings: one document for a person and a week, inserted with its mail, so that
 * any number of replicas and rounds store it once. What it says is made when it is sent.
 */
export function storeLetters({ settings, db, stored, mailDomain, now = Date.now }: Deps) {
  /** Those who give the lessons, and admins. */
  async function readers(from: Date, until: Date) {
    const lessons = await db()
      .collection('lessons')
      .find(
        { starts_at: { $gt: from, $lt: until }, cancelled: { $ne: true } },
        { projection: { instructor: 1 }, maxTimeMS },
      )
      .toArray()
    if (lessons.length === 0) return []
    const instructors = await db()
      .collection('instructors')
      .find(
        {
          _id: { $in: lessons.flatMap(({ instructor }) => referencedIds(instructor)).map((id) => new ObjectId(id)) },
        },
        { projection: { person: 1 }, maxTimeMS },
      )
      .toArray()
    const teaching = instructors.flatMap(({ person }) => referencedIds(person)).map((id) => new ObjectId(id))
    return db()
      .collection('users')
      .find(
        { disabled: { $ne: true }, $or: [{ role: 'admin' }, { _id: { $in: teaching } }] },
        { projection: { email: 1, name: 1 }, maxTimeMS },
      )
      .toArray()
  }

  async function store(user: string, { email, name }: { email: string; name: string }, due: Date): Promise<void> {
    const at = new Date(now())
    const id = letterId(user, due)
    const threadKey = randomBytes(16).toString('hex')
    const mail = outgoingMail(
      { documentId: id, kind: 'mailing', to: email, name: 'notice-0', threadKey },
      { mailDomain, at },
    )
    const letter: StoredMailing = {
      _id: new Types.ObjectId(id),
      subject: 'Your lessons',
      text: 'The lessons of this week are in the dashboard.',
      by: 'Weekly letter',
      is_notice: true,
      letter: { user, until: letterEnd(due) },
      thread_key: threadKey,
      idempotency_key: id,
      request_id: id,
      mails: [{ ...mail, name }],
      created_at: at,
    }
    await unlessDuplicate(stored().insertOne(letter))
  }

  /** The last time for which this replica has stored all letters. */
  let settled = 0

  return async (): Promise<void> => {
    const { settings: current, since } = await settings.read()
    if (!current.on || !since) return
    const at = now()
    const due = letterTime(current, at)
    if (due < since || at - due.getTime() > lateBy || due.getTime() === settled) return
    for (const { _id, email, name } of await readers(new Date(at), letterEnd(due)))
      await store(String(_id), { email, name: name ?? '' }, due)
    settled = due.getTime()
  }
}
