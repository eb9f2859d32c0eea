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
  mails: [
    { message_id: ours, to: 'zoe@example.com', kind: 'reply' } as InquiryMail,
    { message_id: '<copy@archery.example>', to: 'sam@example.com', kind: 'copy' } as InquiryMail,
  ],
}
const token = subjectToken('key', conversation._id.toHexString())
const ofMailing = '<mailing@archery.example>'

function setup({
  open = [conversation],
  isMarked = false,
  trustedHost = 'mx.school.example',
  known = [conversation.email],
  answered = [] as string[],
} = {}) {
  return placeMail({
    conversations: {
      ofMessage: async (id) =>
        conversation.mails.some(({ message_id }) => message_id === id) ? conversation : undefined,
      ofSubject: async (subject, sender) =>
        subject.includes(`[#${token}`) && known.includes(sender) ? conversation : undefined,
      openOf: async (email) => open.filter((one) => one.email === email),
      isMarked: async () => isMarked,
      hasAnswer: async (_, id) => answered.includes(id),
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

test('without them by the token in the subject, from the proven visitor; from anybody else it is a suggestion', async () => {
  const subject = `Subject: AW: Your party [#${token}]`
  expect(await setup({ open: [] })(await read(subject, proven))).toMatchObject({
    ...{
      state: 'threaded',
      reason: 'Its subject names this inquiry.',
      conversation,
      sender: 'visitor',
      isProven: true,
    },
  })
  expect(await setup()(await read(subject))).toMatchObject({
    ...{ state: 'unmatched', named: conversation._id, isProven: false },
    reason: expect.stringContaining('not proven'),
  })
  const sam = { known: ['sam@example.com'] }
  const fromSam = await readMail(Buffer.from(`From: Zoe <sam@example.com>\n${proven}\n${subject}\n\nHello`))
  expect(await setup(sam)(fromSam)).toMatchObject({ state: 'unmatched', named: conversation._id })
  // An answer to another mail of ours goes by that mail.
  expect(await setup()(await read(subject, `In-Reply-To: ${ours}`))).toMatchObject({
    reason: 'It answers a mail of this inquiry.',
  })
  // An out-of-office note is shown where it belongs, and changes nothing.
  expect(await setup()(await read(subject, 'Auto-Submitted: auto-replied'))).toMatchObject({
    ...{ state: 'automated', conversation },
  })
})

test.each([
  ['From: Zoe <zoe@example.com>', 'visitor', false],
  [`From: Zoe <zoe@example.com>\n${proven}`, 'visitor', true],
  [`From: Sam <sam@example.com>\n${proven}`, 'known', true],
  [`From: Zoë <eve@evil.example>\n${proven}`, 'other', true],
  ['From: Zoë <eve@evil.example>', 'other', false],
  [`From: Zoe <zoe@example.com>, Eve <eve@evil.example>\n${proven}`, 'visitor', false],
  [`From: Zoe <zoe@example.com>\nFrom: Eve <eve@evil.example>\n${proven}`, 'visitor', false],
  [
    'From: Zoe <zoe@example.com>\nAuthentication-Results: mx.school.example; spf=pass smtp.mailfrom="x; dmarc=pass"@e',
    'visitor',
    false,
  ],
])('whoever answers is threaded, and %j is %s, proven: %s', async (from, sender, isProven) => {
  const mail = await readMail(Buffer.from(`${from}\nIn-Reply-To: ${ours}\n\nHello`))
  expect(await setup()(mail)).toMatchObject({ state: 'threaded', conversation, sender, isProven })
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

const report = (kind: string, messageId: string, status = '5.1.1', recipient = 'zoe@example.com') => {
  const part = kind === 'feedback-report' ? 'message/feedback-report' : 'message/delivery-status'
  const about = [
    ...[`Final-Recipient: rfc822; ${recipient}`, `Original-Rcpt-To: ${recipient}`],
    ...['Action: failed', `Status: ${status}`],
  ]
  return readMail(
    Buffer.from(
      [
        ...['From: mx@example.com', `Content-Type: multipart/report; report-type=${kind}; boundary=b`, ''],
        ...['--b', `Content-Type: ${part}`, '', 'Reporting-MTA: dns; x', ''],
        ...[...about, '--b', 'Content-Type: message/rfc822', ''],
        ...[`Message-ID: ${messageId}`, 'Subject: Hi', '', 'text', '--b--'],
      ].join('\n'),
    ),
  )
}

test.each([
  ['names another recipient', report('delivery-status', ours, '5.1.1', 'eve@evil.example'), {}],
  ['names no recipient', report('delivery-status', ours, '5.1.1', ''), {}],
  [
    'is about a mail that was answered, so that others may know its id',
    report('delivery-status', ours),
    { answered: [ours] },
  ],
  ['is a complaint of another recipient', report('feedback-report', ours, '', 'eve@evil.example'), {}],
  ['names a copy that went to somebody else', report('delivery-status', '<copy@archery.example>'), {}],
])('a report that %s is shown and changes nothing', async (_, mail, state) => {
  const placed = await setup(state)(await mail)
  expect(placed).toEqual({ state: 'automated', reason: expect.stringContaining('changes nothing') })
})

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
  const ada = 'ada@example.com'
  expect(await place(await report('delivery-status', ofMailing, '5.1.1', ada))).toMatchObject({
    suppressed: { email: 'ada@example.com', reason: 'bounced' },
  })
  expect(await place(await report('feedback-report', ofMailing, '', ada))).toMatchObject({
    report: 'complaint',
    suppressed: { email: 'ada@example.com', reason: 'complained' },
  })
  const forged = await place(await report('feedback-report', '<guessed@archery.example>'))
  expect(forged).toEqual({ state: 'automated', reason: expect.any(String) })
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
