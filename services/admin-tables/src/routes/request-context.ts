import { auditActor } from '@app/audit'
import { AppError } from '@app/contracts/errors'
import { idempotencyHeader, idempotencyKey } from '@app/contracts/forms'
import { changeSourceHeader } from '@app/contracts/history'
import { type Identity, mayUse, requireRecentSignIn } from '@app/session'
import type { Descriptor } from '@app/table-schema'
import * as v from 'valibot'
import type { Actor } from '../models/actor'
import { personTables } from '../models/person-records'
import type { TableSchemaStore } from '../models/table-schema-store'
import { usersTable } from '../writes/user-rights'

const maxQueryLength = 4_096

/** The query of a request. @throws AppError `invalid_request` when it is too long */
export function queryOf(request: Request): URLSearchParams {
  const at = request.url.indexOf('?')
  if (at < 0) return new URLSearchParams()
  if (request.url.length - at > maxQueryLength) throw new AppError('invalid_request', 'The query is too long')
  return new URLSearchParams(request.url.slice(at))
}

/** A described table. @throws AppError `not_found` for any other name, whatever the database holds */
export async function tableOf(tables: Pick<TableSchemaStore, 'find'>, name: string): Promise<Descriptor> {
  const descriptor = await tables.find(name)
  if (!descriptor) throw new AppError('not_found', 'Not found.')
  return descriptor
}

/** Access is changed, and personal data is exported, only after a recent sign-in. */
const needsRecentSignIn = (name: string, right: 'view' | 'edit' | 'export') =>
  right === 'edit' ? name === usersTable : right === 'export' && [usersTable, ...personTables].includes(name)

/**
 * A described table on which the user has a right.
 * @throws AppError `not_found` when they may not see it, `forbidden` when they may see it only, `recent_sign_in_required`
 */
export async function tableFor(
  tables: Pick<TableSchemaStore, 'find'>,
  identity: Pick<Identity, 'user' | 'signedInAt'>,
  name: string,
  right: 'view' | 'edit' | 'export',
): Promise<Descriptor> {
  const { user } = identity
  if (!mayUse(user, name, 'view')) throw new AppError('not_found', 'Not found.')
  const descriptor = await tableOf(tables, name)
  if (!mayUse(user, name, right))
    throw new AppError(
      'forbidden',
      right === 'export' ? 'You may not export this table.' : 'You may view this table only.',
    )
  if (needsRecentSignIn(name, right)) requireRecentSignIn(identity)
  return descriptor
}

/** The `updated_at` that the editor has seen; `undefined` when any version will do. */
export function versionFrom(request: Request): string | undefined {
  const given = request.headers.get('if-match')?.trim()
  return given === undefined || given === '*' ? undefined : given.replace(/^(?:W\/)?"(.*)"$/, '$1')
}

/** Where a page made a change; without the header it was the form. */
export function sourceFrom(request: Request): 'form' | 'row' | 'restore' {
  const given = request.headers.get(changeSourceHeader)
  return given === 'row' || given === 'restore' ? given : 'form'
}

export function idempotencyKeyFrom(request: Request): string | undefined {
  const given = request.headers.get(idempotencyHeader)
  if (given === null) return undefined
  if (v.is(idempotencyKey, given)) return given
  throw new AppError('invalid_request', 'The Idempotency-Key must have 8 to 64 letters, digits, - or _.')
}

type Context = { identity: Identity; set: { headers: Record<string, string | number | undefined> } }

/** Who acts, for the audit. */
export const actorOf = ({ identity, set }: Context): Actor => ({
  ...auditActor(identity.user, String(set.headers['x-request-id'] ?? '')),
  sid: identity.sid,
})
