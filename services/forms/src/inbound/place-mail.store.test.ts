import { ObjectId } from 'mongodb'
import { expect, test } from 'vitest'
import { contactForm } from '../app.fixture'
import { renderMail } from '../delivery/render-mail'
import { outgoingMail } from '../inquiries/outgoing-mail'
import type { Submission } from '../inquiries/submission-document'
import { _id, conversation, ofMailing, ours, type State, stored, testPlaces, token } from './place-mail.fixture'
import { readMail } from './read-mail'

const setup = testPlaces()

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
  expect(await setup()({ ...mail, hasSeveralSenders: true })).toMatchObject({ state: 'unmatched', isProven: false })
})

test.each([
  ['sam@example.com', stored.mails, 'known'],
  ['zoe@work.example', [...stored.mails, { message_id: '<x@y>', to: 'zoe@work.example', kind: 'reply' }], 'known'],
  ['nils@example.com', stored.mails, 'other'],
])('known is who got a reply or a copy, no other mail of the site: %s', async (from, mails, sender) => {
  const mail = await readMail(Buffer.from(`From: ${from}\nIn-Reply-To: ${ours}\n\nHello`))
  expect(await setup({ change: { mails } })(mail)).toMatchObject({ state: 'threaded', sender })
})

test('a mail without a sender is not of a visitor who left no address', async () => {
  const mail = await readMail(Buffer.from(`To: us\nIn-Reply-To: ${ours}\n\nHello`))
  expect(await setup({ change: { email: '' } })(mail)).toMatchObject({ state: 'threaded', sender: 'other' })
})

test('of several mails of ours that one answers the closest counts', async () => {
  const other = new ObjectId()
  const theirs = `<${other}.reply-1@archery.example>`
  const more = [{ ...stored, _id: other, mails: [{ message_id: theirs, to: 'ada@example.com', kind: 'reply' }] }]
  const mail = await read(`In-Reply-To: ${ours}`, `References: ${theirs} ${ours}`)
  expect(mail.answers).toEqual([ours, theirs])
  expect(await setup({ more })(mail)).toMatchObject({ conversation: { _id } })
})

test('a program is shown in its conversation with what it is and who it is of', async () => {
  const mail = await read(`In-Reply-To: ${ours}`, 'Auto-Submitted: auto-replied', proven)
  const expected = { state: 'automated', conversation, sender: 'visitor', isProven: true, reason: mail.reason }
  expect(mail.reason).not.toBe('')
  expect(await setup()(mail)).toMatchObject(expected)
  const stranger = await read('Auto-Submitted: auto-replied')
  expect(await setup()(stranger)).toMatchObject({ state: 'automated', sender: 'other', isProven: false })
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
