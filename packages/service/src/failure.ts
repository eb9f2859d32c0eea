import { AppError, type ErrorBody, notFound, statusByCode } from '@app/contracts/errors'

const ascii = (text: string) =>
  text.replace(/[^\x20-\x7e]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)

/**
 * A refusal as nginx understands it: 401, or 403 with the response that the edge then sends. What is no refusal stays: the edge lets
 * the call pass, which then fails itself.
 */
export function refusalForEdge(
  { status, body }: { status: number; body: ErrorBody },
  retryAfter = 0,
): { status: number; headers: Record<string, string> } {
  if (status >= 500) return { status, headers: {} }
  return {
    status: status === 401 ? 401 : 403,
    headers: {
      'x-refusal-status': String(status),
      'x-refusal': ascii(JSON.stringify(body)),
      ...(retryAfter > 0 && { 'x-refusal-wait': String(retryAfter) }),
    },
  }
}

const internalText = 'Something went wrong on our side. Please try again.'

/** Any thrown value as an `AppError`. For an unknown error the client gets a fixed text. */
export function toAppError(
  error: unknown,
  elysiaCode: string | number,
  translate: (error: unknown) => AppError | undefined,
): AppError {
  if (error instanceof AppError) return error
  if (elysiaCode === 'NOT_FOUND') return notFound()
  return translate(error) ?? new AppError('internal', internalText, undefined, { cause: error })
}

/** The HTTP response of an error; the only place that decides it. */
export function toResponse(
  { code, message, fields, details }: Pick<AppError, 'code' | 'message'> & Partial<AppError>,
  requestId: string,
): { status: number; body: ErrorBody } {
  const publicCode = code in statusByCode ? (code as keyof typeof statusByCode) : 'internal'
  const body = { ...details, error: message, code: publicCode, ...(fields && { fields }), requestId }
  return { status: statusByCode[publicCode], body }
}
