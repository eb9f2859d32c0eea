import { expect, test } from 'vitest'
import { readMail } from './read-mail'

/** Reports as mail servers write them, made for these tests: all say that one mail did not reach one address. */
const id = '<6b09475abc4a039cbfac6018.reply-aeece7d9c89a2e75.852322f99a8382decae2@localhost>'
const to = 'robin.x@example.org'

type Mail = { from?: string; header?: string[]; body: string[] }
const mailOf = ({ from = 'Mail Delivery System <MAILER-DAEMON@mx.example.net>', header = [], body }: Mail) =>
  Buffer.from(
    [`From: ${from}`, 'To: hello@archery.example', 'Subject: Undelivered', ...header, '', ...body].join('\r\n'),
  )
const noReturn = 'Return-Path: <>'

const status = (...fields: string[]) => [
  ...['--d', 'Content-Type: message/delivery-status', '', 'Reporting-MTA: dns; mx.example', ''],
  ...[...fields, ''],
]
const failed = status(`Final-Recipient: rfc822; ${to}`, 'Action: failed', 'Status: 5.1.1')
const key = 'X-Report-Key: k'
const returned = ['--d', 'Content-Type: message/rfc822', '', `Message-ID: ${id}`, key, 'Subject: x', '', 'Hi', '--d--']
const type = (of: string) => `Content-Type: ${of}; boundary=d`
const report = type('multipart/report; report-type=delivery-status')
const copy = ['--- Below this line is a copy of the message.', '', `Message-ID: ${id}`, key, 'Subject: x', '', 'Hi']
const diagnosed = (...fields: string[]): Mail => ({
  header: [report],
  body: [...status(`Final-Recipient: rfc822; ${to}`, ...fields), ...returned],
})

const reports: [what: string, status: string, mail: Mail][] = [
  [
    'qmail',
    '5.1.1',
    {
      header: [noReturn],
      body: [`<${to}>:`, 'Sorry, no mailbox here by that name. (#5.1.1)', '', ...copy],
    },
  ],
  [
    'qmail, what the other server said',
    '5.1.1',
    {
      header: [noReturn],
      body: [`<${to}>:`, '192.0.2.1 does not like recipient.', 'Remote host said: 550 5.1.1 User unknown', '', ...copy],
    },
  ],
  [
    'qmail, a plain code',
    '5.0.0',
    { from: 'postmaster@mx.example', body: [`<${to}>:`, 'Remote host said: 550 No such user', '', ...copy] },
  ],
  [
    'qmail, under another name',
    '5.1.2',
    {
      from: 'noreply@mx.example',
      header: [noReturn],
      body: [`<${to}>:`, "Sorry, I couldn't find any host named example.org. (#5.1.2)", '', ...copy],
    },
  ],
  [
    'Exim',
    '5.1.1',
    {
      header: [noReturn, `X-Failed-Recipients: ${to}`],
      body: [
        to,
        `  RCPT TO:<${to}>:`,
        '  550 5.1.1 unknown user',
        '',
        `------ Copy ------`,
        '',
        `Message-ID: ${id}`,
        key,
      ],
    },
  ],
  [
    'Exim without any code',
    '5.0.0',
    { body: ['These failed:', `  ${to}`, '    Unrouteable address', '', '------ Copy', '', `Message-ID: ${id}`, key] },
  ],
  ['no type of report', '5.1.1', { header: [type('multipart/report')], body: [...failed, ...returned] }],
  [
    'a type of report in other letters',
    '5.1.1',
    { header: [type('multipart/report; report-type="Delivery-Status"')], body: [...failed, ...returned] },
  ],
  ['parts of a mixed mail', '5.1.1', { header: [type('multipart/mixed')], body: [...failed, ...returned] }],
  [
    'parts of a mixed mail, from no daemon',
    '5.1.1',
    { from: 'postman@mx.example', header: [type('multipart/mixed')], body: [...failed, ...returned] },
  ],
  ['parts of an alternative', '5.1.1', { header: [type('multipart/alternative')], body: [...failed, ...returned] }],
  [
    'all in capitals',
    '5.1.1',
    {
      header: [type('MULTIPART/MIXED')],
      body: [
        ...['--d', 'CONTENT-TYPE: MESSAGE/DELIVERY-STATUS', '', `FINAL-RECIPIENT: RFC822;${to}`],
        ...['ACTION: FAILED', 'STATUS: 5.1.1 (bad)', '', ...returned],
      ],
    },
  ],
  [
    'words and the mail, without a status',
    '5.1.1',
    {
      header: [type('multipart/mixed')],
      body: ['--d', 'Content-Type: text/plain', '', `<${to}>: host said: 550 5.1.1 User unknown`, '', ...returned],
    },
  ],
  [
    'the header of the mail as a file of text',
    '5.1.1',
    {
      header: [type('multipart/mixed')],
      body: [
        ...failed,
        ...['--d', 'Content-Type: text/plain; name=headers.txt', 'Content-Disposition: attachment', ''],
        ...[`Message-Id: ${id}`, key, '--d--'],
      ],
    },
  ],
  ...['X-Original-Message-ID', 'Original-Message-ID', 'X-ORIGINAL-MESSAGE-ID'].map((name): (typeof reports)[number] => [
    `${name} in the status`,
    '5.1.1',
    {
      header: [report],
      body: [...status(`${name}: ${id}`, `Final-Recipient: rfc822; ${to}`, 'Action: failed', 'Status: 5.1.1'), '--d--'],
    },
  ]),
  [
    'X-Original-Message-ID without brackets',
    '5.1.1',
    {
      header: [report],
      body: [
        ...status(
          `X-Original-Message-ID: ${id.slice(1, -1)}`,
          `Final-Recipient: rfc822; ${to}`,
          'Action: failed',
          'Status: 5.1.1',
        ),
        '--d--',
      ],
    },
  ],
  [
    'X-Original-Message-ID in the header',
    '5.1.1',
    { header: [`X-Original-Message-ID: ${id}`, report], body: [...failed, '--d--'] },
  ],
  [
    'the id in words, as Exchange writes it',
    '5.1.1',
    {
      header: [report],
      body: [
        '--d',
        'Content-Type: text/plain',
        '',
        'Original Message Details',
        `Message ID: ${id}`,
        '',
        ...failed,
        '--d--',
      ],
    },
  ],
  ['In-Reply-To alone', '5.1.1', { header: [`In-Reply-To: ${id}`, report], body: [...failed, '--d--'] }],
  ['In-Reply-To on two lines', '5.1.1', { header: ['In-Reply-To:', ` ${id}`, report], body: [...failed, '--d--'] }],
  ['References alone', '5.1.1', { header: [`References: <a@b>`, ` ${id}`, report], body: [...failed, '--d--'] }],
  [
    'In-Reply-To and words',
    '5.1.1',
    { header: [`In-Reply-To: ${id}`], body: [`Your message to ${to} was refused: 550 5.1.1 user unknown.`] },
  ],
  [
    'In-Reply-To and words without a code',
    '5.0.0',
    {
      header: [`In-Reply-To: ${id}`],
      body: [`Your message wasn't delivered to ${to}: the address couldn't be found.`],
    },
  ],
  [
    'In-Reply-To and markup',
    '5.1.1',
    {
      header: [`In-Reply-To: ${id}`, 'Content-Type: text/html'],
      body: [`<p>Not sent to <b>${to}</b>.</p><p>550 5.1.1 user unknown</p>`],
    },
  ],
  [
    'a code in the diagnosis alone',
    '5.1.1',
    diagnosed('Action: failed', 'Diagnostic-Code: smtp; 550 5.1.1 no such user'),
  ],
  [
    'a diagnosis of several lines',
    '5.1.1',
    diagnosed('Action: failed', 'Diagnostic-Code: smtp; 550-5.1.1 The account does not exist.', ' 550 5.1.1 x'),
  ],
  ['a plain code in the diagnosis', '5.0.0', diagnosed('Action: failed', 'Diagnostic-Code: smtp; 550 no such user')],
  ['a code with a hash', '5.1.1', diagnosed('Action: failed', 'Diagnostic-Code: smtp; 550 #5.1.1 unknown')],
  [
    'a status that says less than the diagnosis',
    '5.1.1',
    diagnosed('Action: failed', 'Status: 5.0.0', 'Diagnostic-Code: smtp; 550 5.1.1 unknown'),
  ],
  [
    'a diagnosis with an address of a host',
    '5.0.0',
    diagnosed('Action: failed', 'Diagnostic-Code: smtp; host 192.0.2.5 said: 550 user unknown'),
  ],
  [
    'an empty status',
    '5.0.0',
    diagnosed('Action: failed', 'Status:', 'Diagnostic-Code: X-Postfix; unknown user (550)'),
  ],
  ['no action', '5.1.1', diagnosed('Diagnostic-Code: smtp; 550 5.1.1 unknown')],
]

