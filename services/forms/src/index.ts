import { serviceAudit } from '@app/audit'
import { runPeriodically, type StopTask } from '@app/concurrency/run-periodically'
import { followFile } from '@app/config'
import { hours, minutes, seconds } from '@app/contracts/durations'
import { erasureCollection } from '@app/contracts/erasures'
import { contactFormId } from '@app/contracts/forms'
import { objectStorage } from '@app/files/object-storage'
import { currentRights, jobRunner, jobStore } from '@app/jobs'
import { deliveryQueue } from '@app/mail'
import { connectMongo } from '@app/mongo'
import { publishedFacts } from '@app/mongo/published-facts'
import { scopes } from '@app/record-query'
import { exactAddress, start } from '@app/service'
import { callLimits } from '@app/service/limits'
import { sharedCounters } from '@app/service/shared-counters'
import {
  actorFinder,
  identify,
  serviceAccountReader,
  sessionCookie,
  sessionStore,
  tokenVerifier,
  userStore,
} from '@app/session'
import { mailAddresses } from './addresses/mail-addresses'
import { mailSetup } from './addresses/mail-setup'
import { createApp } from './app'
import { formsVariables } from './config'
import { testMails } from './deliverability/test-mail'
import { conversations } from './inbound/conversations'
import { inboundDoors } from './inbound/doors'
import { inboundActions } from './inbound/inbound-actions'
import { inboundFiles } from './inbound/inbound-files'
import { inboundJournal } from './inbound/journal'
import { inboxStore } from './inbox/inbox'
import { inboxChanges } from './inbox/inbox-changes'
import { inboxFeed } from './inbox/inbox-feed'
import { teamworkStore } from './inbox/teamwork'
import { erasureRequests } from './inquiries/erasure-requests'
import { formStore } from './inquiries/form'
import { seedInquiries } from './inquiries/sample-inquiries'
import { schoolReader } from './inquiries/school-values'
import { selectedRecords } from './inquiries/selected-records'
import { serviceFacts } from './inquiries/service-facts'
import { submissionStore } from './inquiries/submission'
import { syntheticModel } from './inquiries/submission-document'
import { syntheticInquiries } from './inquiries/synthetic-inquiries'
import { syntheticInquiry } from './inquiries/synthetic-inquiry'
import { tableSchemas } from './inquiries/table-schemas'
import { admitMailing } from './mailings/admit-mailing'
import { familyAddresses } from './mailings/families'
import { findRecipients } from './mailings/find-recipients'
import { mailingStore, type StoredMailing } from './mailings/mailing'
import { mailingJob } from './mailings/mailing-job'
import { continueMailings } from './mailings/send-mailing'
import { reminderSettingsStore } from './reminders/lesson-reminder-settings'
import { lessonReminderStore } from './reminders/lesson-reminders'
import { lessonsAhead } from './reminders/lessons-ahead'
import { remindParticipants } from './reminders/remind-participants'
import { reminderActions } from './reminders/reminder-actions'
import { colleagueStore } from './replies/colleagues'
import { inquiriesJob, undoInquiriesJob } from './replies/inquiries-job'
import { inquiryStore } from './replies/inquiry'
import { inquiryActions } from './replies/inquiry-actions'
import { replyFiles } from './replies/reply-files'
import { replyTemplateStore } from './replies/reply-template'
import { conversationWords } from './search/conversation-words'
import { settingsNotices } from './settings/settings-notices'
import { visitCounter } from './visits/visit-counter'
import { visitStore } from './visits/visit-store'

