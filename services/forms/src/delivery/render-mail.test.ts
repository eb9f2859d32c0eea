import type { MailKind } from '@app/contracts/inquiries'
import { Types } from 'mongoose'
import { expect, test } from 'vitest'
import { contactForm } from '../app.fixture'
import { schoolValues } from '../inquiries/school-values'
import type { Submission } from '../inquiries/submission-document'
import type { Claim } from './outbox'
import { renderMail } from './render-mail'

const form = {
  ...contactForm,
  send_feedback_email: true,
  feedback_subject: 'Thank you, {name}',
  feedback_template: 'You asked about {interest}:\n\n{message}',
}
const kinds = ['notification', 'thank_you', 'reminder', 'reply'] as const

/** The mail of an inquiry that has had one of each kind. */
function rendered(kind: MailKind, { reply = {}, school = '' } = {}) {
  const claim = {
    mail: { kind, message_id: `<m1.${kind}@archery.example>`, to: 'to@archery.example', attempts: 1 },
    owner: {
      _id: new Types.ObjectId('0123456789abcdef01234567'),
      form_id: form.id,
      name: 'Zoë "Z" Quinn',
      email: 'zoe@example.com',
      interest: 'Corporate Event',
      message: 'Hello\n<b>there</b>',
      created_at: new Date('2026-07-04T19:05:00Z'),
      due_by: new Date('2026-07-05T19:05:00Z'),
      mails: kinds.map((kind) => ({
        to: kind === 'notification' ? 'school@archery.example' : 'to@archery.example',
        kind,
        message_id: `<m1.${kind}@archery.example>`,
      })),
      replies: [{ message_id: '<m1.reply@archery.example>', subject: 'Your party', text: 'Hi Zoë,\n\nyes.', ...reply }],
    },
  } as unknown as Claim<Submission>
  const values = { ...schoolValues({}, undefined), school }
  return renderMail(form, claim, 'https://archery.example', async () => Buffer.from('file'), values)
}

test('a notification goes to the school and answers go to the visitor', async () => {
  const mail = await rendered('notification')
  expect(mail).toMatchObject({
    messageId: '<m1.notification@archery.example>',
    to: { name: '', address: 'to@archery.example' },
    replyTo: { name: 'Zoë "Z" Quinn', address: 'zoe@example.com' },
    subject: 'New inquiry: Corporate Team Building - Zoë "Z" Quinn',
    text: expect.stringContaining('Message:\nHello\n<b>there</b>'),
    html: expect.stringContaining('&lt;b&gt;there&lt;/b&gt;'),
  })
  expect(mail.text).toContain('https://archery.example/admin')
})

test('the thank-you mail goes to the visitor with the school as reply address', async () => {
  expect(await rendered('thank_you')).toMatchObject({
    replyTo: { address: 'school@archery.example' },
    text: 'You asked about Corporate Team Building:\n\nHello\n<b>there</b>',
  })
})

test('a reply goes to the visitor with the message quoted below it, and continues the mails to the visitor alone', async () => {
  const mail = await rendered('reply')
  expect(mail).toMatchObject({
    to: { name: 'Zoë "Z" Quinn', address: 'to@archery.example' },
    replyTo: { address: 'school@archery.example' },
    subject: 'Your party',
    text: expect.stringContaining('Hi Zoë,\n\nyes.\n\nOn Saturday'),
    references: ['<m1.thank_you@archery.example>'],
  })
  expect(mail.text).toContain('> Hello\n> <b>there</b>')
})

test('a reply comes from its author at the school, and quotes the message that it answers', async () => {
  const answers = { at: new Date('2026-07-06T19:05:00Z'), text: 'For twelve, please.' }
  const mail = await rendered('reply', { reply: { by_name: 'Ana Brook', answers }, school: 'Valley Oak Archery' })
  expect(mail).toMatchObject({ fromName: 'Ana at Valley Oak Archery' })
  expect(mail.text).toContain('On Monday, July 6, 2026')
  expect(mail.text).toContain('> For twelve, please.')
  expect(mail.text).not.toContain('Hello')
})

test('an assignment names who assigned it and opens the conversation', async () => {
  const mail = await rendered('assignment')
  expect(mail).toMatchObject({ subject: 'Assigned to you: Zoë "Z" Quinn' })
  expect(mail.text).toContain('inquiry from Zoë "Z" Quinn (zoe@example.com)')
  expect(mail.text).toContain('/admin/inbox?open=0123456789abcdef01234567')
})

test('a reminder tells the school when the inquiry is due', async () => {
  const mail = await rendered('reminder')
  expect(mail).toMatchObject({
    subject: 'Not answered yet: Corporate Team Building - Zoë "Z" Quinn',
    replyTo: { address: 'zoe@example.com' },
  })
  expect(mail.text).toContain('The inquiry from Zoë "Z" Quinn (zoe@example.com) about Corporate')
  expect(mail.text).toMatch(/by Sunday, July 5, 2026 at 12:05\sPM PDT/)
})
