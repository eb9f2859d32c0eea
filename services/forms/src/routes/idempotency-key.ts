import { AppError } from '@app/contracts/errors'
import { idempotencyHeader, idempotencyKey } from '@app/contracts/forms'
import * as v from 'valibot'

/** What makes a repeated request recognisable, if the client sent it. */
export function keyOf(request: Request): string | undefined {
  const given = request.headers.get(idempotencyHeader)
  if (given === null) return undefined
  const parsed = v.safeParse(idempotencyKey, given)
  if (!parsed.success) throw new AppError('invalid_request', `${idempotencyHeader} is not valid.`)
  return parsed.output
}
