import { randomBytes, randomUUID } from 'node:crypto'
import { mapLimited } from '@app/concurrency/map-limited'
import { days, hours, minutes, seconds } from '@app/contracts/durations'
import { type Event, eventTypes } from '@app/contracts/events'
import type { Attempt } from '@app/contracts/webhooks'
import { Webhook } from 'standardwebhooks'
import type { FeedStore } from './feed-store'
import { toEvent } from './read-feed'
import type { Send } from './send'
import type { StoredWebhook, WebhookStore } from './webhook-store'

export const newWebhookSecret = () => `whsec_${randomBytes(32).toString('base64')}`

/** The same for each attempt and for a replay, by which an endpoint recognizes what it has. */
export const messageIdOf = ({ id }: Pick<Event, 'id'>) => `evt_${id.replace('.', '_')}`

export const payloadOf = (event: Event) => JSON.stringify({ type: event.type, timestamp: event.at, data: event })

/** The headers of Standard Webhooks, with a signature by each secret. */
export function signedHeaders(
  secrets: readonly string[],
  messageId: string,
  payload: string,
  at: Date,
): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': 'archery-school-webhooks',
    'webhook-id': messageId,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(messageId, at, payload)).join(' '),
  }
}

/** Pauses after each failed attempt: ten attempts within 75 hours. */
export const retryAfter = [
  ...[seconds(5), minutes(5), minutes(30), hours(2), hours(5)],
  ...[hours(10), hours(14), hours(20), hours(24)],
]
const disabledAfter = days(5)
const leaseMs = seconds(6)
const renewedAfter = seconds(2)
const listedEvery = seconds(1)
/** While requests are under way. */
const busyMs = seconds(0.25)
/** While another replica has the lease, which may end. */
const standbyMs = seconds(1)
const maxEvents = 500
/** Deliveries that are stored in one command. */
const maxInserted = 2_000
/** Requests at a time to one endpoint; a failing one gets one. */
const maxInFlight = 4
const maxHeads = 50

type Deps = {
  feed: Pick<FeedStore, 'hold' | 'release' | 'head' | 'between'>
  webhooks: WebhookStore
  send: Send
  /** The tables whose events an owner may see; `undefined` when the owner is no active admin. */
  tablesOf: (ownerId: string) => Promise<readonly string[] | undefined>
  onStopped: (hook: StoredWebhook, state: 'disabled' | 'ended', reason: string) => Promise<void>
  onError: (error: unknown) => void
  /** Milliseconds until the next round, when nothing is due before. */
  restMs: () => number
  now?: () => number
}

/** The work for one webhook, as this process knows it. */
type EndpointQueue = {
  hook: StoredWebhook
  tables: readonly string[]
  nextDue: number
  records: Set<string>
  isReading: boolean
}

export const signingSecrets = ({ secrets }: Pick<StoredWebhook, 'secrets'>, now: number) =>
  secrets.filter(({ until }) => until === null || until.getTime() > now).map(({ secret }) => secret)

const isSuccess = ({ status }: Attempt) => status !== null && status >= 200 && status < 300

/**
 * Delivers the feed to webhooks. Each has its own queue, so that endpoints which never answer delay no other. One replica at a time
 * delivers; after its end another one repeats what it had not recorded. Of a record one delivery is under way, and the next one waits
 * until it has arrived or failed for good.
 */
