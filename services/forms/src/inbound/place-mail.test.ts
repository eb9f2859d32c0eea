import { Types } from 'mongoose'
import { expect, test } from 'vitest'
import { contactForm } from '../app.fixture'
import { renderMail } from '../delivery/render-mail'
import { outgoingMail } from '../inquiries/outgoing-mail'
import { subjectToken } from '../inquiries/subject-token'
import type { InquiryMail, Submission } from '../inquiries/submission-document'
import { placeMail } from './place-mail'
import { readMail } from './read-mail'

const ours = '<ours@archery.example>'
const conversation = {
  _id: new Types.ObjectId('0123456789abcdef01234567'),
  email: 'zoe@example.com',
  name: 'Zoë',
  spam: false,
  created_at: new Date(),
  mails: [{ message_id: ours, to: 'zoe@example.com' } as InquiryMail],
}
const token = subjectToken('key', conversation._id.toHexString())
const ofMailing = '<mailing@archery.example>'

function setup({
  open = [conversation],
  isMarked = false,
  trustedHost = 'mx.school.example',
  known = [conversation.email],
} = {}) {
  return placeMail({
    conversations: {
      ofMessage: async (id) => (id === ours ? conversation : undefined),
      ofSubject: async (subject, sender) =>
        subject.includes(`[#${token}`) && known.includes(sender) ? conversation : undefined,
      openOf: async (email) => open.filter((one) => one.email === email),
      isMarked: async () => isMarked,
    },
    mailingRecipient: async (id) => (id === ofMailing ? 'ada@example.com' : undefined),
    trustedHost,
  })
}
const read = (...headers: string[]) =>
  readMail(Buffer.from(['From: Zoe <zoe@example.com>', ...headers, '', 'Hello there'].join('\n')))
const proven = 'Authentication-Results: mx.school.example; dmarc=pass'

test('an answer is placed by In-Reply-To, or by References', async () => {
  const place = setup()
  expect(await place(await read(`In-Reply-To: ${ours}`))).toMatchObject({ state: 'threaded', conversation })
  expect(await place(await read('In-Reply-To: <x@y>', `References: ${ours} <x@y>`))).toMatchObject({
    state: 'threaded',
  })
})

test('without them by the token in the subject, from somebody the inquiry knows', async () => {
  const subject = `Subject: AW: Your party [#${token}]`
  expect(await setup({ open: [] })(await read(subject))).toMatchObject({
    ...{ state: 'threaded', reason: 'Its subject names this inquiry.', conversation },
  })
  expect(await setup({ open: [], known: [] })(await read(subject))).toMatchObject({ state: 'unmatched' })
  // An answer to another mail of ours goes by that mail.
  expect(await setup()(await read(subject, `In-Reply-To: ${ours}`))).toMatchObject({
    reason: 'It answers a mail of this inquiry.',
  })
  // An out-of-office note is shown where it belongs, and changes nothing.
  expect(await setup()(await read(subject, 'Auto-Submitted: auto-replied'))).toMatchObject({
    ...{ state: 'automated', conversation },
  })
})

test('without them only a proven sender with one open inquiry is', async () => {
  expect(await setup()(await read(proven))).toMatchObject({ state: 'threaded', conversation })
  expect(await setup()(await read())).toMatchObject({
    state: 'unmatched',
    reason: expect.stringContaining('not proven'),
  })
  expect(await setup({ open: [conversation, conversation] })(await read(proven))).toMatchObject({ state: 'unmatched' })
  expect(await setup({ open: [] })(await read(proven))).toMatchObject({ state: 'unmatched' })
})

const report = (kind: string, messageId: string, status = '5.1.1') =>
  readMail(
    Buffer.from(
      [
        ...['From: mx@example.com', `Content-Type: multipart/report; report-type=${kind}; boundary=b`, ''],
        ...['--b', 'Content-Type: message/delivery-status', '', 'Reporting-MTA: dns; x', ''],
        ...['Action: failed', `Status: ${status}`, '--b', 'Content-Type: message/rfc822', ''],
        ...[`Message-ID: ${messageId}`, 'Subject: Hi', '', 'text', '--b--'],
      ].join('\n'),
    ),
  )

