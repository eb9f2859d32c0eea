import type { ImportMapping } from '@app/table-schema'
import type { Outcome, Write } from '../records/write'
import { derivedId } from '../tables/derived-id'
import type { RowError } from './row-drafts'
import type { RowOutcome } from './row-outcome'

/** A row keeps its id however often it is applied, so that an import that is continued after a crash creates it once. */
const idOfRow = (importId: string, row: number) => derivedId(`import ${importId} ${row}`)

/** The record that a row writes, or is. */
function recordIdOf(importId: string, outcome: RowOutcome): string {
  if (outcome.action === 'update') return outcome.before.id
  return outcome.action === 'unchanged' ? outcome.id : idOfRow(importId, outcome.row)
}

/** The records that rows write, are, or may have created. */
export const recordIds = (importId: string, outcomes: readonly RowOutcome[]): string[] => [
  ...new Set(outcomes.flatMap((outcome) => [recordIdOf(importId, outcome), idOfRow(importId, outcome.row)])),
]

/** True if a row is written already. */
export const isWritten = (importId: string, outcome: RowOutcome, written: ReadonlySet<string>): boolean =>
  written.has(recordIdOf(importId, outcome)) || written.has(idOfRow(importId, outcome.row))

const isWrite = ({ action }: RowOutcome) => action === 'create' || action === 'update'

/** The writes of these rows. */
export const writesOf = (importId: string, table: string, outcomes: readonly RowOutcome[]): Write[] =>
  outcomes.flatMap((outcome): Write[] => {
    if (outcome.action === 'create')
      return [{ action: 'create', table, id: idOfRow(importId, outcome.row), values: outcome.values }]
    if (outcome.action !== 'update') return []
    const { before, values } = outcome
    return [{ action: 'update', table, id: before.id, values, expectedVersion: String(before.updated_at) }]
  })

/** Why a row was refused while it was written, by column where the refusal names fields. */
function refusalOf(row: number, { error }: Extract<Outcome, { error: unknown }>, mapping: ImportMapping): RowError[] {
  const columnOf = (field: string) => Object.keys(mapping).find((header) => mapping[header] === field) ?? null
  const fields = Object.entries(error.fields ?? {})
  if (fields.length === 0) return [{ row, column: null, message: error.message }]
  return fields.map(([field, message]) => ({ row, column: columnOf(field), message }))
}

/** The outcomes with the rows that were refused while they were written, such as one changed at the same moment. */
export function withRefusals(
  outcomes: readonly RowOutcome[],
  written: readonly Outcome[],
  mapping: ImportMapping,
): RowOutcome[] {
  let at = 0
  return outcomes.map((outcome) => {
    const result = isWrite(outcome) ? written[at++] : undefined
    if (!result || !('error' in result)) return outcome
    return { row: outcome.row, action: 'error', errors: refusalOf(outcome.row, result, mapping) }
  })
}

/** The outcomes of a chunk that was written in part before: what was written counts as what it was. */
export function withWritten(
  importId: string,
  checked: readonly RowOutcome[],
  before: ReadonlySet<string>,
  outcomes: readonly RowOutcome[],
): RowOutcome[] {
  const byRow = new Map(outcomes.map((outcome) => [outcome.row, outcome]))
  return checked.map((outcome): RowOutcome => {
    const now = byRow.get(outcome.row)
    if (now) return now
    const { row } = outcome
    const values = 'values' in outcome ? outcome.values : {}
    const id = recordIdOf(importId, outcome)
    const isNew = before.has(idOfRow(importId, row))
    return isNew ? { row, action: 'create', values } : { row, action: 'update', before: { id }, values }
  })
}
