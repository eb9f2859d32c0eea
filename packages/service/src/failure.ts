import { AppError, type ErrorBody, notFound, statusByCode } from '@app/contracts/errors'

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
