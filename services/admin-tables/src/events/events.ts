import { randomUUID } from 'node:crypto'
import type { Audit } from '@app/audit'
import { runLoop } from '@app/concurrency/run-loop'
import { hours, minutes, seconds } from '@app/contracts/durations'
import { inquiryTable } from '@app/contracts/inquiries'
import type { Signals } from '@app/redis/signals'
import type { UserStore } from '@app/session'
import type { RevisionStore } from '../records/revision-store'
import type { TableSchemaStore } from '../tables/table-schema-store'
import { dispatcher } from './dispatcher'
import type { FeedSources } from './feed-sources'
import type { FeedStore, NewEvent } from './feed-store'
import type { WebhookDeps } from './manage-webhooks'
import { feedReader } from './read-feed'
import { sender } from './send'
import type { StoredWebhook, WebhookStore } from './webhook-store'

const maxEvents = 500
const leaseMs = seconds(6)
const renewedAfter = seconds(2)
/** After a round that found something: more may follow soon. */
const busyMs = seconds(0.25)
/** While another replica has the lease, which may end. */
const standbyMs = seconds(1)
const sweptAfter = minutes(10)
const retiredAfter = hours(1)

type SequencerDeps = {
  feed: FeedStore
  sources: FeedSources
  revisions: Pick<RevisionStore, 'flush'>
  /** Copies revisions that a crash left in their records. */
  sweep: () => Promise<unknown>
  onAppended: () => void
  /** Milliseconds until the next round, when none of these had anything to do. */
  restMs: () => number
  now?: () => number
}

/** Those of a record stay in their order: the sort is stable, and a record's own times only grow. */
const inOrder = (events: readonly NewEvent[]) => events.toSorted((one, other) => one.at.getTime() - other.at.getTime())

/**
 * Gives revisions and the events of inquiries their place in the feed. One replica at a time does it, by a lease; a second one, after
 * a pause of the first for example, would not harm: the feed refuses numbers that are taken and sources that it has.
 *
 * @returns one round, which resolves with the milliseconds until the next
 */
function sequencer({ feed, sources, revisions, sweep, onAppended, restMs, now = Date.now }: SequencerDeps) {
  const holder = randomUUID()
  let floor: Date | undefined
  const due = { renewal: 0, sweep: 0, retirement: 0 }

  async function holds(): Promise<boolean> {
    if (now() < due.renewal) return floor !== undefined
    const held = await feed.hold('sequencer', holder, leaseMs)
    floor = held?.floor
    due.renewal = now() + (held ? renewedAfter : seconds(0.5))
    // The replica before may have been killed between a write and the copy of its revision.
    if (held?.isNew) due.sweep = 0
    return held !== undefined
  }

  async function drain(since: Date): Promise<number> {
    const waiting = await sources.inquiries(maxEvents)
    // Changes of an inquiry come before the events that followed them.
    if (waiting.records.length > 0) await revisions.flush(inquiryTable, waiting.records.map(String))
    const changed = await sources.revisions(since, maxEvents)
    const erased = await feed.noted(maxEvents)
    const isFull = changed.ids.length === maxEvents
    // With revisions left for the next round, an inquiry's own may be among them: then its events wait as well.
    const own = isFull ? [] : waiting.events
    const events = [...inOrder([...changed.events, ...own]), ...erased]
    if (events.length === 0) return restMs()
    await feed.append(events)
    onAppended()
    await Promise.all([
      sources.releaseRevisions(changed.ids),
      isFull ? undefined : sources.releaseInquiries(waiting.records, waiting.ids),
      feed.dropNoted(erased.map(({ source }) => source)),
    ])
    // Events that arrive meanwhile are gathered: rounds of a few events each would take as long as the writes themselves.
    return [changed.ids, waiting.records, erased].some(({ length }) => length === maxEvents) ? 0 : busyMs
  }

  return {
    async round(): Promise<number> {
      if (!(await holds()) || !floor) return standbyMs
      if (now() >= due.sweep) {
        due.sweep = now() + sweptAfter
        await sweep()
      }
      if (now() >= due.retirement) {
        due.retirement = now() + retiredAfter
        await feed.retire()
      }
      return drain(floor)
    },
    /** Another replica may take over at once. */
    release: async (): Promise<void> => {
      if (floor) await feed.release('sequencer', holder)
    },
  }
}

/** Between two looks while signals of other processes are not received. */
const aloneMs = seconds(1)

/** Records that a webhook was stopped. From that entry of the audit auth mails its owner. */
const stopNotice =
  ({ audit, users }: { audit: Pick<Audit, 'append'>; users: Pick<UserStore, 'find'> }) =>
  async ({ _id, url, owner_id }: StoredWebhook, state: 'disabled' | 'ended', reason: string): Promise<void> => {
    const owner = await users.find(owner_id)
    const about = { host: new URL(url).host, state, reason, ...(owner && { owner: owner.email }) }
    await audit.append({ actor: null, action: 'webhook-stop', recordId: _id.toHexString(), about })
  }

type Deps = {
  feed: FeedStore
  webhooks: WebhookStore
  sources: FeedSources
  revisions: Pick<RevisionStore, 'flush'>
  users: Pick<UserStore, 'find'>
  tables: Pick<TableSchemaStore, 'all'>
  audit: Pick<Audit, 'append'>
  /** True if webhooks may lead to this machine. */
  allowsLocal: boolean
  /** Copies revisions that a crash left in their records. */
  sweep: () => Promise<unknown>
  signals: Signals
  onError: (text: string) => (error: unknown) => void
}

/** The feed of events and the webhooks that are sent from it. Signals wake both: `events` for the feed, `webhooks` for what is sent. */
export function events({ feed, webhooks, sources, users, tables, allowsLocal, signals, onError, ...deps }: Deps) {
  const reader = feedReader(feed)
  const send = sender({ allowsLocal })
  const restMs = () => signals.restMs(aloneMs)
  const onChanged = () => signals.send('webhooks')
  const start = () => {
    const tablesOf = async (ownerId: string) => {
      const owner = await users.find(ownerId)
      if (owner?.role !== 'admin' || owner.disabled) return undefined
      return (await tables.all()).map(({ name }) => name).filter((name) => name !== 'users')
    }
    const notDelivered = onError('webhooks could not be delivered yet')
    const notOrdered = onError('events could not be ordered yet')
    const onStopped = stopNotice({ users, audit: deps.audit })
    const delivering = dispatcher({ feed, webhooks, send, tablesOf, onStopped, onError: notDelivered, restMs })
    const ordering = sequencer({ feed, sources, restMs, ...deps, onAppended: onChanged })
    const [deliveries, order] = [runLoop(delivering.round, notDelivered), runLoop(ordering.round, notOrdered)]
    signals.on('webhooks', deliveries.wake)
    signals.on('events', order.wake)
    return async () => {
      reader.close()
      await Promise.all([
        order.stop().then(ordering.release).catch(notOrdered),
        deliveries.stop().then(delivering.release).catch(notDelivered),
      ])
    }
  }
  const manage: WebhookDeps = { webhooks, feed, tables, users, send, allowsLocal, onChanged }
  return { reader, manage, start }
}
