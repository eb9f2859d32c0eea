import { inquiryTable } from '@app/contracts/inquiries'
import { testDatabase } from '@app/mongo/test-database.fixture'
import { ObjectId } from 'mongodb'
import { beforeEach, expect, test } from 'vitest'
import { contactForm } from '../app.fixture'
import { renderMail } from '../delivery/render-mail'
import { outgoingMail } from '../inquiries/outgoing-mail'
import { subjectToken } from '../inquiries/subject-token'
import type { InquiryMail, Submission } from '../inquiries/submission-document'
import { conversations } from './conversations'
import { placeMail } from './place-mail'
import { readMail } from './read-mail'
import type { ReadMail } from './unread-mail'

const _id = new ObjectId('0123456789abcdef01234567')
const ours = `<${_id}.reply-1@archery.example>`
const copy = `<${_id}.reply-1-0@archery.example>`
const conversation = { _id, email: 'zoe@example.com', name: 'Zoë', spam: false }
const stored = {
  ...conversation,
  ...{ created_at: new Date(), thread_key: 'key', status: 'answered' },
  mails: [
    { message_id: `<${_id}.thank_you@archery.example>`, to: 'nils@example.com', kind: 'thank_you' },
    { message_id: ours, to: 'zoe@example.com', kind: 'reply' },
    { message_id: copy, to: 'sam@example.com', kind: 'copy' },
  ] as InquiryMail[],
}
const token = subjectToken('key', _id.toHexString())
const ofMailing = '<mailing@archery.example>'

const database = testDatabase()
beforeEach(database.clear)

type State = { more?: object[]; answered?: string[]; trustedHost?: string; change?: object }

/** Places a mail upon one answered inquiry of Zoe, and others. */
function setup({ more = [], answered = [], trustedHost = 'mx.school.example', change = {} }: State = {}) {
  const { mongo } = database
  const collection = (name: string) => mongo.db().collection<object>(name)
  const place = placeMail({
    conversations: conversations(mongo.db, 'archery.example'),
    mailingRecipient: async (id) => (id === ofMailing ? 'ada@example.com' : undefined),
    trustedHost,
  })
  return async (mail: ReadMail) => {
    await database.clear()
    await collection(inquiryTable).insertMany([{ ...stored, ...change }, ...more])
    const answers = answered.map((id) => ({ inquiry: _id, answers: id, state: 'threaded' }))
    if (answers.length > 0) await collection('inbound_mails').insertMany(answers)
    return place(mail)
  }
}
const closed = { change: { status: 'closed' } }
const open = { email: 'zoe@example.com', name: 'Zoë', spam: false, status: 'new', created_at: new Date() }
const marked = { ...open, spam: true, spam_reason: 'marked' }
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
  expect(await setup(closed)(await read(subject, proven))).toMatchObject({
    ...{
      state: 'threaded',
      reason: 'Its subject names this inquiry.',
      conversation,
      sender: 'visitor',
      isProven: true,
    },
  })
  expect(await setup()(await read(subject))).toMatchObject({
    ...{ state: 'unmatched', named: _id, isProven: false },
    reason: expect.stringContaining('not proven'),
  })
  const sam = { change: { replies: [{ cc: ['sam@example.com'] }] } }
  const fromSam = await readMail(Buffer.from(`From: Zoe <sam@example.com>\n${proven}\n${subject}\n\nHello`))
  expect(await setup(sam)(fromSam)).toMatchObject({ state: 'unmatched', named: _id })
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
  expect(await setup({ more: [open] })(await read(proven))).toMatchObject({ state: 'unmatched' })
  expect(await setup(closed)(await read(proven))).toMatchObject({ state: 'unmatched' })
})

const two = ['From: zoe@example.com', proven]
const why = {
  several: 'This address has several open inquiries.',
  flagged: 'The mail server flagged it as spam.',
  marked: 'You marked a message of this sender as spam.',
  none: 'There is no open inquiry of this address.',
  only: 'The only open inquiry of this proven sender.',
  unproven: 'It answers no mail of yours, and its sender is not proven.',
  named: 'Its subject names an inquiry, but it is not proven to be from the visitor.',
}
test.each<[string, string[], State, object]>([
  [
    'it has no sender',
    ['To: us'],
    { more: [{ ...marked, email: '' }] },
    { isProven: false, reason: 'It has no sender.' },
  ],
  ['nothing is open', two, closed, { isProven: true, reason: why.none }],
  ['two are open', two, { more: [open] }, { isProven: true, reason: why.several }],
  ['its sender is not proven', two.slice(0, 1), {}, { isProven: false, reason: why.unproven }],
  ['it names one', [two[0]!, `Subject: [#${token}]`], {}, { isProven: false, reason: why.named, named: _id }],
  ['the server flagged it', [...two, 'X-Spam-Flag: YES'], {}, { state: 'spam', isProven: true, reason: why.flagged }],
  ['its sender is marked', two, { more: [marked] }, { state: 'spam', isProven: true, reason: why.marked }],
  [
    'it is the only one',
    two,
    {},
    { state: 'threaded', conversation, sender: 'visitor', isProven: true, reason: why.only },
  ],
])('of a mail that answers nothing staff read why it is where it is: %s', async (_, headers, state, expected) => {
  const placed = await setup(state)(await readMail(Buffer.from(`${headers.join('\n')}\n\nHello`)))
  expect(placed).toMatchObject({ state: 'unmatched', ...expected })
})

