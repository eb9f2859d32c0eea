import contactFields from '@app/contracts/contact-form.json'
import { mailTransport } from '@app/mail/smtp-transport'
import { ObjectId } from 'mongodb'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { renderMail } from '../../services/forms/src/delivery/render-mail'
import { acceptSubmission } from '../../services/forms/src/inquiries/accept-submission'
import type { Form } from '../../services/forms/src/inquiries/form'
import type { NewSubmission } from '../../services/forms/src/inquiries/submission'
import type { Submission } from '../../services/forms/src/inquiries/submission-document'
import { seeded } from '../faults/seeded-random'
import { everyCase } from '../support/cases'
import { type Smtp, startSmtp } from '../support/smtp'

const school = 'desk@archery.example'
const form: Form = {
  id: 'contact_form',
  fields: contactFields,
  notification_recipient: school,
  send_notification_email: true,
  notification_subject: 'New inquiry: {interest} - {name}',
  send_feedback_email: false,
  feedback_subject: 'Thank you',
  feedback_template: 'Thank you, {name}',
  reply_to: school,
}

let smtp: Smtp
beforeAll(async () => {
  smtp = await startSmtp()
})
afterAll(() => smtp?.stop())

const payloads = everyCase ? 5_000 : 500

const breaks = [
  '\r\n',
  '\n',
  '\r',
  '\0',
  '\u0085',
  '\u2028',
  '\u2029',
  '\v',
  '\f',
  '\r\n ',
  '%0d%0a',
  '\\r\\n',
  '=0D=0A',
]
const smuggled = ['Bcc: eve@evil.example', 'To: eve@evil.example', 'Subject: won', 'Content-Type: text/html', '.', '']
const signs = [
  '"',
  "'",
  '<',
  '>',
  ',',
  ';',
  ':',
  '@',
  '\\',
  '(',
  ')',
  '=?UTF-8?Q?x?=',
  '{message}',
  'ü',
  '🏹',
  '\u202e',
  ' ',
]
const messages = [
  'x'.repeat(1_000),
  `${'y'.repeat(998)}`,
  '.\r\n.\r\nQUIT\r\nMAIL FROM:<eve@evil.example>',
  'Two\nlines, please.',
]

/** Hostile field values, including attempts to add a header or a recipient. */
function payload({ pick, next }: ReturnType<typeof seeded>) {
  const bend = (text: string) => {
    const at = Math.floor(next() * (text.length + 1))
    const poison = next() < 0.4 ? pick(breaks) + pick(smuggled) : pick(signs)
    return next() < 0.7 ? text.slice(0, at) + poison + text.slice(at) : text
  }
  return {
    name: bend(bend('Zoë Quinn')),
    email: next() < 0.5 ? bend('zoe@example.com') : 'zoe@example.com',
    interest: pick(contactFields.properties.interest.enum),
    message: bend(pick(messages)).padEnd(10, '.').slice(0, 1_000),
  }
}

const asMail = (stored: NewSubmission, count: number) => {
  const submission = {
    ...stored.fields,
    _id: new ObjectId(String(count).padStart(24, '0')),
    created_at: new Date(),
    mails: [],
  } as unknown as Submission
  const mail = {
    kind: 'notification' as const,
    message_id: `<${submission._id.toHexString()}.notification@archery.example>`,
    to: school,
  }
  const claim = { owner: submission, mail: mail as never, lease: '', until: 0 }
  return renderMail(form, claim, 'https://archery.example', async () => Buffer.alloc(0), {
    school: '',
    booking_url: '',
  })
}

test('no hostile payload adds a header, a recipient or an overlong line', async () => {
  const stored: NewSubmission[] = []
  const accept = acceptSubmission({
    forms: { find: async () => form },
    submissions: {
      sender: async () => ({ marked: false, thanked: false }),
      insert: async (row) => {
        stored.push(row)
        return { outcome: 'stored', submission: { _id: new ObjectId(), mails: [] } as unknown as Submission }
      },
    },
    mail: { deliver: async () => true },
    overHourlyLimit: async () => false,
    log: { info: () => {} },
  })
  const choices = seeded(20_260_704)
  let refused = 0
  for (let i = 0; i < payloads; i++) {
    const about = { signals: {}, idempotencyKey: undefined, requestId: 'r' }
    await accept(form.id, payload(choices), about).catch(({ code }) => {
      expect(code).toBe('invalid_input')
      refused += 1
    })
  }
  expect(stored.length + refused).toBe(payloads)
  expect(Math.min(stored.length, refused)).toBeGreaterThan(payloads / 5)

  const transport = mailTransport(smtp.url, { name: 'Archery School', address: 'no-reply@archery.example' }, 6)
  const mails = stored.map(asMail)
  const senders = Array.from({ length: 12 }, async () => {
    for (let mail = mails.pop(); mail; mail = mails.pop()) await transport.send(await mail)
  })
  await Promise.all(senders)
  transport.close()

  expect(smtp.deliveries.length).toBe(stored.length)
  const names = 'auto-submitted content-type date from message-id mime-version reply-to subject to'
  for (const { from, to, recipients, raw } of smtp.deliveries) {
    const [head = ''] = raw.split('\r\n\r\n', 1)
    const headers = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')
    expect(
      headers
        .map((line) => line.split(':', 1)[0]!.toLowerCase())
        .toSorted()
        .join(' '),
    ).toBe(names)
    expect([from, to, recipients]).toEqual(['no-reply@archery.example', school, 1])
    expect(headers).toContain('From: Archery School <no-reply@archery.example>')
    expect(headers).toContain(`To: ${school}`)
    const longest = Math.max(...raw.split('\r\n').map((line) => Buffer.byteLength(line, 'latin1')))
    expect(longest).toBeLessThanOrEqual(998)
    expect(raw.replaceAll('\r\n', '')).not.toMatch(/[\r\n\0]/)
  }
})
