import contactFields from '@app/contracts/contact-form.json'
import { hours } from '@app/contracts/durations'
import { inquiryTable } from '@app/contracts/inquiries'
import { createLog } from '@app/service'
import { checkResponses } from '@app/service/call-route'
import { createGuards, sessionCookie, type User } from '@app/session'
import { userWith } from '@app/session/user.fixture'
import { createApp } from './app'
import type { Form } from './models/form'
import { unknownSender } from './models/submission'

checkResponses()

type Deps = Parameters<typeof createApp>[0]

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
  school: 'Valley Oak Archery',
}

const person = (role: User['role'], id: string = role): User =>
  userWith({ id, email: `${id}@archery.example`, role, rights: id === 'viewer' ? { [inquiryTable]: 'view' } : {} })

/** By session cookie: an admin, staff who may view inquiries, staff without rights, and a plain user. */
const people: Readonly<Record<string, User>> = {
  admin: person('admin'),
  viewer: person('staff', 'viewer'),
  staff: person('staff'),
  user: person('user'),
}

const never = () => Promise.reject(new Error('not part of this test'))

/** The service with inert collaborators except those given. The cookie `session=admin` signs in `people.admin`; `long-ago` did so an hour ago. */
export const appWith = (deps: Partial<Deps>) =>
  createApp({
    log: createLog('test', 'silent'),
    publicOrigin: 'http://localhost:8080',
    corsOrigins: [],
    limits: { inquiry: async () => {} },
    overHourlyLimit: async () => false,
    guards: createGuards({
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
    }),
    forms: { find: async (id) => (id === contactForm.id ? contactForm : undefined), read: never, update: never },
    submissions: { insert: never, sender: async () => unknownSender },
    inquiries: {
      find: async () => undefined,
      counters: never,
      setStatus: never,
      resend: never,
      markAsSpam: never,
      release: never,
      answer: never,
    },
    erasures: { run: async () => undefined },
    mailings: { insert: never, find: async () => undefined, erase: async () => 0 },
    facts: { forInterest: async () => ({}) },
    templates: { forInterest: async () => [] },
    mail: { deliver: async () => true },
    audit: { add: async () => {}, append: async () => {}, during: (_, action) => action() },
    mailDomain: 'archery.example',
    development: false,
    ...deps,
  })
