import type { Audit } from '@app/audit'
import { runLoop } from '@app/concurrency/run-loop'
import { seconds } from '@app/contracts/durations'
import type { Signals } from '@app/redis/signals'
import type { UserStore } from '@app/session'
import type { RevisionStore } from '../records/revision-store'
import type { TableSchemaStore } from '../tables/table-schema-store'
import { dispatcher } from './dispatcher'
import type { FeedSources } from './feed-sources'
import type { FeedStore } from './feed-store'
import type { WebhookDeps } from './manage-webhooks'
import { feedReader } from './read-feed'
import { sender } from './send'
import { sequencer } from './sequencer'
import type { StoredWebhook, WebhookStore } from './webhook-store'

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
