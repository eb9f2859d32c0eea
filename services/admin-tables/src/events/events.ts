import type { Audit } from '@app/audit'
import type { UserStore } from '@app/session'
import type { RevisionStore } from '../records/revision-store'
import type { TableSchemaStore } from '../tables/table-schema-store'
import { dispatcher } from './dispatcher'
import type { FeedSources } from './feed-sources'
import type { FeedStore } from './feed-store'
import type { WebhookDeps } from './manage-webhooks'
import { feedReader } from './read-feed'
import { runLoop } from './run-loop'
import { sender } from './send'
import { sequencer } from './sequencer'
import type { StoredWebhook, WebhookStore } from './webhook-store'

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
  onError: (text: string) => (error: unknown) => void
}

/** The feed of events and the webhooks that are sent from it. */
export function events({ feed, webhooks, sources, users, tables, audit, allowsLocal, onError, ...deps }: Deps) {
  const reader = feedReader(feed)
  const send = sender({ allowsLocal })
  const start = () => {
    const tablesOf = async (ownerId: string) => {
      const owner = await users.find(ownerId)
      if (owner?.role !== 'admin' || owner.disabled) return undefined
      return (await tables.all()).map(({ name }) => name).filter((name) => name !== 'users')
    }
    const notDelivered = onError('webhooks could not be delivered yet')
    const delivering = runLoop(
      dispatcher({ feed, webhooks, send, tablesOf, onStopped: stopNotice({ audit, users }), onError: notDelivered }),
      notDelivered,
    )
    const ordering = runLoop(
      sequencer({ feed, sources, ...deps, onAppended: delivering.wake }),
      onError('events could not be ordered yet'),
    )
    return async () => {
      reader.close()
      await Promise.all([ordering.close(), delivering.close()])
    }
  }
  const manage: WebhookDeps = { webhooks, feed, tables, users, send, allowsLocal }
  return { reader, manage, start }
}
