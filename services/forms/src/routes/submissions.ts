import { elapsedField, honeypotField, submissionEnvelope } from '@app/contracts/forms'
import { pacificTime } from '@app/mail/templates/pacific-time'
import type { IpLimits } from '@app/service/ip-limits'
import { Elysia } from 'elysia'
import type { acceptSubmission } from '../actions/accept-submission'
import { keyOf } from './idempotency-key'

const accepted = 'Thank you for your message. We will respond within 24 hours.'
const duplicate = (first: Date) =>
  `You have already submitted this message. It reached us on ${pacificTime(first)}, and we will respond within 24 hours of that.`

export const submissionRoutes = (accept: ReturnType<typeof acceptSubmission>, limits: Pick<IpLimits, 'inquiry'>) =>
  new Elysia({ name: 'submission-routes', prefix: '/api/forms' }).post(
    '/submit',
    async ({ body, request, set, status }) => {
      await limits.inquiry(request)
      const { formId, [honeypotField]: trap, [elapsedField]: elapsed, ...fields } = body
      const signs = { [honeypotField]: trap, [elapsedField]: elapsed }
      const requestId = String(set.headers['x-request-id'])
      const { outcome, submission } = await accept(formId, fields, {
        signs,
        idempotencyKey: keyOf(request),
        requestId,
      })
      if (outcome !== 'duplicate') return { success: true, message: accepted, id: submission.id }
      const text = duplicate(submission.receivedAt)
      return status(409, { success: false, message: text, error: text, code: 'duplicate', requestId })
    },
    { body: submissionEnvelope },
  )
