import type { MailContent } from '../transport'
import { renderAuditHeads } from './audit-heads'
import { renderLoginCode } from './login-code'
import { withLook } from './markup'
import {
  renderAccessAdded,
  renderAccessRequest,
  renderAssignment,
  renderCodesPaused,
  renderContactChanged,
  renderInvitation,
  renderInvitationRefused,
  renderMention,
  renderNewDevice,
  renderWebhookStopped,
} from './notice'
import { renderNotification, renderReminder } from './notification'
import { renderReply, renderThankYou } from './reply'

const receivedAt = new Date('2026-07-04T19:05:00Z')
const dueBy = new Date('2026-07-05T19:05:00Z')
const recordUrl = 'http://localhost:8080/admin?table=contact_submissions&record=0123456789abcdef01234567'
const visitor = {
  name: 'Zoë <b>"Z"</b> {message} Quinn',
  email: 'zoe@example.com',
  interest: 'Birthday Party',
  message: `A party for ten children, please & thank you, {name}.\n\nTwo of them are < 8 years old.\n${'Hooray!'.repeat(40)}`,
}
const titles = { name: 'Full Name', email: 'Email', interest: 'Interest', message: 'Message' }

const contents: Readonly<Record<string, MailContent>> = {
  notification: renderNotification({
    subjectTemplate: 'New inquiry: {interest} - {name}',
    fields: Object.entries(titles).map(([name, title]) => ({
      name,
      title,
      text: visitor[name as keyof typeof titles],
    })),
    receivedAt,
    recordUrl,
  }),
  'thank-you': renderThankYou(
    {
      subject: 'Thank you for your inquiry, {name}',
      template: 'Hi {name},\n\nThank you for your interest in: {interest}.\n\nYou wrote:\n\n{message}',
    },
    visitor,
  ),
  reply: renderReply(
    {
      subject: 'A birthday party at the range',
      text: `Hi ${visitor.name},\n\nThanks for thinking of us for a birthday!\n\n- Length: 60 minutes\n- Price: $350`,
    },
    { message: visitor.message, receivedAt },
  ),
  reminder: renderReminder({ ...visitor, receivedAt, dueBy, recordUrl }),
  assignment: renderAssignment({
    by: 'ana@example.com',
    about: visitor.name,
    email: visitor.email,
    more: 2,
    url: 'http://localhost:8080/admin/inbox?open=0123456789abcdef01234567',
  }),
  mention: renderMention({
    by: 'ana@example.com',
    about: visitor.name,
    email: visitor.email,
    text: '@sam, can the oak range take <twelve>?',
    url: 'http://localhost:8080/admin/inbox?open=0123456789abcdef01234567',
  }),
  'login-code': renderLoginCode({
    code: '004207',
    minutes: 10,
    asked: { at: receivedAt.toISOString(), device: 'Firefox on Linux', address: '203.0.113.7' },
  }),
  'access-request': renderAccessRequest({
    email: 'staff@example.com',
    at: receivedAt.toISOString(),
    dashboardUrl: 'http://localhost:8080/admin',
  }),
  'new-device': renderNewDevice({
    at: receivedAt.toISOString(),
    device: 'Chrome on <Windows>',
    address: '203.0.113.7',
    sessionsUrl: 'http://localhost:8080/admin/sessions',
  }),
  'access-added': renderAccessAdded({
    at: receivedAt.toISOString(),
    what: 'calendar',
    sessionsUrl: 'http://localhost:8080/admin/sessions',
  }),
  'webhook-changed': renderAccessAdded({
    at: receivedAt.toISOString(),
    what: 'webhook-change',
    name: 'booking.example',
    by: 'second-admin@archery.example',
    sessionsUrl: 'http://localhost:8080/admin/sessions',
    url: 'http://localhost:8080/admin/people',
  }),
  'webhook-stopped': renderWebhookStopped({
    at: receivedAt.toISOString(),
    host: 'booking.example',
    reason: 'Every delivery has failed for five days',
    webhooksUrl: 'http://localhost:8080/admin/webhooks',
  }),
  'contact-changed': renderContactChanged({
    at: receivedAt.toISOString(),
    by: 'staff@example.com',
    contacts: 'Phone number, Booking page',
    websiteUrl: 'http://localhost:8080/admin/website',
  }),
  'codes-paused': renderCodesPaused({
    until: '2026-07-11T19:05:00Z',
    loginUrl: 'http://localhost:8080/login',
  }),
  'audit-heads': renderAuditHeads({
    at: receivedAt.toISOString(),
    heads: { auth: { number: 41, hash: 'a1b2c3d4'.repeat(8) }, forms: { number: 1_234, hash: '0f9e8d7c'.repeat(8) } },
    signed: `-----BEGIN AUDIT HEADS-----\n${`${'eyJhbGciOiJFZERTQSJ9'.repeat(4)}\n`.repeat(3)}-----END AUDIT HEADS-----`,
    changed: [],
  }),
  invitation: renderInvitation({
    to: 'coach@archery.example',
    name: 'Zoë <Quinn>',
    by: 'admin@archery.example',
    loginUrl: 'http://localhost:8080/login',
  }),
  'invitation-refused': renderInvitationRefused({
    email: 'coach@archery.example',
    peopleUrl: 'http://localhost:8080/admin/people',
  }),
}

/** Every mail of the product with sample values, including awkward ones, as it is sent; for the preview and for tests. */
export const sampleMails: Readonly<Record<string, MailContent>> = Object.fromEntries(
  Object.entries(contents).map(([name, content]) => [name, withLook(content, { school: 'Valley Oak Archery' })]),
)
