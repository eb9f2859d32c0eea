import contactFields from '@app/contracts/contact-form.json'
import { hours } from '@app/contracts/durations'
import { inquiryTable } from '@app/contracts/inquiries'
import type { DeliveryJob } from '@app/mail'
import type { Mongo } from '@app/mongo'
import { testDatabase } from '@app/mongo/test-database.fixture'
import { localSignals } from '@app/redis/signals'
import { createLog } from '@app/service'
import { checkResponses } from '@app/service/handle-call'
import { identify, sessionCookie, type User } from '@app/session'
import { noAccounts } from '@app/session/accounts.fixture'
import { userWith } from '@app/session/user.fixture'
import { beforeEach } from 'vitest'
import { createService } from './app'
import { createContext } from './context'
import type { Form } from './inquiries/form'
import { type Submission, submissionModel } from './inquiries/submission-document'
import type { StoredMailing } from './mailings/mailing'

checkResponses()

export const contactForm: Form = {
  id: 'contact_form',
  fields: contactFields,
  notification_recipient: 'school@archery.example',
  send_notification_email: true,
  notification_subject: 'New inquiry: {interest} - {name}',
  send_feedback_email: false,
  feedback_subject: 'Thank you',
  feedback_template: 'Thank you, {name}',
  reply_to: 'school@archery.example',
}

const rights: Readonly<Record<string, User['rights']>> = {
  viewer: { [inquiryTable]: 'view' },
  desk: { [inquiryTable]: 'view', students: 'view', guardians: 'view' },
  reception: { [inquiryTable]: 'view', students: 'view' },
  tutor: { [inquiryTable]: 'view', lessons: 'own' },
  teacher: { lessons: 'edit', instructors: 'view' },
  coach: { lessons: 'own', students: 'view', instructors: 'view' },
}
const person = (role: User['role'], id: string = role): User =>
  userWith({ id, email: `${id}@archery.example`, role, rights: rights[id] ?? {} })

/** By session cookie: an admin, staff by their rights, staff who have none, and a plain user. */
const people: Readonly<Record<string, User>> = {
  admin: person('admin'),
  ...Object.fromEntries(Object.keys(rights).map((id) => [id, person('staff', id)])),
  staff: person('staff'),
  user: person('user'),
}

/** An inquiry that `storeInquiry` stores. */
export const inquiryId = '0123456789abcdef01234567'
const inquiry: Omit<Submission, '_id'> = {
  form_id: 'contact_form',
  name: 'Zoë {message}',
  email: 'zoe@example.com',
  interest: 'Corporate Event',
  message: 'A day out for <twelve>.',
  request_id: 'r1',
  created_at: new Date('2026-07-04T19:05:00Z'),
  updated_at: new Date('2026-07-04T19:05:00Z'),
  due_by: new Date('2026-07-05T19:05:00Z'),
  status: 'new',
  spam: false,
  spam_reason: null,
  mail_state: 'none',
  mail_error: null,
  reminded_at: null,
  answered_at: null,
  closed_at: null,
  mails: [],
  replies: [],
}

const publicOrigin = 'http://localhost:8080'
/** Its host is in Message-IDs. */
const mailOrigin = 'http://archery.example'
/** What the tests may send within 24 hours. */
const caps = {
  mailingsPerPerson: 20,
  recipientsPerPerson: 400,
  recipientsPerAccount: 100,
  recipientsPerSite: 1_000,
  noticesPerSite: 2_000,
}
type Options = {
  /** Told of each mail that is queued. `false`: the queue does not take it. */
  deliver?: (job: DeliveryJob) => boolean
  overHourlyLimit?: () => Promise<boolean>
  caps?: Partial<typeof caps>
  identify?: Parameters<typeof createService>[1]['identify']
}

/** The service on this database, as `index.ts` builds it, with queues that keep nothing. Jobs run from `start` on. */
function serviceOn(mongo: Pick<Mongo, 'connection' | 'db' | 'collection'>, options: Options = {}) {
  const { deliver = () => true, overHourlyLimit = async () => false } = options
  const mail = { deliver: async (job: DeliveryJob) => deliver(job) }
  const context = createContext({
    mongo,
    log: createLog('test', 'silent'),
    publicOrigin: mailOrigin,
    objects: undefined,
    mail,
    mailingMail: mail,
    caps: { ...caps, ...options.caps },
    signals: localSignals(),
  })
  const service = createService(context, {
    env: { SEED_INQUIRIES: false, CONTACT_RECIPIENT: undefined },
    origin: { publicOrigin, corsOrigins: [] },
    limits: async () => {},
    overHourlyLimit,
    identify:
      options.identify ??
      identify({
        cookie: sessionCookie(publicOrigin),
        verify: async (token) => ({ sub: token === 'long-ago' ? 'admin' : token, sid: token }),
        sessions: {
          find: async (sid) => ({
            sid,
            userId: sid === 'long-ago' ? 'admin' : sid,
            lastSeenAt: new Date(),
            signedInAt: new Date(sid === 'long-ago' ? Date.now() - hours(1) : Date.now()),
          }),
          touch: async () => {},
        },
        users: { find: async (id) => people[id] },
        ...noAccounts,
      }),
  })
  return { ...service, context }
}

/**
 * The calls of the service on this database. The cookie `session=admin` signs in `people.admin`; `long-ago` did so an hour ago.
 */
export const appOn = (mongo: Pick<Mongo, 'connection' | 'db' | 'collection'>, options: Options = {}) =>
  serviceOn(mongo, options).app

/** The database of a test file with the indexes of the service; before each test it has the contact form alone. */
export function formsDatabase() {
  const database = testDatabase(async (mongo) => {
    const { prepare, context } = serviceOn(mongo)
    await Promise.all([prepare(), context.audit.stored.prepare()])
  })
  const collection = <Stored extends object>(name: string) => database.mongo.db().collection<Stored>(name)
  /** Stores the contact form with these changes. */
  async function storeForm(change: Partial<Form> & { updated_at?: Date } = {}) {
    const { id: _id, ...form } = contactForm
    const at = new Date('2026-07-04T19:05:00Z')
    const stored = { _id, table: inquiryTable, ...form, created_at: at, updated_at: at, ...change }
    await collection<{ _id: string }>('forms').replaceOne({ _id }, stored, { upsert: true })
  }
  beforeEach(async () => {
    await database.clear()
    await storeForm()
  })
  return {
    ...database,
    collection,
    storeForm,
    appWith: (options: Options = {}) => appOn(database.mongo, options),
    serviceWith: (options: Options = {}) => serviceOn(database.mongo, options),
    /** The one inquiry of a test, as it is or with these changes. */
    async storeInquiry(change: Partial<Submission> = {}) {
      const submissions = submissionModel(database.mongo.connection)
      await submissions.replaceOne({ _id: inquiryId }, { ...inquiry, ...change }, { upsert: true, timestamps: false })
    },
    inquiries: () => collection<Submission>(inquiryTable).find().sort({ created_at: 1, _id: 1 }).toArray(),
    mailings: () => collection<StoredMailing>('mailings').find().sort({ created_at: 1, _id: 1 }).toArray(),
  }
}
