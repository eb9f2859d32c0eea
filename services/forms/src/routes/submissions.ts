import { elapsedField, honeypotField, submissionEnvelope } from '@app/contracts/forms'
import { pacificTime } from '@app/mail/templates/pacific-time'
import { requestContext } from '@app/service'
import type { IpLimits } from '@app/service/ip-limits'
import { Elysia } from 'elysia'
import type { acceptSubmission } from '../actions/accept-submission'

const accepted = 'Thank you for your message. We will respond within 24 hours.'
const duplicate = (first: Date) =>
  `You have already submitted this message. We received it on ${pacificTime(first)} and will respond within 24 hours of that.`

export const submissionRoutes = (accept: ReturnType<typeof acceptSubmission>, limits: Pick<IpLimits, 'inquiry'>) =>
  new Elysia({ name: 'submission-routes', prefix: '/api/forms' }).use(requestContext).post(
    '/submit',
    async ({ body, request, requestId, idempotencyKey, status }) => {
      await limits.inquiry(request)
      const { formId, [honeypotField]: honeypot, [elapsedField]: elapsed, ...fields } = body
      const signals = { [honeypotField]: honeypot, [elapsedField]: elapsed }
      const { outcome, submission } = await accept(formId, fields, { signals, idempotencyKey, requestId })
      if (outcome !== 'duplicate') return { success: true, message: accepted, id: submission._id.toHexString() }
      const text = duplicate(submission.created_at)
      return status(409, { success: false, message: text, error: text, code: 'duplicate', requestId })
    },
    { body: submissionEnvelope },
  )