test.each(reports)('%s: %s', async (_, expected, mail) => {
  expect(await readMail(mailOf(mail))).toMatchObject({
    kind: 'bounce',
    bounce: { ids: expect.arrayContaining([id]), recipients: [to], status: expected, permanent: true },
  })
})

test.each(reports.filter(([, , { body }]) => body.some((each) => each === key)))(
  '%s returns the key of the mail',
  async (_, __, mail) => {
    expect((await readMail(mailOf(mail))).bounce?.keys).toContain('k')
  },
)

test('the key of a mail that is returned with an indent is read', async () => {
  const body = [`<${to}>:`, '550 5.1.1 unknown', '', '--- Copy', `  Message-ID: ${id}`, `  ${key}`, '  Subject: x']
  expect((await readMail(mailOf({ header: [noReturn], body }))).bounce?.keys).toEqual(['k'])
})

test.each([
  ['a diagnosis', diagnosed('Action: delayed', 'Diagnostic-Code: smtp; 451 4.7.1 greylisted')],
  ['a code without an action', diagnosed('Diagnostic-Code: smtp; 451 4.7.1 greylisted')],
  ['words', { header: [`In-Reply-To: ${id}`], body: [`Warning: your message to ${to} has not been delivered yet.`] }],
])('%s says that a mail is late', async (_, mail) => {
  expect((await readMail(mailOf(mail))).bounce).toMatchObject({ recipients: [to], permanent: false })
})

test.each<[string, Mail]>([
  [
    'a signature with numbers',
    {
      from: to,
      header: [noReturn, 'Auto-Submitted: auto-replied', `In-Reply-To: ${id}`],
      body: ['I am away and cannot be found.', `${to}, (916) 555-0142, Suite 400`],
    },
  ],
  [
    'a delivery',
    { header: [report], body: [...status(`Final-Recipient: rfc822; ${to}`, 'Action: delivered'), ...returned] },
  ],
  ['no mail of ours', { header: [report], body: [...failed, '--d--'] }],
])('%s is no bounce', async (_, mail) => {
  expect((await readMail(mailOf(mail))).bounce).toBeUndefined()
})
