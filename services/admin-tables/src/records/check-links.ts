import { type FieldErrors, refuseErrors } from '@app/contracts/errors'
import { fileFields, referencedIds, referenceFields, type TableSchema, titleOf } from '@app/table-schema'
import { mayUseFile } from '../files/file-store'
import { usersTable } from '../tables/users-table'
import type { ReferenceIntegrity } from './reference-integrity'
import type { WriteDeps, Writing } from './write'

type Values = Readonly<Record<string, unknown>>
export type LinkDeps = Pick<WriteDeps, 'files' | 'hasRight'> & { integrity: Pick<ReferenceIntegrity, 'missing'> }

/** It decides whose lessons a person with a right to their own may see, so only admins say who signs in as an instructor. */
async function linkedPeopleErrors({ hasRight }: LinkDeps, { actor, schema }: Writing, change: Values) {
  const linked = referenceFields(schema).filter(
    ({ name, table }) => table === usersTable && (change[name] ?? null) !== null,
  )
  const errors: FieldErrors = {}
  if (linked.length === 0 || (await hasRight(actor.id, usersTable, 'edit'))) return errors
  for (const { name } of linked) errors[name] = `Only admins can choose ${titleOf(name, schema.properties[name])}`
  return errors
}

/** References to records that do not exist, and to the record itself. Those that were there before may stay. */
async function referenceErrors({ integrity }: LinkDeps, { schema }: Writing, before: Values, change: Values) {
  const added = referenceFields(schema).flatMap(({ name, table }) => {
    const old = new Set(referencedIds(before[name]))
    const ids = referencedIds(change[name]).filter((id) => !old.has(id))
    return ids.length > 0 ? [{ name, table, ids }] : []
  })
  const errors: FieldErrors = {}
  for (const table of new Set(added.map((field) => field.table))) {
    const fields = added.filter((field) => field.table === table)
    const missing = await integrity.missing(table, [...new Set(fields.flatMap(({ ids }) => ids))])
    for (const { name, ids } of fields) {
      const title = titleOf(name, schema.properties[name])
      if (ids.some((id) => missing.has(id))) errors[name] = `${title} names a record that does not exist`
      else if (table === schema.name && ids.includes(String(before['id'])))
        errors[name] = `${title} cannot name the record itself`
    }
  }
  return errors
}

export const missingFile = ({ properties }: TableSchema, name: string) =>
  `${titleOf(name, properties[name])} names a file that does not exist`

/**
 * New addresses of files that do not exist, or that another user uploaded for another table: who may see this record may open its
 * files. A value that is restored was in the record before.
 */
async function fileErrors({ files }: LinkDeps, { actor, reason, schema }: Writing, before: Values, change: Values) {
  const isOurs = async (url: string): Promise<boolean> =>
    reason.source === 'undo' ? (await files.uploaderOf(url)) !== undefined : mayUseFile(files, actor.id, schema, url)
  const errors: FieldErrors = {}
  for (const name of fileFields(schema)) {
    const url = change[name]
    if (typeof url !== 'string' || url === before[name] || (await isOurs(url))) continue
    errors[name] = missingFile(schema, name)
  }
  return errors
}

/** Refuses what a change newly links to: people, records and files. @throws AppError `invalid_input` */
export async function checkLinks(deps: LinkDeps, writing: Writing, before: Values, change: Values): Promise<void> {
  refuseErrors(await linkedPeopleErrors(deps, writing, change))
  refuseErrors(await referenceErrors(deps, writing, before, change))
  refuseErrors(await fileErrors(deps, writing, before, change))
}
