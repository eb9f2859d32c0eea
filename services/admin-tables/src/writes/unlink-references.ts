import { AppError } from '@app/contracts/errors'
import type { Actor } from '../models/actor'
import type { Reason } from '../models/revision-store'
import type { Unlinked } from '../models/trash-store'
import { updateRecord } from './update-record'
import type { WriteDeps } from './write'

type By = { actor: Actor; reason: Reason }

/** Changes one reference field by a function of its current value; `undefined` leaves it as it is. */
async function change(deps: WriteDeps, { actor, reason }: By, at: Unlinked, next: (value: unknown) => unknown) {
  const descriptor = await deps.tables.find(at.table)
  const record = descriptor && (await deps.records.one(descriptor, at.id))
  if (!descriptor || !record) return
  const value = next(record[at.field])
  if (value === undefined) return
  const writing = { actor, descriptor, reason: { ...reason, source: 'unlink' as const } }
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
      if (!(error instanceof AppError)) throw error
    }
  }
}

/**
 * Takes a record out of all that refer to it, and returns where it was. All or nothing.
 * @throws AppError `conflict` when a field may not be empty
 */
export async function unlink(deps: WriteDeps, by: By, table: string, id: string): Promise<Unlinked[]> {
  const done: Unlinked[] = []
  for (const at of await deps.integrity.references(table, id)) {
    try {
      await change(deps, by, at, (value) => (Array.isArray(value) ? value.filter((one) => one !== id) : null))
      done.push(at)
    } catch (error) {
      await relink(deps, by, id, done)
      if (!(error instanceof AppError)) throw error
      throw new AppError('conflict', `It cannot be taken out of a record that refers to it: ${error.message}.`)
    }
  }
  return done
}
