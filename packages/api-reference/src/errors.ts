import type { Call, CallDoc, ServerErrorCode } from '@app/contracts/call'
import { statusByCode } from '@app/contracts/errors'
import { stepUpOf } from '@app/contracts/policy'
import { stepUpError } from './policy'

export type Reason = { code: ServerErrorCode; why: string }
type Reasons = Partial<Record<ServerErrorCode, string>>

const notStaff: Reasons = {
  not_signed_in: 'There is no session.',
  forbidden: 'The user is neither staff nor an admin.',
}

function byAccess({ access, own }: Call): Reasons[] {
  if (access === 'public') return []
  if (access === 'user') return [{ not_signed_in: 'There is no session.' }]
  if (access === 'anyRight') return [notStaff]
  if (access === 'admin') return [{ not_signed_in: 'There is no session.', forbidden: 'The user is not an admin.' }]
  const hidden: Reasons = { not_found: 'The user may not view the table.' }
  if (access.level === 'view')
    return [notStaff, hidden, own ? {} : { forbidden: 'The user has a right to their own records alone.' }]
  return [notStaff, hidden, { forbidden: `The user may view the table, but not ${access.level} it.` }]
}

function byOrigin({ method, origin, body }: Call): Reasons[] {
  const ownPagesOnly = origin === 'same' || (method !== 'get' && origin !== 'any')
  return [
    ownPagesOnly ? { forbidden: 'The call did not come from a page of this site.' } : {},
    body?.type === 'multipart/form-data' ? { forbidden: 'The header X-Requested-With is missing.' } : {},
  ]
}

/** The headers of a body are checked whether the call reads one or not. */
const byBody = ({ method }: Call): Reasons =>
  method !== 'get' && method !== 'delete'
    ? {
        payload_too_large: 'The body is too large.',
        unsupported_media_type: 'The media type of the body is not accepted.',
      }
    : {}

/** The errors that the policy and the parts of a call imply, in the order in which the service checks them. */
function implied(call: Call): Reasons[] {
  const stepUp = stepUpOf(call)
  return [
    ...byOrigin(call),
    byBody(call),
    ...byAccess(call),
    stepUp ? { recent_sign_in_required: stepUpError(stepUp) } : {},
    {
      invalid_request: 'The request is malformed, or its query is too long.',
      too_many_requests: `The rate limit \`${call.limit}\` is exceeded. Retry after Retry-After seconds.`,
      internal: 'An error in the service. The text is always the same.',
      unavailable: 'A dependency is unavailable or the service is overloaded. Retry after Retry-After seconds.',
    },
  ]
}

/** The reasons for which a call may fail, by status; several codes may share one. */
export function errorsByStatus({ call, errors = {} }: CallDoc): Map<number, Reason[]> {
  const reasons = [...implied(call), errors].flatMap((source) =>
    Object.entries(source).map(([code, why]): Reason => ({ code: code as ServerErrorCode, why })),
  )
  const byStatus = Map.groupBy(reasons, ({ code }) => statusByCode[code])
  return new Map([...byStatus].sort(([one], [other]) => one - other))
}
