import { AppError } from '@app/contracts/errors'
import * as v from 'valibot'

/** A body of the wrong shape is a malformed request around signing in, not a form to correct, and costs nobody a try. */
export function readBody<Schema extends v.GenericSchema>(schema: Schema, body: unknown): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, body)
  if (!parsed.success) throw new AppError('invalid_request', 'The request is not valid.')
  return parsed.output
}
