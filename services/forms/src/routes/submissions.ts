import { AppError } from '@app/contracts/errors'
import { idempotencyHeader, idempotencyKey } from '@app/contracts/forms'
import { Elysia } from 'elysia'
import * as v from 'valibot'
import type { acceptSubmission } from '../actions/accept-submission'

/** The fields themselves are checked by the stored form, so only the envelope is told here. */
const envelope = v.looseObject({ formId: v.pipe(v.string('formId is required'), v.maxLength(64)) })

const accepted = 'Thank you for your message. We will respond within 24 hours.'
const duplicate = 'You have already submitted this message. We have received it and will respond within 24 hours.'

function keyOf(request: Request): string | undefined {
  const given = request.headers.get(idempotencyHeader)
  if (given === null) return undefined
  const parsed = v.safeParse(idempotencyKey, given)
  if (!parsed.success) throw new AppError('invalid_request', `${idempotencyHeader} is not valid.`)
  return parsed.output
}

export const submissionRoutes = (accept: ReturnType<typeof acceptSubmission>) =>
  new Elysia({ name: 'submission-routes', prefix: '/api/forms' }).post(
    '/submit',
    async ({ body: { formId, ...fields }, request, set, status }) => {
      const requestId = String(set.headers['x-request-id'])
      const { outcome, submission } = await accept(formId, fields, { idempotencyKey: keyOf(request), requestId })
      return outcome === 'duplicate'
        ? status(409, { success: false, message: duplicate, error: duplicate, code: 'duplicate', requestId })
        : { success: true, message: accepted, id: submission.id }
    },
    { body: envelope },
  )
