import { AppError, type FieldErrors, invalidField, refuseErrors } from '@app/contracts/errors'
import type { Changes } from '@app/contracts/history'
import { ownFields, peopleTable } from '@app/contracts/policy'
import { type Role, role } from '@app/contracts/users'
import { cleanRichText } from '@app/rich-text/clean-rich-text'
import {
  changeErrors,
  fileFields,
  payloadForUpdate,
  referencedIds,
  referenceFields,
  type TableSchema,
  titleOf,
  unknownFields,
} from '@app/table-schema'
import * as v from 'valibot'
import { mayUseFile } from '../files/file-store'
import type { WireRecord } from '../tables/read-record'
import { nextVersion } from './record-writer'
import type { ReferenceIntegrity } from './reference-integrity'
import { newRevision, type Reason, type StoredRevision } from './revision-store'
import { recordNotFound, type Write, type WriteDeps, type Writing, type Written } from './write'

type Body = Readonly<Record<string, unknown>>

/** The body of a write: declared fields only, rich texts cleaned before validation. */
export function checkedBody(schema: TableSchema, body: unknown): Body {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new AppError('invalid_request', 'Send the fields of the record as a JSON object.')
  refuseErrors(unknownFields(schema, body as Body))
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      const isMarkup = schema.properties[name]?.format === 'rich_text' && typeof value === 'string'
      return [name, isMarkup ? cleanRichText(value) : value]
    }),
  )
}

export type LinkDeps = Pick<WriteDeps, 'files' | 'hasRight'> & { integrity: Pick<ReferenceIntegrity, 'missing'> }

/** It decides whose lessons a person with a right to their own may see, so only admins say who signs in as an instructor. */
async function linkedPeopleErrors({ hasRight }: LinkDeps, { actor, schema }: Writing, change: Body) {
  const linked = referenceFields(schema).filter(
    ({ name, table }) => table === peopleTable && (change[name] ?? null) !== null,
  )
  const errors: FieldErrors = {}
  if (linked.length === 0 || (await hasRight(actor.id, peopleTable, 'edit'))) return errors
  for (const { name } of linked) errors[name] = `Only admins can choose ${titleOf(name, schema.properties[name])}`
  return errors
}

/** References to records that do not exist, and to the record itself. Those that were there before may stay. */
async function referenceErrors({ integrity }: LinkDeps, { schema }: Writing, before: Body, change: Body) {
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
async function fileErrors({ files }: LinkDeps, { actor, reason, schema }: Writing, change: Body) {
  const isOurs = async (url: string): Promise<boolean> =>
    reason.source === 'undo' ? (await files.uploaderOf(url)) !== undefined : mayUseFile(files, actor.id, schema, url)
  const errors: FieldErrors = {}
  for (const name of fileFields(schema)) {
    const url = change[name]
    if (typeof url === 'string' && !(await isOurs(url))) errors[name] = missingFile(schema, name)
  }
  return errors
}

/** Refuses what a change newly links to: people, records and files. @throws AppError `invalid_input` */
export async function checkLinks(deps: LinkDeps, writing: Writing, before: Body, change: Body): Promise<void> {
  refuseErrors(await linkedPeopleErrors(deps, writing, change))
  refuseErrors(await referenceErrors(deps, writing, before, change))
  refuseErrors(await fileErrors(deps, writing, change))
}

export const changesOf = (before: WireRecord, change: Body): Changes =>
  Object.fromEntries(Object.entries(change).map(([name, value]) => [name, [before[name] ?? null, value]]))

/**
 * The values of a change with what follows from them: a waiver that is no longer signed has no day on which it ends. What returns a
 * record to former values names all of them.
 */
function withImplied({ name, properties }: TableSchema, { source }: Reason, before: WireRecord, values: Body): Body {
  const isTakenBack = values['waiver_signed'] === false && before['waiver_signed'] === true
  if (name !== 'students' || !isTakenBack || source === 'undo' || source === 'restore') return values
  const ends = properties['waiver_until']?.format === 'date'
  const isGiven = Object.hasOwn(values, 'waiver_until') && values['waiver_until'] !== before['waiver_until']
  return ends && !isGiven ? { ...values, waiver_until: null } : values
}

/** The values that differ from those of the record, checked. @throws AppError `invalid_input` */
export async function changedValues(
  deps: LinkDeps,
  writing: Writing,
  before: WireRecord,
  given: Body,
  isFormer = false,
): Promise<Body> {
  const { schema } = writing
  const values = withImplied(schema, writing.reason, before, given)
  if (!isFormer) refuseErrors(changeErrors(schema, before, values))
  const change = payloadForUpdate(schema, before, values)
  await checkLinks(deps, writing, before, change)
  return change
}

/** The revision that goes with a change. */
export function revisionOf({ actor, reason, schema }: Writing, before: WireRecord, change: Body, now: Date) {
  const about = { table: schema.name, id: before.id, action: 'update' as const }
  const at = nextVersion(before.updated_at, now)
  return newRevision(actor, reason, { ...about, changes: changesOf(before, change), at }) satisfies StoredRevision
}

/** The field with the students of a lesson. */
const membersField = 'students'

/**
 * Refuses what people may not change in their own records. Only who is in a lesson can be marked: a mark shows the name of whom it
 * is about.
 * @throws AppError `forbidden`
 */
function requireOwnChange(schema: TableSchema, before: WireRecord, values: Body): void {
  const change = payloadForUpdate(schema, before, values)
  if (Object.keys(change).some((name) => !ownFields.includes(name)))
    throw new AppError('forbidden', 'In your own lessons you may mark who came and write notes, nothing else.')
  const members = new Set(referencedIds(before[membersField]))
  for (const { name } of referenceFields(schema)) {
    const marked = new Set(referencedIds(before[name]))
    if (referencedIds(change[name]).some((id) => !members.has(id) && !marked.has(id)))
      throw new AppError('forbidden', 'Only students who are in the lesson can be marked.')
  }
}

const maxAttempts = 5

/** The `updated_at` that the editor has seen, of the header `If-Match`, alone or as the beginning of an `ETag`; `undefined` when any version will do. */
export function expectedVersion({ 'If-Match': given }: { 'If-Match'?: string | undefined }): string | undefined {
  const version = given?.trim()
  return version === undefined || version === '*' ? undefined : version.replace(/^(?:W\/)?"([^";]*).*"$/, '$1')
}

