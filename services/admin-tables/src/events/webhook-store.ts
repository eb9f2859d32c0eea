import { days, hours, seconds } from '@app/contracts/durations'
import type { Event, EventType } from '@app/contracts/events'
import {
  type Attempt,
  deliveriesPageSize,
  maxWebhooks,
  type NewWebhook,
  type WebhookChange,
} from '@app/contracts/webhooks'
import { unlessDuplicate } from '@app/mongo'
import { pageOf } from '@app/mongo/page-of'
import { type Collection, ObjectId } from 'mongodb'
import type { SealedTexts } from '../tables/sealed-texts'

const maxTimeMS = seconds(4)
const overlap = hours(24)
const keptFor = days(30)
/** Attempts that are kept of a delivery. */
const keptAttempts = 10
const maxReplayed = 10_000

export type StoredWebhook = {
  _id: ObjectId
  url: string
  types: EventType[]
  tables: string[]
  state: 'active' | 'disabled' | 'ended'
  reason: string | null
  owner_id: string
  /** The newest first. A former one signs as well until it ends. */
  secrets: { secret: string; until: Date | null }[]
  /** The number in the feed up to which deliveries were made. */
  cursor: number
  failing_since: Date | null
  created_at: Date
}

/** New events for one webhook. */
type NewDeliveries = { webhook: string; events: readonly { number: number; event: Event }[] }

export type StoredDelivery = {
  /** `webhook-number`: an event is delivered to a webhook once. */
  _id: string
  webhook: string
  number: number
  /** `table/record`: of which one delivery is under way at a time. */
  record: string
  event: Event
  state: 'pending' | 'delivered' | 'failed'
  tries: number
  due_at: Date
  attempts: Attempt[]
  created_at: Date
}
type DueDelivery = { id: string; record: string; due: Date }

const sealedFor = (_id: ObjectId) => `webhook ${_id.toHexString()}`

