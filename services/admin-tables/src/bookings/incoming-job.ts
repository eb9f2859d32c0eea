import { derivedId, type Handler } from '@app/jobs'
import { everything } from '@app/record-query'
import type { Imports } from '../imports/module'
import type { Records } from '../records/module'
import type { Write } from '../records/write'
import type { Tables } from '../tables/module'
import { checkRow, digestsOf, type RowDeps, type Verdict } from './check-row'
import { type IncomingHookStore, mayChangeContacts, type StoredHook } from './incoming-hook-store'
import type { ReceivedBookings } from './received-bookings'
import type { ReceivedStore, RowChange, StoredRow } from './received-store'

type IncomingJobDeps = Pick<Tables, 'tables'> &
  Pick<Records, 'apply' | 'revisions'> &
  Pick<Imports, 'lookups'> & { hooks: IncomingHookStore; received: ReceivedStore; bookings: ReceivedBookings }

/** A record may be changed by a person between the check and the write. */
const maxAttempts = 3

const idOf = (hook: StoredHook) => hook._id.toHexString()
const settled = (state: RowChange['state'], record: string | null, reason: string | null = null): RowChange => ({
  state,
  record,
  reason,
  candidates: [],
})

/**
 * Imports a delivery: each row becomes a record, changes one, or waits for a person. The record's id is noted before the record is
 * written, so that an interrupted attempt creates it once, and so does a delivery that comes again.
 */
export const incomingJob = (deps: IncomingJobDeps): Handler<{ delivery: string }> => {
  const { hooks, received, bookings, tables, lookups, apply, revisions } = deps

  /** The booking of a row; it takes over the record of the one that it replaces. */
  async function bookingOf(hook: StoredHook, { key, former }: StoredRow) {
    const own = await bookings.find(idOf(hook), key)
    if (own?.record || former === null || former === key) return own
    const replaced = await bookings.find(idOf(hook), former)
    if (!replaced?.record) return own
    await bookings.replace(idOf(hook), replaced, key)
    return bookings.find(idOf(hook), key)
  }

  return {
    version: 1,
    undoneBy: 'undo',
    async *run({ id, actor, input, isResumed, changed }, { hold }) {
      const delivery = await received.find(input.delivery)
      const hook = delivery && (await hooks.find(delivery.hook))
      if (!delivery || !hook) return
      if (hook.state !== 'active' || !hook.meaning) return received.keep(input.delivery)
      const { table, meaning, source } = hook
      const schema = await tables.find(table)
      if (!schema) return received.wait(input.delivery, 'The table no longer exists')
      const rowDeps: RowDeps = {
        schema,
        source,
        meaning,
        lookups: lookups(schema, actor!.id),
        changesContacts: mayChangeContacts(hook),
      }
      if (isResumed) await revisions.flushBatch(table, id)

      const { at } = delivery
      const hookId = idOf(hook)
      const importRow = async (row: StoredRow, attempt = 1): Promise<RowChange> => {
        if (row.key === '') return settled('waiting', null, `It has no ${meaning.externalId}`)
        const booking = await bookingOf(hook, row)
        const digests = digestsOf(meaning, row.cells)
        const known = booking?.record
        if (isResumed && known && (await revisions.recordsOfBatch(id, table, [known])).has(known)) {
          const state = booking.is_written ? 'updated' : 'created'
          await bookings.complete(hookId, row.key, known, at, digests)
          return settled(state, known)
        }
        const verdict = await checkRow(rowDeps, { ...row, at }, booking)
        if (verdict.state === 'waiting' || verdict.state === 'ignored') {
          const { reason } = verdict
          const candidates = 'candidates' in verdict ? verdict.candidates : []
          return { state: verdict.state, record: known ?? null, reason, candidates }
        }
        const record = recordOf(verdict, `incoming ${hookId} ${row.key} ${id}`)
        if (verdict.state === 'unchanged') {
          await bookings.complete(hookId, row.key, record, at, digests)
          return settled('unchanged', record)
        }
        if (known !== record) await bookings.begin(hookId, row.key, record, verdict.state === 'create')
        const [outcome] = await apply(actor!, { source: 'import', batch: id, hold, scope: everything }, [
          writeOf(verdict, table, record),
        ])
        const isStale = outcome && 'error' in outcome && outcome.error.code === 'conflict'
        if (isStale && attempt < maxAttempts) return importRow(row, attempt + 1)
        if (!outcome || 'error' in outcome)
          return settled('waiting', known ?? null, outcome?.error.message ?? 'It could not be written')
        await bookings.complete(hookId, row.key, record, at, digests)
        return settled(verdict.state === 'create' ? 'created' : 'updated', record)
      }

      let done = 0
      for (const [place, row] of delivery.rows.entries()) {
        if (row.state !== 'new') continue
        hold()
        const change = await importRow(row)
        const isWritten = change.state === 'created' || change.state === 'updated'
        if (isWritten) changed++
        await received.settleRow(input.delivery, place, change, isWritten ? id : undefined)
        if (row.decision && change.record) await received.retry(delivery.hook, row.key, input.delivery)
        yield { done: ++done, changed }
      }
      await received.settle(input.delivery)
    },
  }
}

type Writing = Extract<Verdict, { state: 'create' | 'update' | 'unchanged' }>

function recordOf(verdict: Writing, name: string): string {
  if (verdict.state === 'update') return verdict.before.id
  return verdict.id ?? derivedId(name)
}

function writeOf(verdict: Exclude<Writing, { state: 'unchanged' }>, table: string, id: string): Write {
  const { values } = verdict
  if (verdict.state === 'create') return { action: 'create', table, id, values }
  return { action: 'update', table, id, values, expectedVersion: String(verdict.before.updated_at) }
}
