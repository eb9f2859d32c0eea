import { hours } from '@app/contracts/durations'
import type { StoredEvent } from './feed-store'
import type { WebhookDeps } from './manage-webhooks'
import type { StoredDelivery, StoredWebhook, WebhookStore } from './webhook-store'

/** Webhooks and deliveries as plain maps, and a feed to deliver. */
export function webhookMaps(now = Date.now) {
  const hooks = new Map<string, StoredWebhook>()
  const deliveries = new Map<string, StoredDelivery>()
  const events: StoredEvent[] = []
  const date = () => new Date(now())
  const ofHook = (webhook: string) =>
    [...deliveries.values()].filter((one) => one.webhook === webhook).sort((a, b) => a.number - b.number)
  const webhooks: WebhookStore = {
    prepare: async () => {},
    list: async () => [...hooks.values()],
    active: async () => [...hooks.values()].filter(({ state }) => state === 'active').map((hook) => ({ ...hook })),
    find: async (id) => hooks.get(id),
    async create(given, owner_id, secret, cursor) {
      const id = (hooks.size + 1).toString(16).padStart(24, '0')
      const start = { state: 'active' as const, reason: null, failing_since: null, created_at: date() }
      const _id = { toHexString: () => id } as StoredWebhook['_id']
      hooks.set(id, { _id, ...given, ...start, owner_id, secrets: [{ secret, until: null }], cursor })
      return id
    },
    async change(id, { active, ...given }, owner_id) {
      const known = hooks.get(id)
      const on = { state: 'active' as const, reason: null, failing_since: null }
      return (
        known && Object.assign(known, given, { owner_id }, active ? on : { state: 'disabled', reason: 'Switched off' })
      )
    },
    remove: async (id) => hooks.delete(id),
    async rotate(hook, secret) {
      const until = new Date(now() + hours(24))
      hook.secrets = [
        { secret, until: null },
        { secret: hook.secrets[0]!.secret, until },
      ]
      return until
    },
    async stop(id, state, reason) {
      const known = hooks.get(id)
      if (known?.state !== 'active') return false
      Object.assign(known, { state, reason })
      return true
    },
    noteSuccess: async (id) => void Object.assign(hooks.get(id)!, { failing_since: null }),
    async noteFailure(id) {
      const known = hooks.get(id)
      if (known) known.failing_since ??= date()
    },
    async add(made, cursor) {
      for (const { webhook, events } of made) {
        for (const { number, event } of events) {
          const id = `${webhook}-${number}`
          const rest = { state: 'pending' as const, tries: 0, due_at: date(), attempts: [], created_at: date() }
          if (!deliveries.has(id))
            deliveries.set(id, { _id: id, webhook, number, record: `${event.table}/${event.record}`, event, ...rest })
        }
        hooks.get(webhook)!.cursor = cursor
      }
    },
    async next(webhook, limit) {
      const heads = new Map<string, StoredDelivery>()
      for (const one of ofHook(webhook))
        if (one.state === 'pending' && !heads.has(one.record)) heads.set(one.record, one)
      return [...heads.values()]
        .sort((a, b) => a.due_at.getTime() - b.due_at.getTime() || a.number - b.number)
        .slice(0, limit)
        .map(({ _id: id, record, due_at: due }) => ({ id, record, due }))
    },
    delivery: async (id) => deliveries.get(id),
    async settle(id, attempt, due, state) {
      const known = deliveries.get(id)!
      Object.assign(known, due ? { due_at: due } : { state }, { tries: known.tries + 1 })
      known.attempts.unshift(attempt)
    },
    async page(webhook) {
      const data = ofHook(webhook).reverse()
      return { data, total: data.length }
    },
    async replay(webhook, which) {
      const ended = ofHook(webhook).filter(({ state }) => state !== 'pending')
      const found = ended.filter(({ _id, created_at }) =>
        'delivery' in which ? _id === which.delivery : created_at >= which.from && created_at <= which.to,
      )
      for (const one of found) Object.assign(one, { state: 'pending', tries: 0, due_at: date() })
      return found.length
    },
  }
  const feed = {
    hold: async () => ({ floor: new Date(0), isNew: false }),
    release: async () => ({}) as never,
    head: async () => ({ number: events.length, cursor: `${events.length}.00000000` }),
    between: async (
      after: number,
      upTo: number,
      { tables, types }: { tables: readonly string[]; types?: readonly string[] | undefined },
    ) =>
      events.filter(
        ({ _id, table, type }) =>
          _id > after && _id <= upTo && tables.includes(table) && (!types || types.includes(type)),
      ),
  }
  /** Something happens to a record. */
  const happen = (record: string, type: StoredEvent['type'] = 'record.updated', table = 'lessons') => {
    const _id = events.length + 1
    const rest = { version: null, changed: [], actor: null, job: null, at: date(), seen_at: date() }
    events.push({ _id, source: `revision/${_id}`, type, table, record, ...rest })
  }
  return { hooks, deliveries, events, webhooks, feed, happen }
}

/** What the routes of webhooks need: none exists yet, and every endpoint answers. */
export const webhookDeps = (): WebhookDeps => ({
  ...webhookMaps(),
  tables: { all: async () => [] },
  users: { find: async () => undefined },
  send: async () => ({ at: new Date(0).toISOString(), status: 200, error: null, ms: 1, body: '' }),
  allowsLocal: false,
})
