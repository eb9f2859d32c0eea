import contactFields from '@app/contracts/contact-form.json'
import { hours, minutes } from '@app/contracts/durations'
import { inquiryTable } from '@app/contracts/inquiries'
import { shippedFacts } from '@app/contracts/website/school-facts'
import type { Mongo } from '@app/mongo'
import { testDatabase } from '@app/mongo/test-database.fixture'
import { createLog } from '@app/service'
import { checkResponses } from '@app/service/handle-call'
import { identify, sessionCookie, type User } from '@app/session'
import { noAccounts } from '@app/session/accounts.fixture'
import { userWith } from '@app/session/user.fixture'
import { beforeEach } from 'vitest'
import { createApp } from './app'
import { createContext } from './context'
import type { Form } from './inquiries/form'
import { schoolValues } from './inquiries/school-values'
import { type Submission, submissionModel } from './inquiries/submission-document'
import type { StoredMailing } from './mailings/mailing'
import { inquiryActions } from './replies/inquiry-actions'

checkResponses()

type ActionDeps = Parameters<typeof inquiryActions>[0]
type Deps = Parameters<typeof createApp>[0] & ActionDeps

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
  teacher: { lessons: 'edit', instructors: 'view' },
  coach: { lessons: 'own', students: 'view', instructors: 'view' },
}
const person = (role: User['role'], id: string = role): User =>
  userWith({ id, email: `${id}@archery.example`, role, rights: rights[id] ?? {} })

/** By session cookie: an admin, staff who may view inquiries, who may change lessons, who have their own lessons, or who have no rights, and a plain user. */
const people: Readonly<Record<string, User>> = {
  admin: person('admin'),
  viewer: person('staff', 'viewer'),
  teacher: person('staff', 'teacher'),
  coach: person('staff', 'coach'),
  staff: person('staff'),
  user: person('user'),
}

/** An inquiry that `storeInquiry` stores. */
const inquiryId = '0123456789abcdef01234567'
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

const log = createLog('test', 'silent')
const caps = { mailingsPerPerson: 20, mailsPerPerson: 400, mailsPerSite: 1_000 }
const contextOn = (mongo: Pick<Mongo, 'connection' | 'db'>, mail: Parameters<typeof createContext>[0]['mail']) =>
  createContext({
    ...{ mongo, log, caps, mail, mailingMail: mail, objects: undefined },
    mailDomain: 'archery.example',
    pollMs: minutes(1),
  })

/**
 * The service on this database but for the collaborators given; no queue has its mails and no job runs. The cookie `session=admin`
 * signs in `people.admin`; `long-ago` did so an hour ago.
 */
export function appOn(mongo: Pick<Mongo, 'connection' | 'db'>, deps: Partial<Deps> = {}) {
  const context = contextOn(mongo, deps.mail ?? { deliver: async () => true })
  const acting = {
    ...context,
    messages: context.inbound.page,
    allMessages: context.inbound.whole,
    school: async () => schoolValues(contactForm, { facts: shippedFacts, prices: { party: 350 } }),
    ...deps,
  }
  return createApp({
    origin: { publicOrigin: 'http://localhost:8080', corsOrigins: [] },
    limits: async () => {},
    overHourlyLimit: async () => false,
    identify: identify({
      cookie: sessionCookie('http://localhost:8080'),
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
    ...acting,
    person: async (id) => people[id],
    feed: { stream: () => new Blob([':\n\n']).stream() },
    visits: { note: () => {} },
    hasSession: () => false,
    actions: inquiryActions(acting),
    ...deps,
  })
}

/** The database of a test file with the indexes of the service; before each test it has the contact form alone. */
export function formsDatabase() {
  const database = testDatabase(async (mongo) => {
    const context = contextOn(mongo, { deliver: async () => true })
    await Promise.all([context.prepare(undefined), context.audit.stored.prepare()])
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
    appWith: (deps: Partial<Deps> = {}) => appOn(database.mongo, deps),
    /** The one inquiry of a test, as it is or with these changes. */
    async storeInquiry(change: Partial<Submission> = {}) {
      const submissions = submissionModel(database.mongo.connection)
      await submissions.replaceOne({ _id: inquiryId }, { ...inquiry, ...change }, { upsert: true, timestamps: false })
    },
    inquiries: () => collection<Submission>(inquiryTable).find().sort({ created_at: 1, _id: 1 }).toArray(),
    mailings: () => collection<StoredMailing>('mailings').find().sort({ created_at: 1, _id: 1 }).toArray(),
  }
}
