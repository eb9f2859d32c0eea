import { serviceAudit } from '@app/audit'
import { erasureCollection } from '@app/contracts/erasures'
import { contactFormId } from '@app/contracts/forms'
import type { ObjectStorage } from '@app/files/object-storage'
import { currentRights, jobRunner, jobStore } from '@app/jobs'
import type { DeliveryQueue } from '@app/mail'
import type { Mongo } from '@app/mongo'
import { publishedFacts } from '@app/mongo/published-facts'
import { scopes } from '@app/record-query'
import type { Log } from '@app/service'
import { actorFinder, serviceAccountReader, userStore } from '@app/session'
import { mailAddresses } from './addresses/mail-addresses'
import { mailSetup } from './addresses/mail-setup'
import { testMails } from './deliverability/test-mail'
import { conversations } from './inbound/conversations'
import { inboundDoors } from './inbound/doors'
import { inboundActions } from './inbound/inbound-actions'
import { inboundFiles } from './inbound/inbound-files'
import { inboundJournal } from './inbound/journal'
import { inboxStore } from './inbox/inbox'
import { teamworkStore } from './inbox/teamwork'
import { erasureRequests } from './inquiries/erasure-requests'
import { formStore } from './inquiries/form'
import { schoolReader } from './inquiries/school-values'
import { selectedRecords } from './inquiries/selected-records'
import { serviceFacts } from './inquiries/service-facts'
import { submissionStore } from './inquiries/submission'
import { syntheticInquiries } from './inquiries/synthetic-inquiries'
import { tableSchemas } from './inquiries/table-schemas'
import { admitMailing } from './mailings/admit-mailing'
import { familyAddresses } from './mailings/families'
import { findRecipients } from './mailings/find-recipients'
import { mailingStore, type StoredMailing } from './mailings/mailing'
import { mailingJob } from './mailings/mailing-job'
import { reminderSettingsStore } from './reminders/lesson-reminder-settings'
import { lessonReminderStore } from './reminders/lesson-reminders'
import { lessonsAhead } from './reminders/lessons-ahead'
import { reminderActions } from './reminders/reminder-actions'
import { colleagueStore } from './replies/colleagues'
import { inquiriesJob, undoInquiriesJob } from './replies/inquiries-job'
import { inquiryStore } from './replies/inquiry'
import { inquiryActions } from './replies/inquiry-actions'
import { replyFiles } from './replies/reply-files'
import { replyTemplateStore } from './replies/reply-template'
import { conversationWords } from './search/conversation-words'
import { settingsNotices } from './settings/settings-notices'

type Given = {
  mongo: Pick<Mongo, 'connection' | 'db'>
  log: Log
  mailDomain: string
  objects: ObjectStorage | undefined
  caps: Parameters<typeof admitMailing>[0]['caps']
  mail: Pick<DeliveryQueue, 'deliver'>
  mailingMail: Pick<DeliveryQueue, 'deliver'>
  /** How often the jobs are looked for. */
  pollMs: number
}

/** Everything of the service that its database and its queues make. Nothing of it runs by itself until `runner.start()`. */
export function createContext({ mongo, log, mailDomain, objects, caps, mail, mailingMail, pollMs }: Given) {
  const { connection, db } = mongo
  const mailingsOf = () => db().collection<StoredMailing>('mailings')
  const stores = {
    submissions: submissionStore(connection, mailDomain, {
      onError: (err) => log.error({ err }, 'inquiry stored without its key'),
    }),
    words: conversationWords(db),
    templates: replyTemplateStore(connection),
    mailings: mailingStore(mailingsOf, mailDomain),
    mailAddresses: mailAddresses(db),
    jobs: jobStore(db, 'forms'),
    journal: inboundJournal(db),
    incoming: inboundFiles(db, objects),
    files: replyFiles(db, objects),
    synthetic: syntheticInquiries(connection),
  }
  const { submissions, words, templates, mailings, jobs, journal, files } = stores
  const forms = formStore(connection)
  const audit = serviceAudit('forms', db, log)
  const users = userStore(connection)
  const accounts = serviceAccountReader(connection, users)
  const doors = inboundDoors(db)
  const notices = settingsNotices(mailingsOf, mailDomain)
  const school = schoolReader(() => forms.find(contactFormId), publishedFacts(db))
  const schemas = tableSchemas(() => db().collection('table_schemas'))
  const select = selectedRecords(db, schemas)
  const recipients = findRecipients(select, stores.mailAddresses)
  const admit = admitMailing({ mailings, caps })
  const reminderSettings = reminderSettingsStore(db)
  const reminders = {
    reminderSettings,
    lessons: lessonsAhead(db, schemas),
    recipients,
    reminders: lessonReminderStore(mailingsOf),
    school: async () => (await school()).school,
  }
  const inbound = inboundActions({
    journal,
    files: stores.incoming,
    conversations: conversations(db, mailDomain),
    words,
    doors,
    submissions,
    family: familyAddresses(db),
  })
  const inquiries = inquiryStore(connection)
  const facts = serviceFacts(() => db().collection('service_cards'))
  const acting = { forms, submissions, inquiries, templates, files, mail, mailDomain, facts, school }
  const actions = inquiryActions({ ...acting, messages: inbound.page, allMessages: inbound.whole })
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
    pollMs,
  })
  return {
    ...stores,
    ...acting,
    log,
    users,
    accounts,
    audit,
    doors,
    notices,
    select,
    recipients,
    scopeOf: scopes(db),
    admit,
    reminders,
    inbound,
    actions,
    runner,
    person: users.find,
    inbox: inboxStore(connection),
    said: journal.said,
    teamwork: teamworkStore(connection),
    colleagues: colleagueStore(() => db().collection('users')),
    erasures: erasureRequests(() => db().collection(erasureCollection)),
    mailSetup: mailSetup(db),
    testMails: testMails({ forms, notices, mailings, journal }),
    lessonReminders: reminderActions(reminders),

    /** Makes the indexes, and stores the contact form with what it needs unless they exist. */
    prepare: (recipient: string | undefined) =>
      Promise.all([forms.prepare(recipient), ...Object.values(stores).map((store) => store.prepare())]),
  }
}
