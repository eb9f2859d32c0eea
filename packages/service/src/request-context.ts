import { AppError } from '@app/contracts/errors'
import { idempotencyHeader, idempotencyKey } from '@app/contracts/forms'
import { Elysia } from 'elysia'
import * as v from 'valibot'
import { requestIdOf } from './request-id'

/** @throws AppError `invalid_request` when the header is malformed */
function idempotencyKeyOf(request: Request): string | undefined {
  const given = request.headers.get(idempotencyHeader)
  if (given === null) return undefined
  const parsed = v.safeParse(idempotencyKey, given)
  if (!parsed.success) throw new AppError('invalid_request', `${idempotencyHeader} is not valid.`)
  return parsed.output
}

/** Gives the routes that use it `requestId`, and `idempotencyKey` where the client sent one. */
export const requestContext = new Elysia({ name: 'request-context' }).derive({ as: 'scoped' }, ({ request }) => ({
  requestId: requestIdOf(request),
  idempotencyKey: idempotencyKeyOf(request),
}))
