import { hours, minutes } from '@app/contracts/durations'
import { contactFormId } from '@app/contracts/forms'
import type { FeaturePart, ServicePart } from '@app/jobs/service-of-parts'
import type { Look } from '@app/mail'
import { publishedFacts } from '@app/mongo/published-facts'
import type { Context, Service } from '../context'
import type { Visits } from '../visits/module'
import { acceptSubmission } from './accept-submission'
import { formStore } from './form'
import { retentionStore } from './retention'
import { submissionRoutes } from './routes'
import { seedInquiries } from './sample-inquiries'
import { logoReader, schoolReader, serviceFacts } from './school-values'
import { selectedRecords, tableSchemas } from './selected-records'
import { submissionStore } from './submission'
import { syntheticModel } from './submission-document'
import { syntheticInquiries, syntheticInquiry } from './synthetic-inquiry'

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
  const school = schoolReader(() => forms.find(contactFormId), published)
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
    async look(): Promise<Look> {
      const { colors, logo } = (await published()) ?? {}
      return { school: (await school()).school, colors, logo: await readLogo(logo) }
    },

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