await start('forms', { variables: formsVariables, source: process.env }, async ({ env, log }) => {
  const mailDomain = new URL(env.PUBLIC_ORIGIN).hostname
  const objects = env.FILES_S3 ? objectStorage(env.FILES_S3) : undefined
  const mongo = connectMongo(env.MONGODB_URI, {
    installation: env.INSTALLATION_ID,
    prepare: () =>
      Promise.all([
        submissions.prepare(),
        words.prepare(),
        forms.prepare(env.CONTACT_RECIPIENT),
        templates.prepare(),
        env.SEED_INQUIRIES && seedInquiries(mongo.connection, mailDomain),
        mailings.prepare(),
        addresses.prepare(),
        jobs.prepare(),
        audit.prepare(),
        journal.prepare(),
        incoming.prepare(),
        files.prepare(),
        syntheticInquiries(mongo.connection).prepare(),
      ]),
    onError: (err) => log.warn({ err }, 'waiting for MongoDB'),
  })
  const incoming = inboundFiles(mongo.db, objects)
  const audit = serviceAudit('forms', mongo.db, log)
  const submissions = submissionStore(mongo.connection, mailDomain, {
    onError: (err) => log.error({ err }, 'inquiry stored without its key'),
  })
  const templates = replyTemplateStore(mongo.connection)
  const forms = formStore(mongo.connection)
  const journal = inboundJournal(mongo.db)
  const words = conversationWords(mongo.db)
  const files = replyFiles(mongo.db, objects)
  const jobs = jobStore(mongo.db, 'forms')
  const mailings = mailingStore(() => mongo.db().collection<StoredMailing>('mailings'), mailDomain)
  const redis = {
    redisUrl: env.REDIS_URL,
    prefix: env.QUEUE_PREFIX,
    onError: (err: Error) => log.warn({ err }, 'Redis error'),
  }
  const mail = deliveryQueue(redis)
  const mailingMail = deliveryQueue(redis, 'mailing')
  const counters = sharedCounters({ ...redis, owner: 'forms' })
  // At most once an hour is stored; asking more often makes up for an outage soon.
  const sendSynthetic = syntheticInquiry({
    forms,
    submissions: submissionStore(mongo.connection, mailDomain, { submissions: syntheticModel(mongo.connection) }),
    mail,
    log,
  })
  const stopSynthetic = runPeriodically(
    async () => void (await sendSynthetic()),
    (err) => log.warn({ err }, 'synthetic inquiry failed'),
    minutes(5),
    { firstMs: minutes(5) },
  )
  const perHour = counters.counter('inquiries', { max: env.INQUIRIES_PER_HOUR, window: hours(1) })

  const schemas = tableSchemas(() => mongo.db().collection('table_schemas'))
  const select = selectedRecords(mongo.db, schemas)
  const addresses = mailAddresses(mongo.db)
  const recipients = findRecipients(select, addresses)
  const scopeOf = scopes(mongo.db)
  const caps = {
    mailingsPerPerson: env.MAILINGS_PER_PERSON,
    mailsPerPerson: env.MAILING_RECIPIENTS_PER_PERSON,
    mailsPerSite: env.MAILING_RECIPIENTS_PER_SITE,
  }
  const admit = admitMailing({ mailings, caps })
  const lessonReminders = {
    reminderSettings: reminderSettingsStore(mongo.db),
    lessons: lessonsAhead(mongo.db, schemas),
    recipients,
    reminders: lessonReminderStore(() => mongo.db().collection<StoredMailing>('mailings')),
    school: async () => (await school()).school,
  }
  const remind = remindParticipants({
    ...lessonReminders,
    settings: lessonReminders.reminderSettings,
    ...{ mailings, mailingMail, audit, mailsPerSite: caps.mailsPerSite },
    onCap: (lesson) =>
      log.warn({ lesson }, 'reminders wait: the school has sent as many mails as it may within 24 hours'),
    onError: (err, lesson) => log.warn({ err, lesson }, 'reminders of a lesson could not be sent yet'),
  })
  const inquiries = inquiryStore(mongo.connection)
  const doors = inboundDoors(mongo.db)
  const notices = settingsNotices(() => mongo.db().collection<StoredMailing>('mailings'), mailDomain)
  const inbound = inboundActions({
    journal,
    files: incoming,
    conversations: conversations(mongo.db, mailDomain),
    words,
    doors,
    submissions,
    family: familyAddresses(mongo.db),
  })
  const school = schoolReader(() => forms.find(contactFormId), publishedFacts(mongo.db))
  const actions = inquiryActions({
    ...{ forms, submissions, inquiries, templates, files, mail, mailDomain },
    messages: inbound.messages,
    facts: serviceFacts(() => mongo.db().collection('service_cards')),
    school,
  })
  const feed = inboxFeed({
    changesSince: inboxChanges(mongo.connection),
    onError: (err) => log.warn({ err }, 'changes of the inbox could not be read'),
  })
  // Streams are requests in flight, which a shutdown waits for.
  process.once('SIGTERM', feed.close)
  process.once('SIGINT', feed.close)
  const users = userStore(mongo.connection)
  const accounts = serviceAccountReader(mongo.connection, users)
  const runner = jobRunner({
    store: jobs,
    handlers: {
      mailing: mailingJob({ mailings, recipients, admit, mailingMail, audit }),
      inquiries: inquiriesJob(actions),
      'undo-inquiries': undoInquiriesJob(actions, jobs),
    },
    hasRight: currentRights(actorFinder(users, accounts)),
    audit,
    onError: (err, job) => log.warn({ err, ...job }, 'job interrupted, will be continued'),
    // An undo is requested through admin-tables, by a person who waits for it.
    pollMs: seconds(1),
  })
  const tasks: StopTask[] = [stopSynthetic]
  const notContinued = (err: unknown) => log.warn({ err }, 'mailings could not be continued yet')
  void mongo.ready.then(() => {
    runner.start()
    tasks.push(runPeriodically(continueMailings({ mailings, jobs, runner }), notContinued, minutes(1)))
    tasks.push(runPeriodically(remind, (err) => log.warn({ err }, 'reminders could not be sent yet'), seconds(10)))
  })

  const storedVisits = visitStore(() => mongo.db().collection('site_visits'))
  const visits = visitCounter({ store: storedVisits, ownHost: mailDomain })
  const notCounted = (err: unknown) => log.warn({ err }, 'page views could not be stored yet')
  void mongo.ready.then(() =>
    tasks.push(
      runPeriodically(visits.flush, notCounted, seconds(3)),
      runPeriodically(storedVisits.purge, notCounted, hours(1)),
    ),
  )

  const verifier = await tokenVerifier(env.SESSION_PUBLIC_KEYS, env.PUBLIC_ORIGIN)
  followFile('SESSION_PUBLIC_KEYS', formsVariables.entries.SESSION_PUBLIC_KEYS, process.env, verifier.use)

  const cookie = sessionCookie(env.PUBLIC_ORIGIN)
  const app = createApp({
    log,
    // Redis is not required: an inquiry is accepted without it and mailed later.
    checks: { mongo: mongo.ping, form: () => forms.requireContactForm() },
    origin: { publicOrigin: env.PUBLIC_ORIGIN, corsOrigins: env.CORS_ORIGINS },
    identify: identify({
      verify: verifier.verify,
      cookie,
      sessions: sessionStore(mongo.connection),
      users,
      accounts,
      addressOf: exactAddress,
    }),
    forms,
    school,
    submissions,
    inquiries,
    inbound,
    files,
    actions,
    select,
    person: users.find,
    inbox: inboxStore(mongo.connection),
    said: journal.said,
    feed,
    teamwork: teamworkStore(mongo.connection),
    colleagues: colleagueStore(() => mongo.db().collection('users')),
    mailDomain,
    erasures: erasureRequests(() => mongo.db().collection(erasureCollection)),
    mailings,
    mailAddresses: addresses,
    mailSetup: mailSetup(mongo.db),
    doors,
    journal,
    testMails: testMails({ forms, notices, mailings, journal }),
    recipients,
    scopeOf,
    lessonReminders: reminderActions(lessonReminders),
    admit,
    runner,
    notices,
    audit,
    mail,
    visits,
    hasSession: (request) => cookie.read(request) !== undefined,
    limits: callLimits(counters, env.IP_LIMIT_FACTOR),
    overHourlyLimit: async () => (await perHour('all')).wait > 0,
  })
  return {
    app,
    dependencies: { mongo: mongo.ping, redis: mail.ping },
    ready: mongo.ready,
    async close() {
      counters.close()
      await Promise.all([runner.close(), ...tasks.map((stop) => stop())])
      await visits.flush().catch(notCounted)
      await Promise.all([mail.close(), mailingMail.close()])
      await mongo.close()
    },
  }
})
