import { createHash } from 'node:crypto'
import { days, seconds } from '@app/contracts/durations'
import type { EventType } from '@app/contracts/events'
import { unlessDuplicate } from '@app/mongo'
import { takeLease } from '@app/mongo/take-lease'
import type { Collection } from 'mongodb'

const keptFor = days(30)
const maxTimeMS = seconds(4)
/** A write that is not on a majority of the servers may be undone by a failover: nobody may have read it. */
const majority = { readConcern: { level: 'majority' } } as const
const maxAttempts = 20

export type NewEvent = {
  /** Names what happened: of two events with the same source only the first is stored. */
  source: string
  type: EventType
  table: string
  record: string
  version: Date | null
  changed: string[]
  actor: string | null
  job: string | null
  at: Date
}
/** `_id`: 1, 2, 3 … without a gap. */
export type StoredEvent = NewEvent & { _id: number; seen_at: Date }

const tagOf = (source: string) => createHash('sha256').update(source).digest('hex').slice(0, 8)
const emptyTag = '0'.repeat(8)

/** A cursor stands between two events and knows one of them, so that after a restored backup it is not taken for another place. */
const cursorAt = (number: number, source: string | undefined) => `${number}.${source ? tagOf(source) : emptyTag}`
export const cursorOf = ({ _id, source }: Pick<StoredEvent, '_id' | 'source'>) => cursorAt(_id, source)

/** The two duties of a leader: to give places in the feed, and to deliver from it. */
type FeedTask = 'sequencer' | 'webhooks'
type State = { _id: FeedTask; holder: string; until: Date; floor: Date }

/**
 * The feed of events. Numbers are given one after the other: an event is stored only behind the one with the number before, and
 * the database refuses a number that is taken. So whoever has read up to a number has read all that will ever be below it, however
 * many processes append.
 */
export function feedStore(collection: (name: string) => Collection, now = () => new Date(), onNoted = () => {}) {
  const events = () => collection('feed_events') as unknown as Collection<StoredEvent>
  const state = () => collection('feed_state') as unknown as Collection<State>
  const waiting = () => collection('feed_pending') as unknown as Collection<NewEvent & { _id: string }>
  const about = { projection: { source: 1 }, maxTimeMS, ...majority } as const
  const last = (options: object = majority) => events().findOne({}, { sort: { _id: -1 }, maxTimeMS, ...options })
  const first = () => events().findOne({}, { sort: { _id: 1 }, ...about })

  return {
    prepare: async () => {
      await events().createIndex({ source: 1 }, { name: 'source', unique: true })
      await events().createIndex({ seen_at: 1 }, { name: 'seen' })
    },

    /** Appends events in this order; one whose source is in the feed already is left out. */
    async append(added: readonly NewEvent[]): Promise<void> {
      let left = added
      for (let attempt = 0; attempt < maxAttempts; attempt++) {
        const sources = left.map(({ source }) => source)
        const known = await events()
          .find({ source: { $in: sources } }, { projection: { source: 1 }, maxTimeMS })
          .toArray()
        const stored = new Set(known.map(({ source }) => source))
        left = left.filter(({ source }) => !stored.has(source))
        if (left.length === 0) return
        const number = (await last({}))?._id ?? 0
        const seen_at = now()
        const numbered = left.map((event, at) => ({ _id: number + 1 + at, ...event, seen_at }))
        // Where another process was first with a number, what was stored before that stays.
        if (await unlessDuplicate(events().insertMany(numbered, { ordered: true }))) return
      }
      throw new Error('too many processes append to the feed')
    },

    /** Takes or renews the lease; `false` while another process holds it. Two holders would only be slower. */
    async hold(task: FeedTask, holder: string, ms: number): Promise<{ floor: Date; isNew: boolean } | undefined> {
      const at = now()
      const floor = new Date(at.getTime() - keptFor)
      const before = await takeLease(state(), task, { holder, at, ms }, { $setOnInsert: { floor } })
      if (before === undefined) return undefined
      return { floor: before?.floor ?? floor, isNew: before?.holder !== holder }
    },

    release: (task: FeedTask, holder: string) =>
      state().updateOne({ _id: task, holder }, { $set: { until: new Date(0) } }),

    /** Removes events past their time, except for the last one, from which numbers continue. */
    async retire(): Promise<void> {
      const head = await last({})
      if (head)
        await events().deleteMany({ _id: { $lt: head._id }, seen_at: { $lt: new Date(now().getTime() - keptFor) } })
    },

    /** That records were erased. Repeating it adds nothing. */
    async noteErased(table: string, ids: readonly string[]): Promise<void> {
      const rest = { version: null, changed: [], actor: null, job: null, at: now() }
      const notes = ids.map((record) => {
        const source = `erased/${table}/${record}`
        return { _id: source, source, type: 'record.deleted' as const, table, record, ...rest }
      })
      if (notes.length === 0) return
      await unlessDuplicate(waiting().insertMany(notes, { ordered: false }))
      onNoted()
    },
    noted: async (limit: number): Promise<NewEvent[]> =>
      (await waiting().find({}, { maxTimeMS }).limit(limit).toArray()).map(({ _id, ...event }) => event),
    dropNoted: async (sources: readonly string[]): Promise<void> => {
      if (sources.length > 0) await waiting().deleteMany({ _id: { $in: [...sources] } })
    },

    /** The number and cursor of the last event. */
    async head(): Promise<{ number: number; cursor: string }> {
      const found = await last({ ...about })
      return { number: found?._id ?? 0, cursor: cursorAt(found?._id ?? 0, found?.source) }
    },

    /** The cursor before the oldest event that is kept. */
    async oldest(): Promise<string> {
      const found = await first()
      return cursorAt((found?._id ?? 1) - 1, found?.source)
    },

    /** The number a cursor stands behind; `undefined` when it is not of this feed, or events behind it are gone. */
    async locate(cursor: string): Promise<number | undefined> {
      const number = Number(cursor.split('.')[0])
      const tag = cursor.split('.')[1]
      const beside = await events()
        .find({ _id: { $in: [number, number + 1] } }, about)
        .toArray()
      if (beside.some(({ source }) => tagOf(source) === tag)) return number
      const isStart = number === 0 && tag === emptyTag
      return isStart && (beside.length > 0 || !(await first())) ? 0 : undefined
    },

    /** Events behind a number, up to another one, oldest first. */
    between: (
      after: number,
      upTo: number,
      filter: { tables: readonly string[]; types: readonly EventType[] | undefined },
      limit: number,
    ): Promise<StoredEvent[]> =>
      events()
        .find(
          {
            _id: { $gt: after, $lte: upTo },
            table: { $in: [...filter.tables] },
            ...(filter.types && { type: { $in: [...filter.types] } }),
          },
          { sort: { _id: 1 }, limit, maxTimeMS, ...majority },
        )
        .toArray(),

    /** The cursor of an event by its number. */
    async cursor(number: number): Promise<string> {
      const found = await events().findOne({ _id: number }, about)
      return cursorAt(number, found?.source)
    },
  }
}

export type FeedStore = ReturnType<typeof feedStore>
