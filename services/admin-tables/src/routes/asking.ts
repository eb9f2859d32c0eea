import { AppError } from '@app/contracts/errors'
import type { Identity } from '@app/session'
import type { Descriptor } from '@app/table-schema'
import type { Actor } from '../models/audit-store'
import type { TableSchemaStore } from '../models/table-schema-store'

const longestQuery = 4_096

/** The query of a request. @throws AppError `invalid_request` when it is too long to be one of ours */
export function queryOf(request: Request): URLSearchParams {
  const at = request.url.indexOf('?')
  if (at < 0) return new URLSearchParams()
  if (request.url.length - at > longestQuery) throw new AppError('invalid_request', 'The query is too long')
  return new URLSearchParams(request.url.slice(at))
}

/** A described table; any other name is not found, whatever the database holds. */
export async function tableOf(tables: Pick<TableSchemaStore, 'find'>, name: string): Promise<Descriptor> {
  const descriptor = await tables.find(name)
  if (!descriptor) throw new AppError('not_found', 'Not found.')
  return descriptor
}

/** An id as it is written in an address. @throws AppError `not_found` for anything else */
export function idOf(text: string): string {
  if (/^[0-9a-f]{24}$/.test(text)) return text
  throw new AppError('not_found', 'Not found.')
}

type Context = { identity: Identity; set: { headers: Record<string, string | number | undefined> } }

/** Who acts, for the audit. */
export const actorOf = ({ identity, set }: Context): Actor => ({
  id: identity.user.id,
  email: identity.user.email,
  sid: identity.sid,
  requestId: String(set.headers['x-request-id'] ?? ''),
})
