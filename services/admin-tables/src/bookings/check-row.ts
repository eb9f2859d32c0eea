import { createHash } from 'node:crypto'
import { foldedLabel } from '@app/contracts/comparable'
import type { HookMeaning, HookSource } from '@app/contracts/incoming-hooks'
import { personTables } from '@app/contracts/policy'
import { referencedTable, type TableSchema, titleField, titleOf } from '@app/table-schema'
import { rowChecker } from '../imports/check-rows'
import type { Lookups } from '../imports/import-lookups'
import type { RowOutcome } from '../imports/row-drafts'
import { contactFields, guardianFields } from '../lessons/person-of'
import type { WireRecord } from '../tables/read-record'
import type { Cells } from './columns'
import type { Booking } from './received-bookings'
import { isReplaced, saysCanceled, sources } from './sources'

type Candidate = { id: string; label: string }

/** The result that importing a booking would have. */
export type Verdict =
  | { state: 'create'; id?: string; values: Record<string, unknown> }
  | { state: 'update'; before: WireRecord; values: Record<string, unknown> }
  | { state: 'unchanged'; id: string }
  | { state: 'ignored'; reason: string }
  | { state: 'waiting'; reason: string; candidates: Candidate[] }

export type RowDeps = {
  schema: TableSchema
  source: HookSource
  meaning: HookMeaning
  lookups: Lookups
  /** A person has confirmed that its deliveries may change how people are reached. */
  changesContacts?: boolean
}
type CheckedRow = {
  cells: Cells
  /** When its delivery came. */
  at: Date
  decision?: { create: true } | { record: string } | { again: true } | undefined
}

const idColumn = '#id'
const constantOf = (field: string) => `=${field}`
const waiting = (reason: string, candidates: Candidate[] = []): Verdict => ({ state: 'waiting', reason, candidates })
const digest = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 16)

/** The texts of the row, by field. A field whose value the delivery does not have is left out. */
function textsOf({ mapping, words = {} }: HookMeaning, cells: Cells): Map<string, string> {
  const texts = new Map<string, string>()
  for (const [column, field] of Object.entries(mapping)) {
    // A column may be called `constructor`.
    const cell = Object.hasOwn(cells, column) ? cells[column] : undefined
    if (field !== null && cell !== undefined) texts.set(field, words[column]?.[cell] ?? cell)
  }
  return texts
}

/** By which a later delivery knows what has changed at its source, without keeping the values. */
export const digestsOf = (meaning: HookMeaning, cells: Cells): Record<string, string> =>
  Object.fromEntries([...textsOf(meaning, cells)].map(([field, text]) => [field, digest(text)]))

/** Checks one row as an import does. */
async function outcomeOf(
  { schema, lookups }: RowDeps,
  texts: readonly (readonly [header: string, field: string, text: string])[],
  match: string | null,
): Promise<RowOutcome> {
  const headers = texts.map(([header]) => header)
  const mapping = Object.fromEntries(texts.map(([header, field]) => [header, field]))
  const check = rowChecker(schema, headers, { mapping, match: match ?? undefined }, lookups, async () => {})
  const [outcome] = await check([{ row: 1, cells: texts.map(([, , text]) => text) }])
  return outcome!
}

const reasonOf = ({ errors }: Extract<RowOutcome, { action: 'error' }>): string =>
  errors.map(({ message, value }) => (value ? `${message}: “${value}”` : message)).join('. ') || 'It cannot be imported'

const labelOf = (schema: TableSchema, record: WireRecord) => String(record[titleField(schema) ?? 'id'] ?? record.id)

/** The change of a record that is known to be the one of the booking: of what has changed at its source since. */
async function changeOf(
  deps: RowDeps,
  cells: Cells,
  id: string,
  before: Readonly<Record<string, string>>,
): Promise<Verdict> {
  const { meaning, schema, lookups } = deps
  const [record] = await lookups.existing('id', [id])
  if (!record) return waiting('Its record was deleted')
  const changed = [...textsOf(meaning, cells)].filter(
    ([field, text]) => field !== 'id' && before[field] !== digest(text),
  )
  if (changed.length === 0) return { state: 'unchanged', id }
  const texts = changed.map(([field, text]) => [field, field, text] as const)
  const outcome = await outcomeOf(deps, [...texts, [idColumn, 'id', id]], 'id')
  if (outcome.action === 'error') return waiting(reasonOf(outcome), [{ id, label: labelOf(schema, record) }])
  if (outcome.action === 'update') return { state: 'update', before: outcome.before, values: outcome.values }
  return { state: 'unchanged', id }
}

/** Fields that say who a person is, whom to call, and who may collect a child. */
const identifying = new Set([...contactFields, ...guardianFields])

/** True for fields that identify a person or reach them: a program that changes those gets what is written to them, or the child. */
function identifies({ name, properties }: TableSchema, field: string, match: string | null): boolean {
  const property = properties[field]
  if (field === match || field === 'email' || field === 'phone' || property?.format === 'email') return true
  if (identifying.has(field) && personTables.some((table) => table === name)) return true
  return property !== undefined && referencedTable(property) === 'guardians'
}

