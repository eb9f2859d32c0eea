import type { Call, ServerErrorCode } from '@app/contracts/calls/call'
import { statusByCode } from '@app/contracts/errors'
import type { Access } from '@app/contracts/users'

type Reasons = Partial<Record<ServerErrorCode, string>>

/** What may happen to each call. */
const always: Reasons = {
  invalid_request: 'The request is malformed.',
  too_many_requests: 'Too many calls from this network. Retry after Retry-After seconds.',
  internal: 'An error in the service. The text is always the same.',
  unavailable: 'A dependency is unavailable or the service is overloaded. Retry after Retry-After seconds.',
}
const changing: Reasons = { forbidden: 'The call did not come from a page of this site.' }
const withBody: Reasons = {
  payload_too_large: 'The body is too large.',
  unsupported_media_type: 'The media type of the body is not accepted.',
}
const signedOut: Reasons = { not_signed_in: 'There is no session.' }
const guarded: Record<Access, Reasons> = {
  public: {},
  'signed-in': signedOut,
  staff: { ...signedOut, forbidden: 'The user is not staff.' },
  admin: { ...signedOut, forbidden: 'The user is not an admin.' },
}

/** The reasons for which a call may fail, by status; several codes may share one. */
export function errorsByStatus(call: Call): Map<number, { code: ServerErrorCode; why: string }[]> {
  const sources = [
    call.method === 'get' ? {} : changing,
    call.method === 'get' || call.method === 'delete' ? {} : withBody,
    guarded[call.access],
    always,
    call.errors ?? {},
  ]
  const byStatus = new Map<number, { code: ServerErrorCode; why: string }[]>()
  for (const source of sources)
    for (const [code, why] of Object.entries(source) as [ServerErrorCode, string][]) {
      const status = statusByCode[code]
      byStatus.set(status, [...(byStatus.get(status) ?? []).filter((one) => one.why !== why), { code, why }])
    }
  return new Map([...byStatus].sort(([one], [other]) => one - other))
}