test('a report is recognized when it returns our Message-ID on a line of its own', async () => {
  const [folded, plain] = await Promise.all(
    [`\n ${ours}`, ours].map(async (id) => setup()(await report('delivery-status', id))),
  )
  expect(folded).toMatchObject({ state: 'automated', bounce: { message_id: ours, permanent: true } })
  expect(folded).toEqual(plain)
})

test.each([
  ['5.1.1', true],
  ['5.4.1', true],
  ['5.7.1', false],
  ['5.2.2', false],
  ['4.4.1', false],
])('a mail that bounced with %s: its address is left out from then on: %s', async (status, isLeftOut) => {
  const placed = await setup()(await report('delivery-status', ours, status))
  const expected = isLeftOut ? { email: 'zoe@example.com', reason: 'bounced', status } : undefined
  expect(placed).toMatchObject({ state: 'automated', conversation, report: 'bounce' })
  expect(placed.suppressed).toEqual(expected)
})

test('a mailing can bounce, and be complained about; nobody else can report on a mail of ours', async () => {
  const place = setup()
  expect(await place(await report('delivery-status', ofMailing))).toMatchObject({
    suppressed: { email: 'ada@example.com', reason: 'bounced' },
  })
  expect(await place(await report('feedback-report', ofMailing))).toMatchObject({
    report: 'complaint',
    suppressed: { email: 'ada@example.com', reason: 'complained' },
  })
  const forged = await place(await report('feedback-report', '<guessed@archery.example>'))
  expect(forged).toEqual({
    state: 'automated',
    reason: expect.any(String),
    conversation: undefined,
    suppressed: undefined,
  })
})

test('spam is neither placed nor lost, but an answer to our mail is never spam', async () => {
  expect(await setup()(await read('X-Spam-Flag: YES', proven))).toMatchObject({ state: 'spam' })
  expect(await setup({ isMarked: true })(await read(proven))).toMatchObject({ state: 'spam' })
  expect(await setup()(await read('X-Spam-Flag: YES', `In-Reply-To: ${ours}`))).toMatchObject({ state: 'threaded' })
})

test('our own mail that comes back is recognized', async () => {
  expect(await setup()(await read(`Message-ID: ${ours}`))).toMatchObject({ state: 'automated' })
})

test('two programs that face each other: our automatic mail asks for no answer, and the one that comes causes none', async () => {
  const mail = outgoingMail(
    { documentId: String(conversation._id), kind: 'thank_you', to: 'zoe@example.com' },
    { mailDomain: 'archery.example', at: new Date() },
  )
  const submission = { ...conversation, mails: [mail], message: 'Hi', interest: 'Other' } as unknown as Submission
  const claim = { owner: submission, mail, lease: '', until: 0 }
  const sent = await renderMail(contactForm, claim, 'https://archery.example', async () => Buffer.alloc(0), {
    school: '',
    booking_url: '',
  })
  expect(sent.autoSubmitted).toBe('auto-replied')
  for (const header of [
    'Auto-Submitted: auto-replied',
    'Precedence: auto_reply',
    'Subject: Automatic reply: Thank you',
  ])
    expect(await setup()(await read(header, `In-Reply-To: ${ours}`, proven))).toMatchObject({
      state: 'automated',
      conversation,
    })
})

test.each([ours, ofMailing])(
  'a mail with an id of ours (%s) is one that this site has sent, and answers nothing',
  async (id) => {
    expect(await setup()(await read(`Message-ID: ${id}`, `In-Reply-To: ${ours}`))).toEqual({
      state: 'automated',
      reason: 'Sent by this site itself.',
    })
  },
)