/** @throws AppError `conflict` when the record is not of the version that a write was decided on */
export function refuseStale(record: WireRecord, expectedVersion: string | undefined): void {
  if (expectedVersion === undefined || expectedVersion === record.updated_at) return
  const text = 'Another person has changed this record since you opened it.'
  throw new AppError('conflict', text, undefined, { details: { record } })
}

/** The new role, if the change includes one. */
function newRole({ name }: TableSchema, change: Body): Role | undefined {
  if (name !== peopleTable || !Object.hasOwn(change, 'role')) return undefined
  if (v.is(role, change.role)) return change.role
  throw invalidField('role', 'Role must be one of the valid options')
}

/**
 * Changes the named fields of a record. With `expectedVersion` it refuses to overwrite a newer version; without,
 * it is applied to the current record, and never in part.
 */
export async function updateRecord(
  deps: WriteDeps,
  writing: Writing,
  { id, values: given, expectedVersion: givenVersion, isFormer }: Extract<Write, { action: 'update' }>,
): Promise<Written> {
  const { records, writer, trash, revisions, rights } = deps
  const { actor, reason, schema } = writing
  const table = schema.name
  const isOwn = reason.scope.reach(table) === 'own'
  let values = checkedBody(schema, given)
  let expectedVersion = givenVersion
  let isChanged = false
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const before = await records.one(schema, id, reason.scope)
    if (!before) throw await recordNotFound(trash, table, id, reason.scope)
    refuseStale(before, expectedVersion)
    if (isOwn) requireOwnChange(schema, before, values)
    const change = await changedValues(deps, writing, before, values, isFormer)
    if (Object.keys(change).length === 0) return { id, record: before, isChanged }
    const revision = revisionOf(writing, before, change, writer.now())
    const right = newRole(schema, change)
    if (right) {
      // The role is written first, by auth's rules; if it is refused, nothing changes. The other fields follow.
      await rights.setRole(actor, id, right)
      const about = { table, id, action: 'update' as const, at: revision.at }
      await revisions.copy([newRevision(actor, reason, { ...about, changes: changesOf(before, { role: right }) })])
      const { role: _done, ...rest } = values
      values = rest
      expectedVersion = undefined
      isChanged = true
      continue
    }
    const after = await writer.update(schema, before, change, revision)
    if (after) return { id, record: after, isChanged: true }
  }
  throw new AppError('unavailable', 'Several people are changing this record at the same time. Please try again.')
}
