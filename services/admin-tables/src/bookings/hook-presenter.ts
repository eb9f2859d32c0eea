import type { IncomingHook, PreviewRow } from '@app/contracts/incoming-hooks'
import type { Received, ReceivedRow } from '@app/contracts/received'
import type { User } from '@app/session'
import type { Verdict } from './check-row'
import { beginning, beginningsOf, bytesOf } from './columns'
import { mayChangeContacts, type StoredHook, zonesIn } from './incoming-hook-store'
import type { StoredReceived } from './received-store'

/** Bytes of the values of a delivery in JSON: a page has twenty deliveries, of 100 bookings each at most. */
const maxShown = 40_000
/** Bytes of what a booking has besides its values. Of one that has more the long texts are cut to so many. */
const maxAbout = 1_500
const cutTo = { externalId: 500, reason: 300, label: 60 }
const noMeaning = { externalId: null, formerId: null, mapping: {}, match: null, words: {}, constants: {} }

/** A hook as the API shows it. `waiting`: the number of rows that wait for a person. */
export function toIncomingHook(hook: StoredHook, owner: User | undefined, waiting: number): IncomingHook {
  const { calendar } = hook
  return {
    id: hook._id.toHexString(),
    name: hook.name,
    source: hook.source,
    table: hook.table,
    state: hook.state,
    ...noMeaning,
    ...hook.meaning,
    signed: hook.signing_key !== undefined,
    changesContacts: mayChangeContacts(hook),
    owner: owner ? { id: owner.id, email: owner.email } : null,
    createdAt: hook.created_at.toISOString(),
    lastDeliveryAt: hook.last_delivery_at?.toISOString() ?? null,
    waiting,
    calendar: calendar
      ? {
          host: calendar.host,
          fetchedAt: calendar.fetched_at?.toISOString() ?? null,
          fault: calendar.fault,
          read: calendar.read ?? null,
          zones: zonesIn(hook),
        }
      : null,
  }
}

/** A sign has at most six bytes in JSON. */
const cut = (text: string, max: number) => (bytesOf(text) > max ? beginning(text, Math.floor(max / 6)) : text)

function shownRow(row: ReceivedRow): ReceivedRow {
  const { externalId, reason, candidates } = row
  if (bytesOf({ ...row, cells: {} }) <= maxAbout) return row
  return {
    ...row,
    externalId: cut(externalId, cutTo.externalId),
    reason: reason && cut(reason, cutTo.reason),
    candidates: candidates.map(({ id, label }) => ({ id, label: cut(label, cutTo.label) })),
  }
}

export const toReceived = (
  { _id, at, state, rows, notes, jobs }: StoredReceived,
  undone: ReadonlyMap<string, string>,
): Received => {
  const shown = beginningsOf(
    rows.map(({ cells }) => cells),
    maxShown,
  )
  return {
    id: _id.toHexString(),
    at: at.toISOString(),
    state,
    rows: rows.map(({ key, state: is, reason, record, candidates }, n) =>
      shownRow({ externalId: key, cells: shown[n]!, state: is, reason, record, candidates }),
    ),
    ...(notes && { notes: [...notes] }),
    jobs,
    isUndone: jobs.length > 0 && jobs.every((id) => undone.has(id)),
  }
}

export const previewOf = (delivery: string, externalId: string, verdict: Verdict): PreviewRow => {
  const states = { create: 'created', update: 'updated' } as const
  return {
    delivery,
    externalId,
    state: verdict.state === 'create' || verdict.state === 'update' ? states[verdict.state] : verdict.state,
    reason: 'reason' in verdict ? verdict.reason : null,
    values: 'values' in verdict ? verdict.values : {},
  }
}
