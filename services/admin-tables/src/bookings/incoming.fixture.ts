import { newJobId } from '@app/jobs'
import { secretHash } from '@app/session'
import type { IncomingHookStore, StoredHook } from './incoming-hook-store'
import type { IncomingHookDeps } from './manage-incoming-hooks'
import type { Booking, ReceivedBookings } from './received-bookings'
import type { ReceivedStore, StoredReceived } from './received-store'

const stateOf = ({ rows }: StoredReceived): StoredReceived['state'] => {
  if (rows.some(({ state }) => state === 'new')) return 'new'
  return rows.some(({ state }) => state === 'waiting') ? 'waiting' : 'done'
}

const newId = () => {
  const id = newJobId()
  return { toHexString: () => id } as StoredHook['_id']
}

/** Hooks, deliveries and bookings as plain maps. */
export function incomingInMemory(now = Date.now) {
  const hooks = new Map<string, StoredHook>()
  const deliveries = new Map<string, StoredReceived>()
  const known = new Map<string, Booking>()
  const date = () => new Date(now())
  const idOf = (hook: string, key: string) => `${hook} ${key}`
  const settle = (one: StoredReceived) => {
    if (one.state !== 'kept') one.state = stateOf(one)
  }
  const calendarAt = (address: string) => ({
    ...{ address, host: new URL(address).host, fetch_at: date(), fetched_at: null, fault: null },
  })
  const change = (id: string, values: Partial<StoredHook>) => {
    const hook = hooks.get(id)
    return hook && Object.assign(hook, values)
  }
  const hookStore: IncomingHookStore = {
    prepare: async () => {},
    list: async () => [...hooks.values()],
    find: async (id) => hooks.get(id),
    byToken: async (token) => [...hooks.values()].find((one) => one.token_hash === secretHash(token)),
    signingKey: ({ signing_key }) => signing_key,
    addressOf: ({ calendar }) => calendar?.address,
    async create({ address, signingKey, ...given }, owner_id) {
      const _id = newId()
      const token = address === undefined ? newJobId().padEnd(43, 'x') : null
      hooks.set(_id.toHexString(), {
        ...{ _id, ...given, owner_id, created_at: date(), last_delivery_at: null },
        state: given.meaning ? 'active' : 'learning',
        ...(token !== null && { token_hash: secretHash(token) }),
        ...(signingKey && { signing_key: signingKey }),
        ...(address !== undefined && { calendar: calendarAt(address) }),
      })
      return { id: _id.toHexString(), token }
    },
    change: async (id, { address, signingKey, ...given }, owner_id) =>
      change(id, {
        ...{ ...given, owner_id },
        ...(signingKey && { signing_key: signingKey }),
        ...(address !== undefined && { calendar: calendarAt(address) }),
      }),
    async replaceToken(id) {
      const token = newJobId().padEnd(43, 'y')
      return hooks.get(id)?.token_hash && change(id, { token_hash: secretHash(token) }) ? token : undefined
    },
    remove: async (id) => hooks.delete(id),
    noteDelivery: async (id) => void change(id, { last_delivery_at: date() }),
    async takeCalendar() {
      const due = [...hooks.values()].find(
        ({ state, calendar }) => state !== 'paused' && calendar && calendar.fetch_at <= date(),
      )
      if (due) due.calendar!.fetch_at = new Date(now() + 900_000)
      return due
    },
    noteFetch: async ({ calendar }, fault, isRead = false) =>
      void Object.assign(calendar!, { fault, ...(isRead && { fetched_at: date() }) }),
  }
  const all = () => [...deliveries.values()]
  const received: ReceivedStore = {
    prepare: async () => {},
    async add(hook, state, rows) {
      const stored: StoredReceived = { _id: newId(), hook, at: date(), state, rows, job: newJobId(), jobs: [] }
      deliveries.set(stored._id.toHexString(), stored)
      return structuredCloneOf(stored)
    },
    find: async (id) => structuredCloneOf(deliveries.get(id)),
    async page(hook, _page, state) {
      const data = all()
        .filter((one) => one.hook === hook && (!state || one.state === state))
        .reverse()
      return { data, total: data.length }
    },
    latest: async (hook, limit) =>
      all()
        .filter((one) => one.hook === hook)
        .reverse()
        .slice(0, limit),
    due: async () =>
      all()
        .filter(({ state }) => state === 'new')
        .map((one) => structuredCloneOf(one)!),
    async waiting() {
      const counts = new Map<string, number>()
      for (const { hook, state } of all()) if (state === 'waiting') counts.set(hook, (counts.get(hook) ?? 0) + 1)
      return counts
    },
    async settleRow(id, at, row, changedBy) {
      const one = deliveries.get(id)!
      if (one.rows[at]!.state === 'new') Object.assign(one.rows[at]!, row)
      if (changedBy !== undefined && !one.jobs.includes(changedBy)) one.jobs.push(changedBy)
    },
    settle: async (id) => settle(deliveries.get(id)!),
    async wait(id, reason) {
      const one = deliveries.get(id)!
      for (const row of one.rows) if (row.state === 'new') Object.assign(row, { state: 'waiting', reason })
      settle(one)
    },
    async decide(id, at, decision) {
      const one = deliveries.get(id)!
      const row = one.rows[at]!
      if (row.state !== 'waiting') return undefined
      if (decision === 'ignore') Object.assign(row, { state: 'ignored', reason: 'It was left out' })
      else Object.assign(row, { state: 'new', decision })
      one.job = newJobId()
      settle(one)
      return structuredCloneOf(one)
    },
    async retry(hook, key, except) {
      for (const [id, one] of deliveries)
        if (one.hook === hook && id !== except)
          for (const row of one.rows)
            if (row.key === key && row.state === 'waiting') Object.assign(row, { state: 'new' }) && settle(one)
    },
    async renew(id) {
      deliveries.get(id)!.job = newJobId()
      return deliveries.get(id)!.job
    },
    async release(hook) {
      for (const one of all()) if (one.hook === hook && one.state === 'kept') one.state = 'new'
    },
    keep: async (id) => void Object.assign(deliveries.get(id)!, { state: 'kept' }),
    async rekey(id, rows) {
      for (const [at, row] of rows.entries()) Object.assign(deliveries.get(id)!.rows[at]!, row)
    },
    unfinished: async (hook) => all().filter((one) => one.hook === hook && ['kept', 'waiting'].includes(one.state)),
    async removeOf(hook) {
      for (const [id, one] of deliveries) if (one.hook === hook) deliveries.delete(id)
    },
    async *about(address) {
      for (const one of deliveries.values()) if (JSON.stringify(one.rows).includes(address)) yield one
    },
    async erase(address) {
      for (const [id, one] of deliveries) if (JSON.stringify(one.rows).includes(address)) deliveries.delete(id)
    },
  }
  const booking = (hook: string, key: string) => {
    const _id = idOf(hook, key)
    const start = { _id, hook, key, record: null, is_written: false, applied_at: new Date(0), cells: {} }
    const one = known.get(_id) ?? { ...start, expires_at: date() }
    known.set(_id, one)
    return one
  }
  const bookings: ReceivedBookings = {
    prepare: async () => {},
    find: async (hook, key) => known.get(idOf(hook, key)),
    begin: async (hook, key, record) => void Object.assign(booking(hook, key), { record, is_written: false }),
    async complete(hook, key, record, applied_at, cells) {
      const one = booking(hook, key)
      Object.assign(one, { record, is_written: true, applied_at, cells: { ...one.cells, ...cells } })
    },
    async replace(hook, former, key) {
      const { record, is_written, applied_at, cells } = former
      Object.assign(booking(hook, key), { record, is_written, applied_at, cells })
      former.replaced_by = key
    },
    upcoming: async (hook, from) =>
      [...known.values()].filter((one) => one.hook === hook && one.ends_at && one.ends_at >= from),
    async noteSeen(hook, events) {
      for (const { key, seen, endsAt, isGone } of events)
        Object.assign(booking(hook, key), { seen, ends_at: endsAt, is_gone: isGone })
    },
    async removeOf(hook) {
      for (const [id, one] of known) if (one.hook === hook) known.delete(id)
    },
    about: async (records) => [...known.values()].filter(({ record }) => record && records.includes(record)),
    async forget(records) {
      for (const [id, one] of known) if (one.record && records.includes(one.record)) known.delete(id)
    },
  }
  return { hooks: hookStore, received, bookings, stored: { hooks, deliveries, bookings: known } }
}

/** A copy, as a database returns it. */
function structuredCloneOf<T extends StoredReceived | undefined>(one: T): T {
  return one && ({ ...one, rows: structuredClone(one.rows), jobs: [...one.jobs] } as T)
}

type Needed = Pick<IncomingHookDeps, 'tables' | 'jobs' | 'lookups'>

/** What the routes of incoming hooks need, without a database. */
export const incomingDeps = (needed: Needed): IncomingHookDeps => ({
  ...incomingInMemory(),
  ...needed,
  users: { find: async () => undefined },
  starter: { begin: async () => {}, round: async () => {} },
  publicOrigin: 'http://localhost',
  allowsLocal: false,
})
