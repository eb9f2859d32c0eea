import { conflict, invalidField, notFound } from '@app/contracts/errors'
import type {
  HookMeaning,
  IncomingHook,
  IncomingHookChange,
  IncomingHookDetails,
  NewIncomingHook,
  PreviewRow,
} from '@app/contracts/incoming-hooks'
import { peopleTable } from '@app/contracts/policy'
import type { Received, RowDecision } from '@app/contracts/received'
import type { TableSchema } from '@app/contracts/table-schema'
import type { Context } from '../context'
import { urlFault } from '../events/endpoint'
import { checkColumns } from '../imports/check-import'
import type { Imports } from '../imports/module'
import type { Tables } from '../tables/module'
import type { ImportStarter } from './begin-imports'
import { checkRow, type RowDeps } from './check-row'
import { sampledRows } from './columns'
import { previewOf, toIncomingHook, toReceived } from './hook-presenter'
import { ianaZone } from './ical/zone-clock'
import { type IncomingHookStore, mayChangeContacts, type StoredHook } from './incoming-hook-store'
import { proposeMeaning } from './propose-meaning'
import { hookAddress, hookReceiver, idsIn } from './receive-hook'
import type { ReceivedBookings } from './received-bookings'
import type { ReceivedStore, StoredReceived, StoredRow } from './received-store'
import { calendarCells, sources } from './sources'

export type IncomingHookDeps = Pick<Context, 'users' | 'jobs' | 'publicOrigin' | 'allowsLocal'> &
  Pick<Tables, 'tables'> &
  Pick<Imports, 'lookups'> & {
    hooks: IncomingHookStore
    received: ReceivedStore
    bookings: ReceivedBookings
    starter: ImportStarter
  }

/** Deliveries that a mapping is made from, and tried on. */
const sampled = 20
const shownSamples = 3

const noHook = () => notFound('There is no such hook.')

/** The names that are read from its deliveries, or that its source is known to send. */
function namesOf({ source, meaning }: StoredHook): string[] {
  const { externalId, happened, usual = {} } = sources[source] ?? {}
  const known = [externalId, happened, ...Object.keys(usual)].filter((name) => name !== undefined)
  return meaning ? [meaning.externalId, ...Object.keys(meaning.mapping), ...known] : known
}

