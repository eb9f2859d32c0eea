import { seconds } from '@app/contracts/durations'
import { lessonOf } from '@app/contracts/lessons'
import { writeLimit } from '@app/mongo'
import { type Collection, ObjectId } from 'mongodb'
import { nextVersion } from '../records/record-writer'

const maxTimeMS = seconds(2)
/** In the lesson's own document, so that an offer and the seats it depends on change in one write. No table shows it. */
export const offersField = '_offers'

/** A seat held for a student until then. Offers made together have one mail; those of an earlier release do not name it. */
export type Offer = { student: string; until: Date; mailing?: string; mailed?: boolean }

/** The offers of a lesson, and the version of the lesson that they were read with. */
export type LessonOffers = { version: string | null; offers: Offer[] }

/** The offers that hold a seat: others have ended, were taken, or belong to students who left the list. */
export function openOffers(lesson: Readonly<Record<string, unknown>>, offers: readonly Offer[], now: number): Offer[] {
  const { waiting, students } = lessonOf(lesson)
  return offers.filter(
    ({ student, until }) => until.getTime() > now && waiting.includes(student) && !students.includes(student),
  )
}

/** The seats of lessons that are held for students of the waiting list. */
export function seatOffers(collection: (name: string) => Collection, now = () => new Date()) {
  const lessons = () => collection('lessons')
  const find = async (ids: readonly string[]): Promise<Map<string, LessonOffers>> => {
    if (ids.length === 0) return new Map()
    const rows = await lessons()
      .find(
        { _id: { $in: ids.map((id) => new ObjectId(id)) } },
        { projection: { updated_at: 1, [offersField]: 1 }, maxTimeMS },
      )
      .toArray()
    return new Map(
      rows.map(({ _id, updated_at, [offersField]: offers }) => [
        String(_id),
        { version: updated_at instanceof Date ? updated_at.toISOString() : null, offers: offers ?? [] },
      ]),
    )
  }
  return {
    find,

    /** Replaces the offers of a lesson that is still of this version; `false` when it was changed since. */
    async replace(id: string, version: string | null, offers: readonly Offer[]): Promise<boolean> {
      const seen = { _id: new ObjectId(id), updated_at: { $eq: version === null ? null : new Date(version) } }
      const next = { [offersField]: offers, updated_at: nextVersion(version, now()) }
      return (await lessons().updateOne(seen, { $set: next }, writeLimit)).matchedCount === 1
    },

    /** Notes that the email of these students' offers was handed over. The lesson keeps its version. */
    async noteMailed(id: string, students: readonly string[], until: Date): Promise<void> {
      await lessons().updateOne(
        { _id: new ObjectId(id), [offersField]: { $exists: true } },
        { $set: { [`${offersField}.$[offer].mailed`]: true } },
        { ...writeLimit, arrayFilters: [{ 'offer.student': { $in: [...students] }, 'offer.until': until }] },
      )
    },
  }
}

export type SeatOffers = ReturnType<typeof seatOffers>
