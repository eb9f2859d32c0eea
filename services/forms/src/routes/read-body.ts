import { AppError, type FieldErrors } from '@app/contracts/errors'
import * as v from 'valibot'

/** The validated body. @throws AppError with a message per field */
export function readBody<Output>(schema: v.GenericSchema<unknown, Output>, body: unknown): Output {
  const parsed = v.safeParse(schema, body ?? {}, { abortPipeEarly: true })
  if (parsed.success) return parsed.output
  const fields: FieldErrors = {}
  for (const issue of parsed.issues) fields[v.getDotPath(issue) ?? ''] ??= issue.message
  throw new AppError('invalid_input', parsed.issues[0].message, fields)
}