/** Calendar programs give addresses with a scheme of their own. */
const fetchable = (address: string | undefined) => address?.replace(/^webcals?:\/\//i, 'https://')

function storedDecision(decision: RowDecision['decision'], record = ''): StoredRow['decision'] | 'ignore' {
  if (decision === 'ignore') return decision
  if (decision === 'create') return { create: true }
  return decision === 'again' ? { again: true } : { record }
}

/** Creates hooks, says what their deliveries mean, and decides what waits; for admins. The admin who last saved one is its owner. */
export function manageIncomingHooks(deps: IncomingHookDeps) {
  const { hooks, received, bookings, tables, users, jobs, lookups, starter, publicOrigin, allowsLocal } = deps

  const show = async (hook: StoredHook, waiting: ReadonlyMap<string, number>): Promise<IncomingHook> =>
    toIncomingHook(hook, await users.find(hook.owner_id), waiting.get(hook._id.toHexString()) ?? 0)
  const existing = async (id: string): Promise<StoredHook> => {
    const hook = await hooks.find(id)
    if (!hook) throw noHook()
    return hook
  }
  /** @throws AppError `invalid_input` */
  async function schemaFor(table: string): Promise<TableSchema> {
    const schema = table === peopleTable ? undefined : await tables.find(table)
    if (!schema || schema.creatable === false)
      throw invalidField('table', 'Bookings cannot be imported into this table')
    return schema
  }
  /** @throws AppError `invalid_input` when it names something that the table does not have */
  function checkMeaning(schema: TableSchema, { mapping, match, constants }: HookMeaning): void {
    const fields = Object.values(mapping).filter((field) => field !== null)
    if (fields.includes('id')) throw invalidField('mapping', 'The ID of a record is not something that a booking names')
    const fixed = Object.keys(constants ?? {}).filter((field) => !fields.includes(field))
    const all = { ...mapping, ...Object.fromEntries(fixed.map((field) => [`=${field}`, field])) }
    checkColumns(schema, { headers: Object.keys(all), mapping: all, match: match ?? null })
    if (fields.length === 0) throw invalidField('mapping', 'Choose a field for at least one value')
  }
  /** @throws AppError `invalid_input` when there is a mapping, and nothing says which value identifies a booking */
  function newMeaning({ source, mapping, externalId = sources[source]?.externalId, ...rest }: NewIncomingHook) {
    if (mapping === undefined) return null
    if (externalId === undefined) throw invalidField('externalId', 'Name the value that identifies a booking')
    const { formerId = sources[source]?.formerId ?? null, match = null, words = {}, constants = {} } = rest
    return { externalId, formerId, mapping, match, words, constants }
  }
  /** @throws AppError `invalid_input` */
  function checkAddress(address: string | undefined): void {
    const fault = address === undefined ? undefined : urlFault(address, { allowsLocal })
    if (fault) throw invalidField('address', fault)
  }
  /** Rows that are kept or wait find their ids anew, and are imported. */
  async function reread(hook: StoredHook): Promise<void> {
    const id = hook._id.toHexString()
    for await (const one of received.unfinished(id)) {
      const rows = one.rows.map(({ cells }) => idsIn(hook.source, hook.meaning, cells))
      await received.rekey(one._id.toHexString(), rows)
    }
    if (hook.state === 'active') await received.release(id)
  }
  const withUndone = async (all: readonly StoredReceived[]) => {
    const undone = await jobs.undosOf(all.flatMap((one) => one.jobs))
    return all.map((one) => toReceived(one, undone))
  }

  return {
    receive: hookReceiver({ hooks, received, begin: starter.begin, publicOrigin }),

    /** @throws AppError `not_found` */
    async check(token: string) {
      if (!(await hooks.byToken(token))) throw noHook()
      return { ready: true as const }
    },

    async list() {
      const [all, waiting] = await Promise.all([hooks.list(), received.waiting()])
      return { data: await Promise.all(all.map((hook) => show(hook, waiting))) }
    },

    /** The address of the admin who last saved it. @throws AppError `not_found` */
    ownerOf: async (id: string) => (await users.find((await existing(id)).owner_id))?.email,

    async read(id: string): Promise<IncomingHookDetails> {
      const hook = await existing(id)
      const [waiting, latest] = await Promise.all([received.waiting(), received.latest(id, sampled)])
      const samples = sampledRows(
        latest.flatMap(({ rows }) => rows.slice(0, sampled).map(({ cells }) => cells)),
        namesOf(hook),
      )
      // Answers about its time zones are saved with a mapping.
      if (samples.length === 0 && hook.calendar?.read?.unreadCount) samples.push(calendarCells)
      const names = [...new Set(samples.flatMap((cells) => Object.keys(cells)))]
      const valuesOf = (name: string) => [
        ...new Set(samples.flatMap((cells) => (Object.hasOwn(cells, name) && cells[name]) || [])),
      ]
      const schema = await tables.find(hook.table)
      return {
        ...(await show(hook, waiting)),
        columns: names.map((name) => ({ name, samples: valuesOf(name).slice(0, shownSamples) })),
        proposed: schema && samples.length > 0 ? proposeMeaning(hook.source, schema, samples) : null,
      }
    },

    /** @throws AppError `invalid_input`; `conflict` when there are too many */
    async create(ownerId: string, given: NewIncomingHook) {
      const { name, source, table } = given
      const schema = await schemaFor(table)
      const isCalendar = source === 'calendar'
      const address = isCalendar ? fetchable(given.address) : undefined
      if (isCalendar && !address) throw invalidField('address', 'Address is required')
      checkAddress(address)
      const meaning = newMeaning(given)
      if (meaning) checkMeaning(schema, meaning)
      const signingKey = isCalendar ? undefined : given.signingKey
      const created = await hooks.create({ name, source, table, meaning, address, signingKey }, ownerId)
      if (!created) throw conflict('There are as many hooks as there may be. Delete one first.')
      return { id: created.id, url: created.token === null ? null : hookAddress(publicOrigin, created.token) }
    },

    /** @throws AppError `invalid_input`, `not_found` */
    async change(ownerId: string, id: string, change: IncomingHookChange) {
      const hook = await existing(id)
      const { name, state, changesContacts, address: given, signingKey: key, zones: named, ...meaning } = change
      checkMeaning(await schemaFor(hook.table), meaning)
      const address = hook.calendar ? fetchable(given) || undefined : undefined
      checkAddress(address)
      const signingKey = hook.calendar ? undefined : key
      const isSigned = signingKey === undefined ? hook.signing_key !== undefined : signingKey !== ''
      if (changesContacts && !isSigned)
        throw invalidField('changesContacts', 'Only signed deliveries can be allowed to change how people are reached')
      const zones = hook.calendar && named
      for (const [called, zone] of Object.entries(zones ?? {}))
        if (!ianaZone(zone)) throw invalidField('zones', `“${called}” needs a time zone such as America/Chicago`)
      const changed = await hooks.change(
        id,
        { name, state, meaning, address, signingKey, changesContacts, zones },
        ownerId,
      )
      if (!changed) throw noHook()
      await reread(changed)
      await starter.round(0)
      return show(changed, await received.waiting())
    },

    /** Its deliveries go with it; the records stay. */
    async remove(id: string): Promise<StoredHook> {
      const hook = await existing(id)
      if (!(await hooks.remove(id))) throw noHook()
      await Promise.all([received.removeOf(id), bookings.removeOf(id)])
      return hook
    },

    /** @throws AppError `not_found`, also for a calendar */
    async replaceAddress(id: string) {
      const hook = await existing(id)
      const token = await hooks.replaceToken(id)
      if (token === undefined) throw noHook()
      return { hook, url: hookAddress(publicOrigin, token) }
    },

    /** The results that the latest deliveries would have now. Writes nothing. */
    async preview(userId: string, id: string, meaning: HookMeaning) {
      const hook = await existing(id)
      const schema = await schemaFor(hook.table)
      checkMeaning(schema, meaning)
      const rowDeps: RowDeps = {
        schema,
        source: hook.source,
        meaning,
        lookups: lookups(schema, userId),
        changesContacts: mayChangeContacts(hook),
      }
      const data: PreviewRow[] = []
      for (const { _id, at, rows } of await received.latest(id, sampled))
        for (const row of rows) {
          if (data.length >= sampled) break
          const { key } = idsIn(hook.source, meaning, row.cells)
          const missing = { state: 'waiting' as const, reason: `It has no ${meaning.externalId}`, candidates: [] }
          const booking = key === '' ? undefined : await bookings.find(id, key)
          const verdict = key === '' ? missing : await checkRow(rowDeps, { cells: row.cells, at }, booking)
          data.push(previewOf(_id.toHexString(), key, verdict))
        }
      return { data }
    },

    async deliveries(id: string, page: number, state?: 'waiting') {
      await existing(id)
      const { data, total } = await received.page(id, page, state)
      return { data: await withUndone(data), total }
    },

    /** @throws AppError `not_found`; `conflict` when it does not wait any more; `invalid_input` for a record that does not exist */
    async decide(
      userId: string,
      id: string,
      delivery: string,
      { row, decision, record }: RowDecision,
    ): Promise<Received> {
      const hook = await existing(id)
      const found = await received.find(delivery)
      if (!found || found.hook !== id || !found.rows[row]) throw notFound('There is no such delivery.')
      const schema = await schemaFor(hook.table)
      if (decision === 'record') {
        const [known] = record ? await lookups(schema, userId).existing('id', [record]) : []
        if (!known) throw invalidField('record', 'Choose a record that exists')
      }
      const decided = await received.decide(delivery, row, storedDecision(decision, record))
      if (!decided) throw conflict('This booking does not wait any more.')
      if (decision !== 'ignore') await starter.begin(decided)
      const [now] = await withUndone([(await received.find(delivery)) ?? decided])
      return now!
    },
  }
}
