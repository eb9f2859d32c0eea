import { randomUUID } from 'node:crypto'
import { conflict, invalidField, notFound } from '@app/contracts/errors'
import { peopleTable } from '@app/contracts/policy'
import type { Attempt, Delivery, NewWebhook, ReplayRequest, WebhookChange, WebhookInfo } from '@app/contracts/webhooks'
import type { UserStore } from '@app/session'
import type { TableSchemaStore } from '../tables/table-schema-store'
import { messageIdOf, newWebhookSecret, payloadOf, signedHeaders, signingSecrets } from './dispatcher'
import { urlFault } from './endpoint'
import type { FeedStore } from './feed-store'
import type { Send } from './send'
import type { StoredDelivery, StoredWebhook, WebhookStore } from './webhook-store'

export type WebhookDeps = {
  webhooks: WebhookStore
  feed: Pick<FeedStore, 'head'>
  tables: Pick<TableSchemaStore, 'all'>
  users: Pick<UserStore, 'find'>
  send: Send
  allowsLocal: boolean
  /** What is delivered has changed. */
  onChanged: () => void
  now?: () => number
}

const toDelivery = ({ _id, event, state, attempts, due_at }: StoredDelivery): Delivery => ({
  id: _id,
  messageId: messageIdOf(event),
  payload: payloadOf(event),
  state,
  attempts,
  nextAttemptAt: state === 'pending' ? due_at.toISOString() : null,
})

/** Creates and changes webhooks, for admins. The admin who last saved one is its owner. */
export function manageWebhooks({
  webhooks,
  feed,
  tables,
  users,
  send,
  allowsLocal,
  onChanged,
  now = Date.now,
}: WebhookDeps) {
  async function show(hook: StoredWebhook): Promise<WebhookInfo> {
    const owner = await users.find(hook.owner_id)
    const hasOwner = owner?.role === 'admin' && !owner.disabled
    const former = hook.secrets[1]?.until
    return {
      id: hook._id.toHexString(),
      url: hook.url,
      types: hook.types,
      tables: hook.tables,
      state: hook.state === 'active' && !hasOwner ? 'ownerless' : hook.state,
      reason: hook.reason,
      owner: owner ? { id: owner.id, email: owner.email } : null,
      failingSince: hook.failing_since?.toISOString() ?? null,
      formerSecretUntil: former && former.getTime() > now() ? former.toISOString() : null,
      createdAt: hook.created_at.toISOString(),
    }
  }
  const existing = async (id: string): Promise<StoredWebhook> => {
    const hook = await webhooks.find(id)
    if (!hook) throw notFound('There is no such webhook.')
    return hook
  }
  /** @throws AppError `invalid_input` */
  async function check({ url, tables: wanted }: NewWebhook): Promise<void> {
    const fault = urlFault(url, { allowsLocal })
    if (fault) throw invalidField('url', fault)
    const known = new Set((await tables.all()).map(({ name }) => name).filter((name) => name !== peopleTable))
    const unknown = wanted.find((name) => !known.has(name))
    if (unknown !== undefined) throw invalidField('tables', `There are no events of a table ${unknown}`)
  }

  return {
    list: async () => ({ data: await Promise.all((await webhooks.list()).map(show)) }),
    read: async (id: string) => show(await existing(id)),
    /** The address of the admin who last saved it. @throws AppError `not_found` */
    ownerOf: async (id: string) => (await users.find((await existing(id)).owner_id))?.email,

    /** @throws AppError `invalid_input`; `conflict` when there are too many */
    async create(ownerId: string, given: NewWebhook) {
      await check(given)
      const secret = newWebhookSecret()
      const { number } = await feed.head()
      const id = await webhooks.create(given, ownerId, secret, number)
      if (!id) throw conflict('There are as many webhooks as there may be. Delete one first.')
      onChanged()
      return { id, secret }
    },

    /** @throws AppError `invalid_input`, `not_found` */
    async change(ownerId: string, id: string, change: WebhookChange) {
      await check(change)
      const changed = await webhooks.change(id, change, ownerId)
      if (!changed) throw notFound('There is no such webhook.')
      onChanged()
      return show(changed)
    },

    async remove(id: string): Promise<StoredWebhook> {
      const hook = await existing(id)
      if (!(await webhooks.remove(id))) throw notFound('There is no such webhook.')
      onChanged()
      return hook
    },

    async rotate(id: string) {
      const hook = await existing(id)
      const secret = newWebhookSecret()
      const until = await webhooks.rotate(hook, secret)
      onChanged()
      return { hook, secret, formerSecretUntil: until.toISOString() }
    },

    /** Whatever the state of the webhook is. */
    async test(id: string): Promise<Attempt> {
      const hook = await existing(id)
      const at = new Date(now())
      if (hook.secrets.length === 0) throw conflict('Its secret cannot be read. Replace it first.')
      const payload = JSON.stringify({ type: 'webhook.test', timestamp: at.toISOString(), data: {} })
      return send(hook.url, signedHeaders(signingSecrets(hook, now()), `test_${randomUUID()}`, payload, at), payload)
    },

    async deliveries(id: string, page: number) {
      await existing(id)
      const { data, total } = await webhooks.page(id, page)
      return { data: data.map(toDelivery), total }
    },

    /** @throws AppError `not_found` for a delivery that does not exist or is under way */
    async replay(id: string, which: ReplayRequest) {
      await existing(id)
      const count = await webhooks.replay(
        id,
        'delivery' in which ? which : { from: new Date(which.from), to: new Date(which.to) },
      )
      onChanged()
      if ('delivery' in which && count === 0) throw notFound('There is no such delivery, or it is under way.')
      return { count }
    },
  }
}
