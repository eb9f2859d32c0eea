import { docs as account } from './account'
import { docs as apiDocs } from './api-docs'
import { docs as audit } from './audit'
import { docs as batches } from './batches'
import { docs as calendar } from './calendar'
import type { Call, CallDoc } from './call'
import { docs as conversations } from './conversations'
import { docs as days } from './days'
import { docs as deliverability } from './deliverability'
import { docs as erasures } from './erasures'
import { docs as events } from './events'
import { docs as files } from './files'
import { docs as formSettings } from './form-settings'
import { docs as forms } from './forms'
import { docs as history } from './history'
import { docs as imports } from './import-calls'
import { docs as inbound } from './inbound'
import { docs as inbox } from './inbox'
import { docs as incomingHooks } from './incoming-hook-calls'
import { docs as inquiryBatches } from './inquiry-batches'
import { docs as inquiries } from './inquiry-calls'
import { docs as insights } from './insights'
import { docs as jobs } from './jobs'
import { docs as lessonReminders } from './lesson-reminders'
import { docs as lessons } from './lessons'
import { docs as mailAddresses } from './mail-addresses'
import { docs as mailings } from './mailings'
import { docs as passkeys } from './passkeys'
import { docs as people } from './people'
import { docs as personFile } from './person-file'
import { docs as received } from './received'
import { docs as recordChanges } from './record-changes'
import { docs as records } from './records'
import { docs as references } from './references'
import { docs as replies } from './replies'
import { docs as reports } from './reports'
import { docs as schemas } from './schema-calls'
import { docs as serviceAccounts } from './service-accounts'
import { docs as setup } from './setup'
import { docs as signIn } from './sign-in'
import { docs as site } from './site'
import { docs as tables } from './tables'
import { docs as today } from './today'
import { docs as views } from './views'
import { docs as visits } from './visits'
import { docs as waivers } from './waivers'
import { docs as webhooks } from './webhook-calls'
import { docs as website } from './website/calls'
import { docs as pictures } from './website/picture-calls'
import { docs as weeklyLetter } from './weekly-letter'

/** Every call with its prose, in the order of the API reference. Browser and services import none of it. */
export const callDocs: readonly CallDoc[] = [
  signIn,
  account,
  passkeys,
  people,
  serviceAccounts,
  forms,
  inquiries,
  inquiryBatches,
  replies,
  erasures,
  inbox,
  conversations,
  incomingHooks,
  received,
  inbound,
  formSettings,
  deliverability,
  mailAddresses,
  mailings,
  personFile,
  today,
  lessonReminders,
  weeklyLetter,
  lessons,
  waivers,
  days,
  insights,
  calendar,
  tables,
  schemas,
  records,
  recordChanges,
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
  pictures,
  setup,
  reports,
  visits,
  files,
  references,
  apiDocs,
].flatMap((docs) => docs())

/** Every call of the three services. */
export const calls: readonly Call[] = callDocs.map(({ call }) => call)
