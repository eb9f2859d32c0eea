import { createHash } from 'node:crypto'
import { days, seconds } from '@app/contracts/durations'
import type { Collection } from 'mongodb'

const maxTimeMS = seconds(4)
/** Longer than any booking is changed. */
const keptFor = days(400)

/** A booking of another product, by its external id. */
export type Booking = {
  _id: string
  hook: string
  key: string
  /** Its record; null while none is known. */
  record: string | null
  /** True once the record has been written: its id is noted first. */
  is_written: boolean
  /** It was created for this booking. Of bookings of earlier releases it is not known. */
  is_own?: true
  /** When the delivery came that was imported last. */
  applied_at: Date
  /** Digests of what was imported last, by field. */
  cells: Record<string, string>
  replaced_by?: string
  /** Of an event of a calendar: a digest of what it said, when it ends, and whether it has gone. */
  seen?: string
  ends_at?: Date
  is_gone?: boolean
  expires_at: Date
}
export type SeenEvent = { key: string; seen: string; endsAt: Date; isGone: boolean }

const idOf = (hook: string, key: string) => `${hook}-${createHash('sha256').update(key).digest('base64url')}`

/** Which records bookings led to. Holds ids and digests, no values. */
export function receivedBookings(collection: (name: string) => Collection, now = () => new Date()) {
  const bookings = () => collection('received_bookings') as unknown as Collection<Booking>
  const expiry = () => new Date(now().getTime() + keptFor)
  const start = (hook: string, key: string) => ({ hook, key })
  const of = (records: readonly string[]) => ({ record: { $in: [...records] } })

  return {
    prepare: async () => {
      await bookings().createIndex({ hook: 1, ends_at: 1 }, { name: 'hook' })
      await bookings().createIndex({ record: 1 }, { name: 'record' })
      await bookings().createIndex({ expires_at: 1 }, { name: 'ends', expireAfterSeconds: 0 })
    },

    find: async (hook: string, key: string): Promise<Booking | undefined> =>
      (await bookings().findOne({ _id: idOf(hook, key) }, { maxTimeMS })) ?? undefined,

    /** Notes the record before it is written. */
    async begin(hook: string, key: string, record: string, isOwn = false): Promise<void> {
      const $set = { record, is_written: false, expires_at: expiry(), ...(isOwn && { is_own: true as const }) }
      const $setOnInsert = { ...start(hook, key), applied_at: new Date(0), cells: {} }
      await bookings().updateOne({ _id: idOf(hook, key) }, { $set, $setOnInsert }, { upsert: true })
    },

    /** Notes what was imported. */
    async complete(hook: string, key: string, record: string, at: Date, cells: Record<string, string>): Promise<void> {
      const values = Object.fromEntries(Object.entries(cells).map(([field, digest]) => [`cells.${field}`, digest]))
      const $set = { record, is_written: true, expires_at: expiry(), ...values }
      await bookings().updateOne(
        { _id: idOf(hook, key) },
        { $set, $max: { applied_at: at }, $setOnInsert: start(hook, key) },
        { upsert: true },
      )
    },

    /** Gives the record of a booking to the one that replaces it. Repeated, it changes nothing. */
    async replace(hook: string, former: Booking, key: string): Promise<void> {
      const { record, is_written, is_own, applied_at, cells } = former
      const own = is_own && { is_own }
      const $setOnInsert = { ...start(hook, key), record, is_written, ...own, applied_at, cells, expires_at: expiry() }
      await bookings().updateOne({ _id: idOf(hook, key) }, { $setOnInsert }, { upsert: true })
      await bookings().updateOne({ _id: former._id }, { $set: { replaced_by: key } })
    },

    /** The events of a calendar that have not ended. */
    upcoming: (hook: string, from: Date): Promise<Booking[]> =>
      bookings()
        .find({ hook, ends_at: { $gte: from } }, { maxTimeMS })
        .limit(10_000)
        .toArray(),

    async noteSeen(hook: string, events: readonly SeenEvent[]): Promise<void> {
      if (events.length === 0) return
      await bookings().bulkWrite(
        events.map(({ key, seen, endsAt: ends_at, isGone: is_gone }) => ({
          updateOne: {
            filter: { _id: idOf(hook, key) },
            update: {
              $set: { seen, ends_at, is_gone, expires_at: expiry() },
              $setOnInsert: {
                ...start(hook, key),
                record: null,
                is_written: false,
                applied_at: new Date(0),
                cells: {},
              },
            },
            upsert: true,
          },
        })),
        { ordered: false },
      )
    },

    removeOf: async (hook: string): Promise<void> => void (await bookings().deleteMany({ hook })),

    /** Removes what is known of bookings of erased records. */
    forget: async (records: readonly string[]): Promise<void> => void (await bookings().deleteMany(of(records))),

    about: (records: readonly string[]): Promise<Booking[]> => bookings().find(of(records), { maxTimeMS }).toArray(),
  }
}

export type ReceivedBookings = ReturnType<typeof receivedBookings>
