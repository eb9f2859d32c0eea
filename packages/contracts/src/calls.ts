import * as account from './calls/account'
import * as apiDocs from './calls/api-docs'
import * as audit from './calls/audit'
import * as batches from './calls/batches'
import * as calendar from './calls/calendar'
import type { Call } from './calls/call'
import * as days from './calls/days'
import * as events from './calls/events'
import * as files from './calls/files'
import * as formSettings from './calls/form-settings'
import * as history from './calls/history'
import * as imports from './calls/imports'
import * as inbound from './calls/inbound'
import * as inbox from './calls/inbox'
import * as inquiries from './calls/inquiries'
import * as insights from './calls/insights'
import * as jobs from './calls/jobs'
import * as mailings from './calls/mailings'
import * as passkeys from './calls/passkeys'
import * as people from './calls/people'
import * as records from './calls/records'
import * as references from './calls/references'
import * as reports from './calls/reports'
import * as schemaEditor from './calls/schema-editor'
import * as serviceAccounts from './calls/service-accounts'
import * as signIn from './calls/sign-in'
import * as site from './calls/site'
import * as submissions from './calls/submissions'
import * as tables from './calls/tables'
import * as today from './calls/today'
import * as views from './calls/views'
import * as webhooks from './calls/webhooks'
import * as website from './calls/website'

/** Every call of the three services. These modules export calls and nothing else. */
export const calls: readonly Call[] = [
  signIn,
  account,
  passkeys,
  people,
  serviceAccounts,
  submissions,
  inquiries,
  inbox,
  inbound,
  formSettings,
  mailings,
  today,
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
  reports,
  files,
  references,
  apiDocs,
].flatMap((module): Call[] => Object.values(module))
