import { AppError, type ErrorBody, type FieldErrors, statusByCode } from '@app/contracts/errors'
import { ValidationError } from 'elysia'
import * as v from 'valibot'

type Issue = { message: string; path?: readonly unknown[] }
type Standard = { validate(value: unknown): Promise<{ issues?: readonly Issue[] }> | { issues?: readonly Issue[] } }

/** Elysia flattens the issues beyond use but keeps the schema, so the value is validated once more. */
async function fromValidation(error: ValidationError): Promise<AppError> {
  if (error.type === 'response') return new AppError('internal', internalText, undefined, { cause: error })
  const validator = error.validator as { '~standard'?: Standard; schema?: { '~standard'?: Standard } } | undefined
  const standard = validator?.['~standard'] ?? validator?.schema?.['~standard']
  const issues = (await standard?.validate(error.value))?.issues ?? []
  if (error.type !== 'body' || typeof error.value !== 'object' || error.value === null || Array.isArray(error.value)) {
    return new AppError('invalid_request', issues[0]?.message ?? 'The request is not valid.')
  }
  const fields: FieldErrors = {}
  for (const issue of issues) fields[v.getDotPath(issue as v.BaseIssue<unknown>) ?? ''] ??= issue.message
  return new AppError('invalid_input', issues[0]?.message ?? 'The data is not valid.', fields)
}

const internalText = 'Something went wrong on our side. Please try again.'

/** Any thrown value as an `AppError`. For an unknown error the client gets a fixed text. */
export async function toAppError(
  error: unknown,
  elysiaCode: string | number,
  translate: (error: unknown) => AppError | undefined,
): Promise<AppError> {
  if (error instanceof AppError) return error
  // Elysia wraps what a parser throws.
  if (error instanceof Error && error.cause instanceof AppError) return error.cause
  if (error instanceof ValidationError) return fromValidation(error)
  if (elysiaCode === 'NOT_FOUND') return new AppError('not_found', 'Not found.')
  if (elysiaCode === 'PARSE') return new AppError('invalid_request', 'The request body cannot be read.')
  return translate(error) ?? new AppError('internal', internalText, undefined, { cause: error })
}

/** The HTTP response of an error; the only place that decides it. */
export function toAnswer(
  { code, message, fields, details }: AppError,
  requestId: string,
): { status: number; body: ErrorBody } {
  const publicCode = code in statusByCode ? (code as keyof typeof statusByCode) : 'internal'
  const body = { ...details, error: message, code: publicCode, ...(fields && { fields }), requestId }
  return { status: statusByCode[publicCode], body }
}