export function dispatcher({ feed, webhooks, send, tablesOf, onStopped, onError, restMs, now = Date.now }: Deps) {
  const holder = randomUUID()
  const queues = new Map<string, EndpointQueue>()
  const sending = new Set<Promise<void>>()
  const due = { renewal: 0, list: 0 }
  let isHeld = false

  async function holds(): Promise<boolean> {
    if (now() < due.renewal) return isHeld
    isHeld = (await feed.hold('webhooks', holder, leaseMs)) !== undefined
    due.renewal = now() + (isHeld ? renewedAfter : seconds(0.5))
    return isHeld
  }

  async function stop(hook: StoredWebhook, state: 'disabled' | 'ended', reason: string): Promise<void> {
    queues.delete(hook._id.toHexString())
    if (await webhooks.stop(hook._id.toHexString(), state, reason)) await onStopped(hook, state, reason)
  }

  /** Reads which webhooks there are. Those of owners who are no admins any more wait. */
  async function list(): Promise<void> {
    const found = new Map((await webhooks.active()).map((hook) => [hook._id.toHexString(), hook]))
    for (const id of queues.keys()) if (!found.has(id)) queues.delete(id)
    const owners = [...new Set([...found.values()].map(({ owner_id }) => owner_id))]
    const shownTo = new Map(await mapLimited(owners, async (owner) => [owner, await tablesOf(owner)] as const))
    for (const [id, hook] of found) {
      const tables = shownTo.get(hook.owner_id)
      if (!tables) {
        queues.delete(id)
        continue
      }
      const shown = hook.tables.length === 0 ? tables : tables.filter((name) => hook.tables.includes(name))
      const queue = queues.get(id) ?? { hook, tables: shown, nextDue: 0, records: new Set<string>(), isReading: false }
      // Something may have been replayed.
      const nextDue = Math.min(queue.nextDue, now())
      queues.set(id, Object.assign(queue, { hook, tables: shown, nextDue }))
      const since = hook.failing_since?.getTime()
      if (since !== undefined && now() - since > disabledAfter)
        await stop(hook, 'disabled', 'Every delivery has failed for five days')
    }
  }

  /** Makes deliveries of the events behind a cursor, for all webhooks that stand there: they are read and stored together. */
  async function fanOut(together: readonly EndpointQueue[], head: number): Promise<void> {
    const { cursor } = together[0]!.hook
    const upTo = Math.min(head, cursor + maxEvents)
    const tables = [...new Set(together.flatMap((queue) => queue.tables))]
    const found = await feed.between(cursor, upTo, { tables, types: eventTypes }, maxEvents)
    const perInsert = Math.max(1, Math.floor(maxInserted / Math.max(1, found.length)))
    for (let at = 0; at < together.length; at += perInsert) {
      const some = together.slice(at, at + perInsert)
      const made = some.map(({ hook, tables }) => {
        const wanted = found.filter(
          ({ table, type }) => tables.includes(table) && (hook.types.length === 0 || hook.types.includes(type)),
        )
        const events = wanted.map((stored) => ({ number: stored._id, event: toEvent(stored) }))
        return { webhook: hook._id.toHexString(), events }
      })
      await webhooks.add(made, upTo)
      for (const [index, { events }] of made.entries()) {
        const queue = some[index]!
        queue.hook.cursor = upTo
        if (events.length > 0) queue.nextDue = 0
      }
    }
  }

  /** Resolves with whether the delivery has arrived. */
  async function deliver(queue: EndpointQueue, id: string): Promise<boolean> {
    const { hook } = queue
    const delivery = await webhooks.delivery(id)
    if (delivery?.state !== 'pending') return false
    const payload = payloadOf(delivery.event)
    const at = new Date(now())
    const secrets = signingSecrets(hook, now())
    // The delivery waits until the secret is replaced and the webhook switched on again.
    if (secrets.length === 0) {
      await stop(hook, 'disabled', 'Its secret cannot be read. Replace it')
      return false
    }
    const headers = signedHeaders(secrets, messageIdOf(delivery.event), payload, at)
    const attempt = await send(hook.url, headers, payload)
    if (isSuccess(attempt)) {
      await webhooks.endAttempt(id, attempt, null, 'delivered')
      if (hook.failing_since) await webhooks.noteSuccess(hook._id.toHexString())
      hook.failing_since = null
      return true
    }
    const pause = retryAfter[delivery.tries]
    await webhooks.endAttempt(id, attempt, pause === undefined ? null : new Date(now() + pause), 'failed')
    await webhooks.noteFailure(hook._id.toHexString())
    hook.failing_since ??= at
    if (attempt.status === 410) await stop(hook, 'ended', 'The endpoint answered 410 Gone')
    return false
  }

  const roomOf = ({ hook, records }: EndpointQueue) => (hook.failing_since ? 1 : maxInFlight) - records.size

  /** Begins what is due and has room. */
  async function begin(queue: EndpointQueue): Promise<void> {
    if (roomOf(queue) <= 0 || queue.isReading) return
    queue.isReading = true
    // Deliveries that end while this reads are due again.
    queue.nextDue = Number.POSITIVE_INFINITY
    try {
      const heads = await webhooks.next(queue.hook._id.toHexString(), maxHeads)
      const free = heads.filter(({ record }) => !queue.records.has(record))
      const ready = free.filter(({ due: at }) => at.getTime() <= now()).slice(0, roomOf(queue))
      const later = free.find((one) => !ready.includes(one))
      if (later) queue.nextDue = Math.min(queue.nextDue, later.due.getTime())
      for (const { id, record } of ready) {
        queue.records.add(record)
        const work = deliver(queue, id)
          .catch((error) => {
            onError(error)
            return false
          })
          .then(async (hasArrived) => {
            queue.records.delete(record)
            queue.nextDue = 0
            // An endpoint that answers is not made to wait for the next round; one that fails is.
            if (hasArrived && queues.get(queue.hook._id.toHexString()) === queue) await begin(queue).catch(onError)
            sending.delete(work)
          })
        sending.add(work)
      }
    } finally {
      queue.isReading = false
    }
  }

  return {
    /** Resolves with the milliseconds until the next one. */
    async round(): Promise<number> {
      if (!(await holds())) {
        queues.clear()
        return standbyMs
      }
      const isListed = now() >= due.list
      if (isListed) {
        due.list = now() + listedEvery
        await list()
      }
      // What woke a round that did not list may have been a change of the webhooks.
      const restedMs = isListed ? restMs() : Math.max(0, due.list - now())
      if (queues.size === 0) return restedMs
      const { number } = await feed.head()
      const all = [...queues.values()]
      const behind = all.filter(({ hook }) => hook.cursor < number)
      const together = Map.groupBy(behind, ({ hook }) => hook.cursor)
      await mapLimited([...together.values()], (some) => fanOut(some, number))
      await mapLimited(
        all.filter(({ nextDue }) => nextDue <= now()),
        begin,
      )
      if (all.some(({ hook }) => hook.cursor < number)) return 0
      if (sending.size > 0) return busyMs
      const nextDue = Math.min(...all.map((queue) => queue.nextDue))
      return Math.max(0, Math.min(restedMs, nextDue - now()))
    },
    release: async (): Promise<void> => {
      queues.clear()
      await Promise.all(sending)
      if (isHeld) await feed.release('webhooks', holder)
    },
    /** Requests under way have ended; for tests. */
    settled: async (): Promise<void> => void (await Promise.all(sending)),
  }
}
