import { submitForm } from '@app/contracts/calls/inquiries'
import { elapsedField, honeypotField } from '@app/contracts/forms'
import { pacificTime } from '@app/mail/templates/pacific-time'
import { requestContext } from '@app/service'
import { callRoute } from '@app/service/call-route'
import type { IpLimits } from '@app/service/ip-limits'
import type { Guards } from '@app/session'
import { Elysia } from 'elysia'
import type { acceptSubmission } from '../actions/accept-submission'
import { inGroups } from '../actions/in-groups'

const accepted = 'Thank you for your message. We will respond within 24 hours.'
const duplicate = (first: Date) =>
  `You have already submitted this message. We received it on ${pacificTime(first)} and will respond within 24 hours of that.`

type Deps = {
  guards: Pick<Guards, 'access'>
  accept: ReturnType<typeof acceptSubmission>
  limits: Pick<IpLimits, 'inquiry'>
}

/** Two, so that a lone inquiry does not wait for another one's write; a hanging database delays no request. */
const groups = { maxGroups: 2, slowMs: 100 }

export const submissionRoutes = ({ guards, accept, limits }: Deps) => {
  const grouped = inGroups(groups)
  return new Elysia({ name: 'submission-routes' })
    .use(guards.access)
    .use(requestContext)
    .post(
      submitForm.path,
      async ({ body, request, requestId, idempotencyKey, status }) => {
        const { formId, [honeypotField]: honeypot, [elapsedField]: elapsed, ...fields } = body
        const signals = { [honeypotField]: honeypot, [elapsedField]: elapsed }
        const { outcome, submission } = await grouped(async () => {
          await limits.inquiry(request)
          return accept(formId, fields, { signals, idempotencyKey, requestId })
        })
        if (outcome !== 'duplicate')
          return { success: true as const, message: accepted, id: submission._id.toHexString() }
        const text = duplicate(submission.created_at)
        return status(409, { success: false, message: text, error: text, code: 'duplicate', requestId })
      },
      callRoute(submitForm),
    )
}
