import * as v from 'valibot'

/** Every failure a service may answer with, and the HTTP status it travels under. The list is closed. */
export const statusByCode = {
  invalid_request: 400,
  not_signed_in: 401,
  forbidden: 403,
  recent_sign_in_required: 403,
  address_unproven: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  duplicate: 409,
  gone: 410,
  payload_too_large: 413,
  unsupported_media_type: 415,
  invalid_input: 422,
  too_many_requests: 429,
  internal: 500,
  unavailable: 503,
} as const

/** Errors that only the browser can notice: no answer, or one that it cannot read. */
const clientCodes = ['offline', 'timed_out', 'unreadable_answer'] as const

export type ErrorCode = keyof typeof statusByCode | (typeof clientCodes)[number]

/** Messages by field name. */
export type FieldErrors = Record<string, string>

/** The one error of the product: `message` is text for people and may be shown as it is. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly fields: FieldErrors | undefined
  /** The HTTP status; 0 where no answer came. */
  readonly status: number
  readonly requestId: string | undefined
  /** Seconds after which another try makes sense. */
  readonly retryAfter: number | undefined
  /** Content of the response besides the error, such as the record as it is now. */
  readonly details: Readonly<Record<string, unknown>> | undefined

  constructor(
    code: ErrorCode,
    message: string,
    fields?: FieldErrors,
    options: {
      cause?: unknown
      status?: number
      requestId?: string
      retryAfter?: number
      details?: Readonly<Record<string, unknown>>
    } = {},
  ) {
    super(message, { cause: options.cause })
    this.code = code
    this.fields = fields
    this.status = options.status ?? (code in statusByCode ? statusByCode[code as keyof typeof statusByCode] : 0)
    this.requestId = options.requestId
    this.retryAfter = options.retryAfter
    this.details = options.details
  }
}

/** The body of every answer that is not a success. */
export const errorBody = v.object({
  error: v.string(),
  code: v.picklist(Object.keys(statusByCode) as (keyof typeof statusByCode)[]),
  fields: v.optional(v.record(v.string(), v.string())),
  requestId: v.optional(v.string()),
})
export type ErrorBody = v.InferOutput<typeof errorBody>

/** Of what does not exist, or is not for whoever asks to know of. */
export const notFound = (message = 'Not found.') => new AppError('not_found', message)

/** Of a value that is not accepted; the form shows the message at its field. */
export const invalidField = (field: string, message: string) =>
  new AppError('invalid_input', message, { [field]: message })
export const invalidFile = (message: string) => invalidField('file', message)

/** @throws AppError `invalid_input` where a field has an error */
export function refuseErrors(errors: FieldErrors): void {
  const [first] = Object.values(errors)
  if (first) throw new AppError('invalid_input', first, errors)
}

export const conflict = (message: string) => new AppError('conflict', message)

/** A repeated request is answered like the first one; another one needs a key of its own. */
export const keyOfOther = (other = 'with other values') =>
  new AppError('invalid_input', `This Idempotency-Key was used ${other}.`)
