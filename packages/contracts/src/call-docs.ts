import * as account from './calls/account.doc'
import * as apiDocs from './calls/api-docs.doc'
import * as audit from './calls/audit.doc'
import * as batches from './calls/batches.doc'
import * as calendar from './calls/calendar.doc'
import type { CallDoc } from './calls/call-doc'
import * as days from './calls/days.doc'
import * as deliverability from './calls/deliverability.doc'
import * as events from './calls/events.doc'
import * as files from './calls/files.doc'
import * as formSettings from './calls/form-settings.doc'
import * as history from './calls/history.doc'
import * as imports from './calls/imports.doc'
import * as inbound from './calls/inbound.doc'
import * as inbox from './calls/inbox.doc'
import * as incomingHooks from './calls/incoming-hooks.doc'
import * as inquiries from './calls/inquiries.doc'
import * as insights from './calls/insights.doc'
import * as jobs from './calls/jobs.doc'
import * as lessonReminders from './calls/lesson-reminders.doc'
import * as lessons from './calls/lessons.doc'
import * as mailAddresses from './calls/mail-addresses.doc'
import * as mailings from './calls/mailings.doc'
import * as passkeys from './calls/passkeys.doc'
import * as people from './calls/people.doc'
import * as personFile from './calls/person-file.doc'
import * as records from './calls/records.doc'
import * as references from './calls/references.doc'
import * as reports from './calls/reports.doc'
import * as schemaEditor from './calls/schema-editor.doc'
import * as serviceAccounts from './calls/service-accounts.doc'
import * as setup from './calls/setup.doc'
import * as signIn from './calls/sign-in.doc'
import * as site from './calls/site.doc'
import * as submissions from './calls/submissions.doc'
import * as tables from './calls/tables.doc'
import * as today from './calls/today.doc'
import * as views from './calls/views.doc'
import * as visits from './calls/visits.doc'
import * as waivers from './calls/waivers.doc'
import * as webhooks from './calls/webhooks.doc'
import * as website from './calls/website.doc'

/** Every call with its prose, in the order of the API reference. Browser and services import none of it. */
export const callDocs: readonly CallDoc[] = [
  signIn,
  account,
  passkeys,
  people,
  serviceAccounts,
  submissions,
  inquiries,
  inbox,
  incomingHooks,
  inbound,
  formSettings,
  deliverability,
  mailAddresses,
  mailings,
  personFile,
  today,
  lessonReminders,
  lessons,
  waivers,
  days,
  insights,
  calendar,
  tables,
  schemaEditor,
  records,
  history,
  audit,
  events,
  webhooks,
  imports,
  batches,
  jobs,
  views,
  site,
  website,
  setup,
  reports,
  visits,
  files,
  references,
  apiDocs,
].flatMap((module): CallDoc[] => Object.values(module))
