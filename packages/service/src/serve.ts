import type { AuditDetails } from '@app/contracts/audit'
import type { AuditAction } from '@app/contracts/audit-actions'
import type { Call, ParameterSchema } from '@app/contracts/call'
import type { Identity } from '@app/session'
import type * as v from 'valibot'

type Parsed<S> = S extends ParameterSchema ? v.InferOutput<S> : Record<string, never>
type ParsedBody<C extends Call> = C['body'] extends { streamed: true }
  ? undefined
  : C['body'] extends { type: 'multipart/form-data' }
    ? FormData
    : C['body'] extends { schema: infer S extends v.GenericSchema }
      ? C['body'] extends { isForeign: true }
        ? v.InferOutput<S> | v.InferOutput<S>[]
        : v.InferOutput<S>
      : undefined

/** The input of a handler, parsed, and its caller. Every check of the call's policy has passed. */
export type CallContext<C extends Call = Call> = {
  request: Request
  requestId: string
  params: Parsed<C['params']>
  query: Parsed<C['query']>
  headers: Parsed<C['headers']>
  body: ParsedBody<C>
  /** The body as it came, of calls that ask for it. */
  text: string
  /** Of such a body, what was read in the most likely way, for people. */
  notes: readonly string[]
  /** The whole query, for calls whose query depends on the table. */
  search: URLSearchParams
  identity: C['access'] extends 'public' ? undefined : Identity
  /** The actor, for the audit and for stored changes. */
  actor: C['access'] extends 'public' ? undefined : Actor
  /** Headers of the response. */
  set: { headers: Record<string, string | number | string[]> }
  /** Adds what only the result tells to the audit entry of this call. */
  audited: (more: Pick<CallEntry, 'recordId' | 'about'>) => void
}
export type Actor = { id: string; email: string; requestId: string; sid: string }

/** The audit entry of a call. */
export type CallEntry = {
  actor: Actor
  action: AuditAction
  table?: string
  recordId?: string | undefined
  about?: AuditDetails
  ref?: string
}

// Handlers of different calls are kept in one list; each is checked against its own call where it is registered.
// biome-ignore lint/suspicious/noExplicitAny: the parameter of a function in a mixed list
export type Route = { call: Call; handler: (context: any) => unknown }

/** A response with another status than the first success of the call. */
export class Reply {
  readonly status: number
  readonly body: unknown

  constructor(status: number, body: unknown) {
    this.status = status
    this.body = body
  }
}
export const reply = (status: number, body: unknown = null) => new Reply(status, body)

/**
 * The only way to add a route: address, policy and parts come from the call. The handler returns the body of the response, a
 * `reply` with another status, or a `Response` for what is not JSON.
 */
export const serve = <const C extends Call>(call: C, handler: (context: CallContext<C>) => unknown): Route => ({
  call,
  handler,
})
