import type * as v from 'valibot'
import type { statusByCode } from '../errors'
import type { AuditPolicy, Policy } from './policy'

export type ServerErrorCode = keyof typeof statusByCode
export type ParameterSchema = v.ObjectSchema<v.ObjectEntries, undefined>

/** A response that is not JSON. */
export type Media = { type: string | readonly string[] }

type Wire = Policy & {
  /** The name of the exported constant; the `operationId` of the API reference. */
  id: string
  /** With parameters as `:name`: `/api/tables/:table`. */
  path: `/api/${string}`
  /** A path that does not fit is 404. */
  params?: ParameterSchema
  /** A query that does not fit is 400. */
  query?: ParameterSchema
  /** Documented only: what it may hold depends on the table, so the handler parses it. */
  tableQuery?: ParameterSchema
  /** The headers the handler reads. One that does not fit is 400. */
  headers?: ParameterSchema
  /** By status: a JSON body, another medium, or `null` for no body. The first success is the default of the handler. */
  response: Readonly<Record<number, v.GenericSchema | Media | null>>
  /** Why it may fail, apart from what its policy and its parts imply. */
  errors?: readonly ServerErrorCode[]
  /** What the error of this status holds in addition. */
  errorDetails?: Readonly<Record<number, v.GenericSchema>>
  /** `same`: a read that only pages of this origin may cause. `any`: a change that any page may cause. */
  origin?: 'same' | 'any'
  /** It still works, and ends at `sunset` (days, YYYY-MM-DD); `instead` is the call that replaces it. */
  deprecated?: { since: string; sunset: string; instead?: string }
  /** A page of its own: a browser without a session is sent to the sign-in. */
  page?: true
}

export type CallBody = {
  schema: v.GenericSchema
  /** A missing body counts as an empty object. */
  optional?: true
  /** `multipart/form-data` needs the header `X-Requested-With`, which a form of another site cannot send. */
  type?: 'multipart/form-data' | 'application/reports+json' | 'application/x-www-form-urlencoded'
  /** Nothing of it is read: the rest of the request says everything. */
  isIgnored?: true
  /** The handler reads a form from the request as it arrives, so that none of it has to be in memory whole. */
  streamed?: true
  /** The media types that are accepted in place of JSON. A form without files is read as an object of texts, all others as JSON. */
  types?: readonly string[]
  /** The handler also gets the text as it came, to verify its signature. */
  hasText?: true
  /** Bytes; the default is the service's. */
  maxBytes?: number
}

/**
 * One call of the API: the only description of its address, its parts and its policy. The route, the browser's client and the
 * API reference are derived from it; prose and examples are in the `.doc.ts` file next to it.
 */
export type Call = Wire &
  (
    | { method: 'get'; body?: never; audit?: AuditPolicy }
    // A call that changes something says what the audit records of it, or that it records nothing.
    | { method: 'delete'; body?: never; audit: AuditPolicy | false }
    | {
        method: 'post' | 'put' | 'patch'
        /** A body that does not fit is 422 with a message for each field, or 400 where `errors` has no `invalid_input`. */
        body?: CallBody
        audit: AuditPolicy | false
      }
  )

export const call = <const C extends Call>(given: C): C => given

export const isMedia = (response: v.GenericSchema | Media | null): response is Media =>
  response !== null && !('kind' in response)
