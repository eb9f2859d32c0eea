import { expect, test } from 'vitest'
import { reportKey } from '../inquiries/outgoing-mail'
import { _id, conversation, copy, ofMailing, ours, testPlaces } from './place-mail.fixture'
import { readMail } from './read-mail'

const setup = testPlaces()

const keyOf = (messageId: string) => [`X-Report-Key: ${reportKey('key', messageId.trim())}`]
/** A report with the header that it returns. */
const report = (
  kind: string,
  messageId: string,
  status = '5.1.1',
  recipient = 'zoe@example.com',
  key = keyOf(messageId),
) => {
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
        ...[`Message-ID: ${messageId}`, ...key, 'Subject: Hi', '', 'text', '--b--'],
      ].join('\n'),
    ),
  )
}

test.each([
  ['names another recipient', report('delivery-status', ours, '5.1.1', 'eve@evil.example'), {}],
  ['names no recipient', report('delivery-status', ours, '5.1.1', ''), {}],
  [
    'is about a mail that was answered, and does not return it',
    report('delivery-status', ours, '5.1.1', undefined, []),
    { answered: [ours] },
  ],
  ['does not return the mail of a mailing', report('delivery-status', ofMailing, '5.1.1', 'ada@example.com', []), {}],
  ['is a complaint without the mail', report('feedback-report', ours, '', undefined, []), {}],
  ['is a complaint with the key of another mail', report('feedback-report', ours, '', undefined, keyOf(copy)), {}],
  ['is a complaint of another recipient', report('feedback-report', ours, '', 'eve@evil.example'), {}],
  ['names a copy that went to somebody else', report('delivery-status', copy), {}],
])('a report that %s is shown and changes nothing', async (_, mail, state) => {
  const placed = await setup(state)(await mail)
  expect(placed).toEqual({ state: 'automated', reason: expect.stringContaining('changes nothing') })
})

test.each([
  ['no key', []],
  ['the key of the copy', keyOf(copy)],
  ['an empty key', ['X-Report-Key:']],
])(
  'a report with the id and recipient of a mail but %s silences nobody, and is shown as not verified',
  async (_, key) => {
    const bounce = { message_id: ours, status: '5.1.1', permanent: true, is_unverified: true }
    expect(await setup()(await report('delivery-status', ours, '5.1.1', undefined, key))).toEqual({
      ...{ state: 'automated', conversation: expect.objectContaining({ _id }), bounce },
      reason: expect.stringContaining('cannot be verified'),
    })
  },
)

test('a mail that was answered can still come back', async () => {
  const placed = await setup({ answered: [ours] })(await report('delivery-status', ours))
  expect(placed).toMatchObject({ suppressed: { email: 'zoe@example.com' }, report: 'bounce' })
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

test('a mail that is only late ends no address, whatever its status says', async () => {
  const mail = await report('delivery-status', ours)
  const placed = await setup()({ ...mail, bounce: { ...mail.bounce!, permanent: false } })
  expect(placed).toMatchObject({ bounce: { status: '5.1.1', permanent: false }, suppressed: undefined })
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