/** Webhooks, and what is to be delivered to them. Secrets are sealed in the database, and nowhere else. */
export function webhookStore(collection: (name: string) => Collection, texts: SealedTexts, now = () => new Date()) {
  const hooks = () => collection('webhooks') as unknown as Collection<StoredWebhook>
  const sealed = (_id: ObjectId, secrets: StoredWebhook['secrets']): StoredWebhook['secrets'] =>
    secrets.map((one) => ({ ...one, secret: texts.seal(sealedFor(_id), one.secret) }))
  /** Without secrets that another key has sealed. */
  const opened = (hook: StoredWebhook): StoredWebhook => ({
    ...hook,
    secrets: hook.secrets.flatMap((one) => {
      const secret = texts.open(sealedFor(hook._id), one.secret)
      return secret === undefined ? [] : [{ ...one, secret }]
    }),
  })
  const deliveries = () => collection('webhook_deliveries') as unknown as Collection<StoredDelivery>
  const byId = (id: string) => ({ _id: new ObjectId(id) })
  const after = { returnDocument: 'after' } as const

  return {
    prepare: async () => {
      const isUnsealed = { 'secrets.secret': { $regex: '^whsec_' } }
      for (const { _id, secrets } of await hooks().find(isUnsealed, { maxTimeMS }).toArray())
        await hooks().updateOne({ _id, secrets }, { $set: { secrets: sealed(_id, secrets) } })
      await deliveries().createIndex({ webhook: 1, state: 1, number: 1 }, { name: 'pending' })
      await deliveries().createIndex({ webhook: 1, number: -1 }, { name: 'list' })
      await deliveries().createIndex({ created_at: 1 }, { name: 'ends', expireAfterSeconds: keptFor / seconds(1) })
    },

    list: async (): Promise<StoredWebhook[]> => {
      const found = hooks().find({}, { sort: { created_at: 1 }, maxTimeMS })
      return (await found.toArray()).map(opened)
    },
    active: async (): Promise<StoredWebhook[]> =>
      (await hooks().find({ state: 'active' }, { maxTimeMS }).toArray()).map(opened),
    find: async (id: string): Promise<StoredWebhook | undefined> => {
      const found = await hooks().findOne(byId(id), { maxTimeMS })
      return found ? opened(found) : undefined
    },

    /** `undefined` when there are as many as may be. */
    async create(given: NewWebhook, ownerId: string, secret: string, cursor: number): Promise<string | undefined> {
      if ((await hooks().countDocuments({}, { maxTimeMS })) >= maxWebhooks) return undefined
      const start = { state: 'active' as const, reason: null, failing_since: null, created_at: now() }
      const _id = new ObjectId()
      const secrets = sealed(_id, [{ secret, until: null }])
      await hooks().insertOne({ _id, ...given, ...start, owner_id: ownerId, secrets, cursor })
      return _id.toHexString()
    },

    /** Switching on forgets former failures. */
    change: async (
      id: string,
      { active, ...given }: WebhookChange,
      ownerId: string,
    ): Promise<StoredWebhook | undefined> => {
      const state = active
        ? { state: 'active' as const, reason: null, failing_since: null }
        : { state: 'disabled' as const, reason: 'Switched off' }
      const $set = { ...given, ...state, owner_id: ownerId }
      const changed = await hooks().findOneAndUpdate(byId(id), { $set }, after)
      return changed ? opened(changed) : undefined
    },

    async remove(id: string): Promise<boolean> {
      const { deletedCount } = await hooks().deleteOne(byId(id))
      await deliveries().deleteMany({ webhook: id })
      return deletedCount === 1
    },

    /** Makes a secret the first; the one before it signs for another day. */
    async rotate(hook: StoredWebhook, secret: string): Promise<Date> {
      const until = new Date(now().getTime() + overlap)
      const former = hook.secrets.slice(0, 1).map((one) => ({ ...one, until }))
      const secrets = sealed(hook._id, [{ secret, until: null }, ...former])
      await hooks().updateOne({ _id: hook._id }, { $set: { secrets } })
      return until
    },

    /** Ends or disables an active webhook; `false` when it is not active any more. */
    async stop(id: string, state: 'disabled' | 'ended', reason: string): Promise<boolean> {
      const { modifiedCount } = await hooks().updateOne({ ...byId(id), state: 'active' }, { $set: { state, reason } })
      return modifiedCount === 1
    },
    noteSuccess: async (id: string) => void (await hooks().updateOne(byId(id), { $set: { failing_since: null } })),
    noteFailure: async (id: string) =>
      void (await hooks().updateOne({ ...byId(id), failing_since: null }, { $set: { failing_since: now() } })),

    /** Adds deliveries of events up to a number of the feed. After a crash it is repeated, and adds what is missing. */
    async add(made: readonly NewDeliveries[], cursor: number): Promise<void> {
      const at = now()
      const added = made.flatMap(({ webhook, events }) =>
        events.map(
          ({ number, event }): StoredDelivery => ({
            _id: `${webhook}-${number}`,
            webhook,
            number,
            record: `${event.table}/${event.record}`,
            event,
            state: 'pending',
            tries: 0,
            due_at: at,
            attempts: [],
            created_at: at,
          }),
        ),
      )
      if (added.length > 0) await unlessDuplicate(deliveries().insertMany(added, { ordered: false }))
      await hooks().updateMany({ _id: { $in: made.map(({ webhook }) => new ObjectId(webhook)) } }, { $max: { cursor } })
    },

    /** The first pending delivery of each record, those that are due first. The others of a record wait for it. */
    async next(webhook: string, limit: number): Promise<DueDelivery[]> {
      const found = await deliveries()
        .aggregate<{ id: string; _id: string; due: Date }>(
          [
            { $match: { webhook, state: 'pending' } },
            { $sort: { number: 1 } },
            { $project: { record: 1, due_at: 1, number: 1 } },
            {
              $group: {
                _id: '$record',
                id: { $first: '$_id' },
                due: { $first: '$due_at' },
                number: { $first: '$number' },
              },
            },
            { $sort: { due: 1, number: 1 } },
            { $limit: limit },
          ],
          { maxTimeMS },
        )
        .toArray()
      return found.map(({ _id: record, id, due }) => ({ id, record, due }))
    },

    delivery: async (id: string): Promise<StoredDelivery | undefined> =>
      (await deliveries().findOne({ _id: id }, { maxTimeMS })) ?? undefined,

    /** Records an attempt. `due`: the next one; `null`: there is none, and the delivery has this state. */
    async endAttempt(id: string, attempt: Attempt, due: Date | null, state: 'delivered' | 'failed'): Promise<void> {
      await deliveries().updateOne(
        { _id: id },
        {
          $set: due ? { due_at: due } : { state },
          $inc: { tries: 1 },
          $push: { attempts: { $each: [attempt], $position: 0, $slice: keptAttempts } },
        },
      )
    },

    page: (webhook: string, page: number) =>
      pageOf(deliveries(), { webhook }, { sort: { number: -1 }, page, size: deliveriesPageSize, maxTimeMS }),

    /** Delivers again what has ended; of a period, the first 10,000. */
    async replay(webhook: string, which: { delivery: string } | { from: Date; to: Date }): Promise<number> {
      const ended = { webhook, state: { $ne: 'pending' as const } }
      const again = { $set: { state: 'pending' as const, tries: 0, due_at: now() } }
      if ('delivery' in which) {
        const { matchedCount } = await deliveries().updateOne({ ...ended, _id: which.delivery }, again)
        return matchedCount
      }
      const period = { ...ended, created_at: { $gte: which.from, $lte: which.to } }
      const found = await deliveries()
        .find(period, { projection: { _id: 1 }, sort: { number: 1 }, limit: maxReplayed, maxTimeMS })
        .toArray()
      const { matchedCount } = await deliveries().updateMany({ _id: { $in: found.map(({ _id }) => _id) } }, again)
      return matchedCount
    },
  }
}

export type WebhookStore = ReturnType<typeof webhookStore>
