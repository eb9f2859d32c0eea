import contactFields from '@app/contracts/contact-form.json'
import { hours } from '@app/contracts/durations'
import { inquiryTable } from '@app/contracts/inquiries'
import { shippedFacts } from '@app/contracts/website/school-facts'
import { everything } from '@app/record-query'
import { createLog } from '@app/service'
import { checkResponses } from '@app/service/handle-call'
import { identify, sessionCookie, type User } from '@app/session'
import { noAccounts } from '@app/session/accounts.fixture'
import { userWith } from '@app/session/user.fixture'
import { createApp } from './app'
import type { Form } from './inquiries/form'
import { schoolValues } from './inquiries/school-values'
import { unknownSender } from './inquiries/submission'
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

const never = () => Promise.reject(new Error('not part of this test'))

/** The service with inert collaborators except those given. The cookie `session=admin` signs in `people.admin`; `long-ago` did so an hour ago. */
export const appWith = (deps: Partial<Deps>) => {
  const acting = {
    forms: {
      find: async (id: string) => (id === contactForm.id ? contactForm : undefined),
      read: never,
      update: never,
    },
    submissions: { insert: never, sender: async () => unknownSender },
    inquiries: {
      find: async () => undefined,
      counters: never,
      setStatus: never,
      assign: never,
      resend: never,
      markAsSpam: never,
      release: never,
      undo: never,
      answer: never,
      withdraw: never,
    },
    templates: { forInterest: async () => [] },
    facts: { forInterest: async () => ({}) },
    school: async () => schoolValues(contactForm, { facts: shippedFacts, prices: { party: 350 } }),
    files: {
      add: never,
      count: async () => 0,
      find: async () => [],
      chunks: never as never,
      erase: async () => {},
    },
    mail: { deliver: async () => true },
    messages: async () => [],
    mailDomain: 'archery.example',
    ...deps,
  }
  return createApp({
    log: createLog('test', 'silent'),
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
    erasures: { run: async () => undefined },
    inbound: {
      list: never,
      messages: never,
      attach: never,
      makeInquiry: never,
      download: never,
      erase: async () => 0,
    },
    mailings: { find: async () => undefined, erase: async () => 0, recipientWith: async () => undefined },
    mailSetup: { read: async () => null, request: never },
    doors: { list: async () => [] },
    journal: { lag: async () => 0, reports: async () => [] },
    testMails: { send: never, read: never },
    mailAddresses: {
      find: async () => [],
      page: never,
      retry: never,
      suppress: never,
      erase: async () => ({ acknowledged: true, deletedCount: 0 }),
    },
    recipients: never,
    scopeOf: () => everything,
    lessonReminders: { read: never, change: never, preview: never, calls: never, noteCall: never },
    admit: never,
    runner: { begin: never, settled: never, canUndo: () => false },
    select: never,
    person: async (id) => people[id],
    inbox: { page: never, search: never, counts: never, earlier: async () => [] },
    said: async () => [],
    teamwork: { snooze: never, addNote: never, keepDraft: never },
    colleagues: { list: async () => [] },
    feed: { stream: () => new Blob([':\n\n']).stream() },
    ...{ visits: { note: () => {} }, hasSession: () => false },
    notices: { hold: never, drop: never },
    audit: { add: async () => {}, append: async () => {}, during: (_, action) => action() },
    ...acting,
    actions: inquiryActions(acting),
    ...deps,
  })
}
