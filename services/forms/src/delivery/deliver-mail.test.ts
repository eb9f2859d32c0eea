import contactFields from '@app/contracts/contact-form.json'
import type { MailKind } from '@app/contracts/inquiries'
import type { Mail, SendFailure } from '@app/mail'
import { Types } from 'mongoose'
import { expect, test } from 'vitest'
import { schoolValues } from '../inquiries/school-values'
import type { Submission } from '../inquiries/submission-document'
import { deliverMail } from './deliver-mail'
import { mailSource } from './mail-source'
import type { Claim } from './outbox'
import { retryDelay } from './outbox'
import { renderMail } from './render-mail'
import { retry } from './retry'
import { semaphore } from './semaphore'
import { slowRecipients } from './slow-recipients'

const form = {
  id: 'contact_form',
  fields: contactFields,
  notification_recipient: 'school@archery.example',
  send_notification_email: true,
  notification_subject: 'New inquiry: {interest} - {name}',
  send_feedback_email: true,
  feedback_subject: 'Thank you, {name}',
  feedback_template: 'You asked about {interest}:\n\n{message}',
  reply_to: 'school@archery.example',
}

function setup(kind: MailKind, { error, until = Number.POSITIVE_INFINITY }: { error?: unknown; until?: number } = {}) {
  const sentMails: Mail[] = []
  const recorded: (string | SendFailure)[] = []
  let free = true
  const claim = {
    lease: 'lease-1',
    until,
    mail: { kind, message_id: `<m1.${kind}@archery.example>`, to: 'to@archery.example', attempts: 1 },
    owner: {
      _id: new Types.ObjectId('0123456789abcdef01234567'),
      form_id: form.id,
      name: 'Zoë "Z" Quinn',
      email: 'zoe@example.com',
      interest: 'Corporate Event',
      message: 'Hello\n<b>there</b>',
      request_id: 'r1',
      created_at: new Date('2026-07-04T19:05:00Z'),
      due_by: new Date('2026-07-05T19:05:00Z'),
      mails: ['notification', 'thank_you', 'reminder', 'reply'].map((kind) => ({
        to: kind === 'notification' ? 'school@archery.example' : 'to@archery.example',
        kind,
        message_id: `<m1.${kind}@archery.example>`,
      })),
      replies: [{ message_id: '<m1.reply@archery.example>', subject: 'Your party', text: 'Hi Zoë,\n\nyes.' }],
    },
  } as unknown as Claim<Submission>
  const source = mailSource<Submission>(
    {
      claim: async () => {
        const mine = free ? claim : undefined
        free = false
        return mine
      },
      sent: async () => void recorded.push('sent'),
      failed: async (_, failure) => {
        recorded.push(failure)
        return failure.permanent ? 'failed' : 'retried'
      },
      postpone: async () => void recorded.push('postponed'),
      due: async () => [],
    },
    async (claim) =>
      renderMail(form, claim, 'https://archery.example', async () => Buffer.from('file'), schoolValues({}, undefined)),
  )
  const deliver = deliverMail({
    sourceOf: () => source,
    transport: {
      send: async (mail) => {
        sentMails.push(mail)
        if (error) throw error
      },
    },
    slow: slowRecipients(),
    sending: semaphore(1),
    log: { info: () => {}, warn: () => {} },
  })
  const job = { documentId: 'm1', messageId: `<m1.${kind}@archery.example>`, requestId: 'r1' }
  return { run: () => deliver(job), sentMails, recorded }
}

test('a notification goes to the school and answers go to the visitor', async () => {
  const { run, sentMails, recorded } = setup('notification')
  await run()
  expect(sentMails).toMatchObject([
    {
      messageId: '<m1.notification@archery.example>',
      to: { name: '', address: 'to@archery.example' },
      replyTo: { name: 'Zoë "Z" Quinn', address: 'zoe@example.com' },
      subject: 'New inquiry: Corporate Team Building - Zoë "Z" Quinn',
      text: expect.stringContaining('Message:\nHello\n<b>there</b>'),
      html: expect.stringContaining('&lt;b&gt;there&lt;/b&gt;'),
    },
  ])
  expect(sentMails[0]!.text).toContain('https://archery.example/admin')
  expect(recorded).toEqual(['sent'])
})

test('the thank-you mail goes to the visitor with the school as reply address', async () => {
  const { run, sentMails } = setup('thank_you')
  await run()
  expect(sentMails).toMatchObject([
    {
      replyTo: { address: 'school@archery.example' },
      text: 'You asked about Corporate Team Building:\n\nHello\n<b>there</b>',
    },
  ])
})

test('F24: the same job delivered twice sends one mail', async () => {
  const { run, sentMails } = setup('notification')
  await Promise.all([run(), run()])
  expect(sentMails.length).toBe(1)
})

test.each([
  [{ responseCode: 550, command: 'RCPT TO' }, true],
  [{ responseCode: 451, command: 'RCPT TO' }, false],
  [{ code: 'ECONNECTION' }, false],
])('a failed attempt is recorded: %o is permanent: %s', async (error, permanent) => {
  const { run, recorded } = setup('notification', { error })
  await run()
  expect(recorded).toEqual([{ permanent, reason: expect.any(String) }])
})

test('retries wait 10 s, then twice as long each time, an hour at most, with a fifth of jitter', () => {
  expect([1, 2, 3, 20].map((attempts) => retryDelay(attempts, () => 0.5))).toEqual([10_000, 20_000, 40_000, 3_600_000])
  expect([retryDelay(1, () => 0), retryDelay(1, () => 1)]).toEqual([8_000, 12_000])
})

test.each([-1, 29_000])('F22: a worker that has only %d ms of its lease left does not begin to send', async (left) => {
  const { run, sentMails, recorded } = setup('notification', { until: Date.now() + left })
  await run()
  expect(sentMails).toEqual([])
  expect(recorded).toEqual(['postponed'])
})

test('an outcome is recorded as soon as the database accepts it', async () => {
  let tries = 0
  const act = async () => {
    if (++tries < 4) throw new Error('unavailable')
  }
  await retry(act, 1)
  expect(tries).toBe(4)
})

test('a reply goes to the visitor with the message quoted below it, and continues the mails to the visitor alone', async () => {
  const { run, sentMails } = setup('reply')
  await run()
  expect(sentMails).toMatchObject([
    {
      to: { name: 'Zoë "Z" Quinn', address: 'to@archery.example' },
      replyTo: { address: 'school@archery.example' },
      subject: 'Your party',
      text: expect.stringContaining('Hi Zoë,\n\nyes.\n\nOn Saturday'),
      references: ['<m1.thank_you@archery.example>'],
    },
  ])
  expect(sentMails[0]!.text).toContain('> Hello\n> <b>there</b>')
})

test('a reminder tells the school when the inquiry is due', async () => {
  const { run, sentMails } = setup('reminder')
  await run()
  expect(sentMails).toMatchObject([
    { subject: 'Not answered yet: Corporate Team Building - Zoë "Z" Quinn', replyTo: { address: 'zoe@example.com' } },
  ])
  expect(sentMails[0]!.text).toMatch(/by Sunday, July 5, 2026 at 12:05:00\sPM PDT/)
})
