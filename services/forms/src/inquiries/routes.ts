import { AppError } from '@app/contracts/errors'
import { cameFromField, elapsedField, honeypotField, submitForm } from '@app/contracts/forms'
import { idempotencyHeader } from '@app/contracts/idempotency'
import { pacificTime } from '@app/mail/templates/markup'
import { serve } from '@app/service/serve'
import type { acceptSubmission } from './accept-submission'
import { inGroups } from './combine-calls'

const accepted = 'Thank you for your message. We will respond within 24 hours.'
const duplicate = (first: Date) =>
  `You have already submitted this message. We received it on ${pacificTime(first)} and will respond within 24 hours of that.`

type Deps = {
  accept: ReturnType<typeof acceptSubmission>
  /** Counts a new inquiry by where its visit began. */
  noteInquiry: (request: Request, cameFrom: unknown) => void
}

/** Two, so that a lone inquiry does not wait for another one's write; a hanging database delays no request. */
const groups = { maxGroups: 2, slowMs: 100 }

export const submissionRoutes = ({ accept, noteInquiry }: Deps) => {
  const grouped = inGroups(groups)
  return [
    serve(submitForm, async ({ body, headers, requestId, request }) => {
      const { formId, [honeypotField]: honeypot, [elapsedField]: elapsed, [cameFromField]: cameFrom, ...fields } = body
      const signals = { [honeypotField]: honeypot, [elapsedField]: elapsed }
      const idempotencyKey = headers[idempotencyHeader]
      const { outcome, submission } = await grouped(() =>
        accept(formId, fields, { signals, idempotencyKey, requestId }),
      )
      if (outcome === 'stored' && !submission.spam) noteInquiry(request, cameFrom)
      if (outcome !== 'duplicate')
        return { success: true as const, message: accepted, id: submission._id.toHexString() }
      const text = duplicate(submission.created_at)
      throw new AppError('duplicate', text, undefined, { details: { success: false, message: text } })
    }),
  ]
}
