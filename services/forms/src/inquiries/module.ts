import { hours, minutes } from '@app/contracts/durations'
import { AppError } from '@app/contracts/errors'
import { cameFromField, elapsedField, honeypotField, submitForm } from '@app/contracts/forms'
import { idempotencyHeader } from '@app/contracts/idempotency'
import type { FeaturePart, ServicePart } from '@app/jobs/service-of-parts'
import { pacificTime } from '@app/mail/templates/markup'
import { publishedFacts } from '@app/mongo/published-facts'
import { serve } from '@app/service/serve'
import type { Context, Service } from '../context'
import type { Visits } from '../visits/module'
import { acceptSubmission } from './accept-submission'
import { inGroups } from './combine-calls'
import { formStore } from './form'
import { retentionStore } from './retention'
import { seedInquiries } from './sample-inquiries'
import { logoReader, lookReader, schoolReader, serviceFacts } from './school-values'
import { selectedRecords, tableSchemas } from './selected-records'
import { submissionStore } from './submission'
import { syntheticModel } from './submission-document'
import { syntheticInquiries, syntheticInquiry } from './synthetic-inquiry'

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

const submissionRoutes = ({ accept, noteInquiry }: Deps) => {
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

/** Inquiries of visitors, and what features read to answer them: the form, the facts of the school, the tables. */
export function inquiriesModule(context: Context, { visits }: { visits: Visits }) {
  const { connection, db, collection, objects, mailDomain, log, mail } = context
  const forms = formStore(connection)
  const submissions = submissionStore(connection, mailDomain, {
    onStored: context.announced,
    onError: (err) => log.error({ err }, 'inquiry stored without its key'),
  })
  const synthetic = syntheticInquiries(connection)
  const schemas = tableSchemas(() => collection('table_schemas'))
  const retention = retentionStore(connection)
  const published = publishedFacts(db)
  const readLogo = logoReader(db, objects, (logo, err) => log.warn({ logo, err }, 'logo missing in mails'))
  const school = schoolReader(forms, published)
  const sendSynthetic = syntheticInquiry({
    forms,
    mail,
    log,
    submissions: submissionStore(connection, mailDomain, { submissions: syntheticModel(connection) }),
  })

  async function purge(): Promise<void> {
    const deleted = await retention.purge()
    if (deleted > 0) log.info({ deleted }, 'expired inquiries deleted')
  }

  return {
    forms,
    submissions,
    synthetic,
    schemas,
    select: selectedRecords(db, schemas),
    facts: serviceFacts(() => collection('service_cards')),
    school,
    look: lookReader(school, published, readLogo),

    service: ({ env, overHourlyLimit }: Service): ServicePart => ({
      stores: [
        submissions,
        synthetic,
        { prepare: () => forms.prepare(env.CONTACT_RECIPIENT) },
        { prepare: async () => env.SEED_INQUIRIES && seedInquiries(connection, mailDomain) },
      ],
      checks: { form: () => forms.requireContactForm() },
      routes: submissionRoutes({
        accept: acceptSubmission({ forms, submissions, mail, overHourlyLimit, log }),
        noteInquiry: visits.noteInquiry,
      }),
      // At most once an hour is stored; asking more often makes up for an outage soon.
      repeated: [{ run: sendSynthetic, everyMs: minutes(5), firstMs: minutes(5), failed: 'synthetic inquiry failed' }],
    }),

    worker: (): FeaturePart => ({
      repeated: [{ run: purge, everyMs: hours(1), failed: 'expired inquiries could not be deleted yet' }],
    }),
  }
}
export type Inquiries = ReturnType<typeof inquiriesModule>