/** Anybody who knows the address of a hook may send to it: on a record of others such a change waits for a person. */
function guarded({ schema, meaning: { match = null }, changesContacts }: RowDeps, verdict: Verdict): Verdict {
  if (verdict.state !== 'update' || changesContacts) return verdict
  const fields = Object.keys(verdict.values).filter((field) => identifies(schema, field, match))
  if (fields.length === 0) return verdict
  const names = fields.map((field) => titleOf(field, schema.properties[field])).join(', ')
  const { before } = verdict
  return waiting(`It would change ${names} of a record that it did not create`, [
    { id: before.id, label: labelOf(schema, before) },
  ])
}

/** Where the title of a record that a value names is another one, as when a parent books for a child. */
function isAnother(
  schema: TableSchema,
  texts: ReadonlyMap<string, string>,
  record: WireRecord,
  match: string,
): boolean {
  const title = titleField(schema)
  const named = title === undefined || title === match ? undefined : texts.get(title)
  return named !== undefined && named !== '' && foldedLabel(named) !== foldedLabel(String(record[title!] ?? ''))
}

/** A booking that is seen for the first time: a new record, one that the match names, or doubt. */
async function firstSeen(deps: RowDeps, cells: Cells, mustCreate: boolean): Promise<Verdict> {
  const { schema, meaning } = deps
  const { match = null, constants = {} } = meaning
  const texts = textsOf(meaning, cells)
  const fixed = Object.entries(constants).filter(([field]) => !texts.get(field))
  const given = [...texts].filter(
    ([field, text]) => field !== 'id' && (text !== '' || !Object.hasOwn(constants, field)),
  )
  const all = [
    ...given.map(([field, text]) => [field, field, text] as const),
    ...fixed.map(([field, text]) => [constantOf(field), field, text] as const),
  ]
  const outcome = await outcomeOf(deps, all, mustCreate ? null : match)
  if (outcome.action === 'error') return waiting(reasonOf(outcome), mustCreate ? [] : await candidates(deps, texts))
  if (outcome.action === 'create') {
    const { duplicate } = outcome
    if (duplicate?.id !== undefined && !mustCreate)
      return waiting('A record has this name already', [{ id: duplicate.id, label: duplicate.name }])
    return { state: 'create', values: outcome.values }
  }
  if (outcome.action === 'unchanged') return { state: 'unchanged', id: outcome.id }
  const { before } = outcome
  if (match !== null && isAnother(schema, texts, before, match)) {
    const field = titleOf(match, schema.properties[match])
    return waiting(`A record with another name has this ${field}`, [{ id: before.id, label: labelOf(schema, before) }])
  }
  const names = new Set(fixed.map(([field]) => field))
  const values = Object.fromEntries(Object.entries(outcome.values).filter(([field]) => !names.has(field)))
  return Object.keys(values).length === 0 ? { state: 'unchanged', id: before.id } : { state: 'update', before, values }
}

/** The records that a row which cannot be imported may be about. */
async function candidates(
  { schema, meaning, lookups }: RowDeps,
  texts: ReadonlyMap<string, string>,
): Promise<Candidate[]> {
  const text = meaning.match ? texts.get(meaning.match) : undefined
  if (!text || !meaning.match || meaning.match === 'id' || !schema.properties[meaning.match]) return []
  const found = await lookups.existing(meaning.match, [text])
  return found.slice(0, 5).map((record) => ({ id: record.id, label: labelOf(schema, record) }))
}

/**
 * Says what importing a booking would do.
 *
 * @param booking what is known of it by its external id
 */
export async function checkRow(
  deps: RowDeps,
  { cells, at, decision }: CheckedRow,
  booking?: Booking,
): Promise<Verdict> {
  const { source } = deps
  if (isReplaced(source, cells))
    return { state: 'ignored', reason: 'The booking was moved. The new one says when it is' }
  if (booking?.replaced_by) return { state: 'ignored', reason: 'Another booking has replaced it' }
  if (decision && 'record' in decision) return changeOf(deps, cells, decision.record, {})
  if (decision && 'create' in decision) return firstSeen(deps, cells, true)
  if (booking?.record) {
    if (!decision && booking.applied_at > at)
      return { state: 'ignored', reason: 'A later delivery of this booking has been imported' }
    // A crash came between the id and the record.
    const [record] = booking.is_written ? [true] : await deps.lookups.existing('id', [booking.record])
    if (record) {
      const verdict = await changeOf(deps, cells, booking.record, booking.cells)
      return booking.is_own ? verdict : guarded(deps, verdict)
    }
    const again = await firstSeen(deps, cells, true)
    return again.state === 'create' ? { ...again, id: booking.record } : again
  }
  const happened = sources[source]?.happened
  if (happened !== undefined && saysCanceled(cells[happened] ?? ''))
    return waiting(
      'It was canceled, and no record is known for it',
      await candidates(deps, textsOf(deps.meaning, cells)),
    )
  return guarded(deps, await firstSeen(deps, cells, false))
}
