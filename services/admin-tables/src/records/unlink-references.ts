import { AppError, conflict } from '@app/contracts/errors'
import type { Actor } from '@app/jobs'
import { everything } from '@app/record-query'
import type { Unlinked } from './trash-store'
import { updateRecord } from './update-record'
import type { Reason, WriteDeps } from './write'

type By = { actor: Actor; reason: Reason }

/** Those of the tables or references that a check admits. */
export async function withRight<One>(all: readonly One[], check: (one: One) => Promise<boolean>): Promise<One[]> {
  const admitted = await Promise.all(all.map(check))
  return all.filter((_, at) => admitted[at])
}

/** Changes one reference field, after its right was checked, by a function of its current value; `undefined` leaves it as it is. */
async function change(deps: WriteDeps, { actor, reason }: By, at: Unlinked, next: (value: unknown) => unknown) {
  const schema = await deps.tables.find(at.table)
  const record = schema && (await deps.records.one(schema, at.id, everything))
  if (!schema || !record) return
  const value = next(record[at.field])
  if (value === undefined) return
  const writing = { actor, schema, reason: { ...reason, source: 'unlink' as const, scope: everything } }
  const written = await updateRecord(deps, writing, { action: 'update', ...at, values: { [at.field]: value } })
  if (written.isChanged) deps.copyLater(at.table, at.id)
}

/** Puts a restored record back where it was taken out, as far as there is still room for it. */
export async function relink(deps: WriteDeps, by: By, id: string, unlinked: readonly Unlinked[]): Promise<void> {
  for (const at of unlinked) {
    const properties = (await deps.tables.find(at.table))?.properties
    const isList = properties?.[at.field]?.type === 'array'
    const next = (value: unknown) => {
      if (!isList) return value === null || value === undefined ? id : undefined
      const ids = Array.isArray(value) ? value : []
      return ids.includes(id) ? undefined : [...ids, id]
    }
    try {
      await change(deps, by, at, next)
    } catch (error) {
      // The lesson may be full by now; the reference is then not restored.
      if (!(error instanceof AppError) || error.status >= 500) throw error
    }
  }
}

/** Takes a record out of others. @throws AppError `conflict` when a field may not be empty; the caller puts it back */
export async function unlink(deps: WriteDeps, by: By, id: string, references: readonly Unlinked[]): Promise<void> {
  for (const at of references)
    try {
      await change(deps, by, at, (value) => (Array.isArray(value) ? value.filter((one) => one !== id) : null))
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error
      throw conflict(`It cannot be taken out of a record that refers to it: ${error.message}.`)
    }
}