test('a mail from the mail box itself is proven without the word of a server', async () => {
  const mail = { ...(await read()), isTrusted: true }
  expect(await setup()(mail)).toMatchObject({ state: 'threaded', isProven: true, reason: why.only })
})

test.each([
  ['sam@example.com', stored.mails, 'known'],
  ['zoe@work.example', [...stored.mails, { message_id: '<x@y>', to: 'zoe@work.example', kind: 'reply' }], 'known'],
  ['nils@example.com', stored.mails, 'other'],
])('known is who got a reply or a copy, no other mail of the site: %s', async (from, mails, sender) => {
  const mail = await readMail(Buffer.from(`From: ${from}\nIn-Reply-To: ${ours}\n\nHello`))
  expect(await setup({ change: { mails } })(mail)).toMatchObject({ state: 'threaded', sender })
})

test('a program is shown in its conversation with what it is and who it is of', async () => {
  const mail = await read(`In-Reply-To: ${ours}`, 'Auto-Submitted: auto-replied', proven)
  const expected = { state: 'automated', conversation, sender: 'visitor', isProven: true, reason: mail.reason }
  expect(mail.reason).not.toBe('')
  expect(await setup()(mail)).toMatchObject(expected)
  const stranger = await read('Auto-Submitted: auto-replied')
  expect(await setup()(stranger)).toMatchObject({ state: 'automated', sender: 'other', isProven: false })
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
  ['names a copy that went to somebody else', report('delivery-status', copy), {}],
])('a report that %s is shown and changes nothing', async (_, mail, state) => {
  const placed = await setup(state)(await mail)
  expect(placed).toEqual({ state: 'automated', reason: expect.stringContaining('changes nothing') })
})

test('a report is recognized when it returns our Message-ID on a line of its own', async () => {
  const place = setup()
  const folded = await place(await report('delivery-status', `\n ${ours}`))
  const plain = await place(await report('delivery-status', ours))
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
  const mail = report('delivery-status', ours, status)
  const placed = await setup()(await mail)
  const expected = isLeftOut ? { email: 'zoe@example.com', reason: 'bounced', status } : undefined
  const { reason } = await mail
  const bounce = { message_id: ours, status, permanent: status.startsWith('5') && status !== '5.7.1' }
  expect(placed).toMatchObject({ state: 'automated', conversation, report: 'bounce', bounce, reason })
  expect(placed.suppressed).toEqual(expected)
})

test('a mailing can bounce, and be complained about; nobody else can report on a mail of ours', async () => {
  const place = setup()
  const ada = 'ada@example.com'
  const bounced = await place(await report('delivery-status', ofMailing, '5.1.1', ada))
  expect(bounced).toMatchObject({ suppressed: { email: 'ada@example.com', reason: 'bounced' } })
  expect(bounced).not.toHaveProperty('bounce')
  const complaint = await report('feedback-report', ofMailing, '', ada)
  expect(complaint.reason).not.toBe('')
  expect(await place(complaint)).toMatchObject({
    ...{ state: 'automated', reason: complaint.reason, report: 'complaint' },
    suppressed: { email: 'ada@example.com', reason: 'complained' },
  })
  expect(await place(await report('feedback-report', ours))).toMatchObject({ conversation, report: 'complaint' })
  const forged = await place(await report('feedback-report', '<guessed@archery.example>'))
  expect(forged).toEqual({ state: 'automated', reason: expect.any(String) })
})

test('spam is neither placed nor lost, but an answer to our mail is never spam', async () => {
  expect(await setup()(await read('X-Spam-Flag: YES', proven))).toMatchObject({ state: 'spam' })
  expect(await setup({ more: [marked] })(await read(proven))).toMatchObject({ state: 'spam' })
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
  const submission = { ...stored, mails: [mail], message: 'Hi', interest: 'Other' } as unknown as Submission
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
