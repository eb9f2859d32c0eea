import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readMail } from './read-mail'

/** Mails as programs write them, made for these tests. */
const read = (name: string) => readMail(readFileSync(join(import.meta.dirname, 'cases', `${name}.eml`)))

test.each([
  ['smime-opaque', { textless: 'signed-opaque', note: expect.stringContaining('S/MIME'), readable: true }],
  ['fwd-attached-only', { textless: 'forwarded-only', text: expect.stringContaining('Can my son bring his own bow?') }],
  [
    'calendar-only',
    {
      textless: 'calendar',
      text: expect.stringContaining('Team building\n2026-12-05 18:00 UTC to 2026-12-05 19:00 UTC'),
    },
  ],
  ['iso2022jp-nocharset', { text: expect.stringContaining('こんにちは') }],
  ['utf8-is-cp1252', { text: 'Señor Muñoz – “sí”, café €5', note: expect.stringContaining('windows-1252') }],
  ['ascii-is-utf8', { text: 'Señor Muñoz – “sí”, café €5' }],
  ['latin1-is-utf8', { text: 'Señor Muñoz – “sí”' }],
  ['subj-raw-latin1', { subject: 'Re: Frühstück für Zoë' }],
  ['from-comma', { from: { name: 'Locksley, Robin', address: 'rl2@example.org' } }],
  ['table-mail', { text: 'Name Ana Ruiz\nChild age 9\nDate Dec 5\n\nbow\narrows\n\nline1\nline2\nCall\nme' }],
  ['pre-html', { text: 'Saturday 10:00 Ann\nSunday 11:00 Bo\n\nThanks\none\ntwo' }],
  ['inline-html', { text: expect.stringMatching(/Ten is fine\.[\s\S]*Three bows\./) }],
])('%s is shown as %o', async (name, content) => {
  expect((await read(name)).content).toMatchObject(content)
})

test.each([
  ['ooo-de', true],
  ['ooo-fr', true],
  ['ooo-es', true],
  ['ooo-away', false],
  ['reaction', false],
])('%s reopens nothing; only its subject says so: %s', async (name, isMaybe) => {
  const { kind, content } = await read(name)
  expect(kind).toBe('automated')
  expect(content.is_maybe_automatic === true).toBe(isMaybe)
})

test('an answer whose text says that it is a reaction reopens nothing; without what it answers it is a person’s', async () => {
  const text = '👍 Robin reacted via Gmail\n\nOn Mon, Nov 23, 2026 at 9:02 AM School <a@x.example> wrote:\n> Which day?'
  const raw = (head: string) =>
    Buffer.from(
      `From: robin@example.org\nSubject: Re: Lesson\n${head}Content-Type: text/plain; charset=utf-8\n\n${text}`,
    )
  expect(await readMail(raw('In-Reply-To: <a@x>\n'))).toMatchObject({
    ...{ kind: 'automated', content: { is_maybe_automatic: true, text: '👍 Robin reacted via Gmail' } },
  })
  expect((await readMail(raw(''))).kind).toBe('person')
})

test.each(['dsn-irt', 'dsn-mixed', 'dsn-no-report-type', 'dsn-xorig'])(
  '%s names our mail, its recipient and why',
  async (name) => {
    const { kind, bounce } = await read(name)
    expect(kind).toBe('bounce')
    expect(bounce).toMatchObject({
      ...{ status: '5.1.1', permanent: true },
      ids: [expect.stringMatching(/^<6b0947[0-9a-f]+\.reply-.*@localhost>$/)],
      recipients: [expect.stringMatching(/^robin\.[0-9a-f]+@example\.org$/)],
    })
  },
)

test('what qmail writes, and a code that stands in the diagnosis alone, are delivery reports', async () => {
  const qmail = [
    ...['Return-Path: <>', 'From: MAILER-DAEMON@mx.example', 'Subject: failure notice', ''],
    ...[
      'Hi. This is the qmail-send program at mx.example.',
      '',
      '<robin@example.org>:',
      'Sorry, no mailbox here by that name. (#5.1.1)',
      '',
    ],
    ...['--- Below this line is a copy of the message.', '', 'Message-ID: <a.reply@localhost>', 'Subject: x', '', 'Hi'],
  ]
  expect(await readMail(Buffer.from(qmail.join('\n')))).toMatchObject({
    ...{
      kind: 'bounce',
      bounce: { ids: ['<a.reply@localhost>'], recipients: ['robin@example.org'], status: '5.1.1', permanent: true },
    },
  })
  const diagnosis = [
    ...['From: mailer-daemon@mx.example', 'Content-Type: multipart/report; boundary=b', '', '--b'],
    ...[
      'Content-Type: message/delivery-status',
      '',
      'Reporting-MTA: dns; mx',
      '',
      'Final-Recipient: rfc822; robin@example.org',
    ],
    ...[
      'Action: failed',
      'Diagnostic-Code: smtp; 550 5.1.1 no such user',
      '--b',
      'Content-Type: text/rfc822-headers',
      '',
    ],
    ...['Message-ID: <a.reply@localhost>', '--b--'],
  ]
  expect((await readMail(Buffer.from(diagnosis.join('\n')))).bounce).toMatchObject({ status: '5.1.1', permanent: true })
})

test.each(['quote-ru', 'quote-zh', 'quote-uk', 'quote-tl'])(
  '%s: the introduction of a quotation is folded in any language',
  async (name) => {
    const { content } = await read(name)
    expect(content.text).toBe('Sí, 10 OK 好 да.')
    expect(content.quoted).toMatch(/hello@archery\.example[\s\S]*Does ten suit you/)
  },
)

const typed = (type: string, body: string | Buffer, encoding = '8bit') =>
  Buffer.concat([
    Buffer.from(`From: z@example.com\r\nContent-Type: ${type}\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n`),
    Buffer.from(body),
  ])
const latin = (text: string) => Buffer.from(text, 'latin1')

test.each([
  ['windows-1252 as iso-8859-1', typed('text/plain; charset=iso-8859-1', latin('5 \x80')), '5 €'],
  ['latin1 without a label', typed('text/plain', latin('caf\xe9')), 'café'],
  ['UTF-8 without a label', typed('text/plain', 'café'), 'café'],
  [
    'UTF-8 as Windows-1252, in quoted-printable',
    typed('text/plain; charset="windows-1252"', 'caf=C3=A9', 'quoted-printable'),
    'café',
  ],
  [
    'UTF-8 as Latin-9, in base64',
    typed('text/plain; charset=iso-8859-15', Buffer.from('café').toString('base64'), 'base64'),
    'café',
  ],
  [
    'latin1 as UTF-8, in base64',
    typed('text/plain; charset=utf-8', latin('caf\xe9').toString('base64'), 'base64'),
    'café',
  ],
  ['a character set in markup only', typed('text/html', latin('<meta charset="windows-1251"><p>\xc4\xe0</p>')), 'Да'],
  ['an unknown label', typed('text/plain; charset=klingon', 'café'), 'café'],
  [
    'one bad byte in UTF-8',
    typed('text/plain; charset=utf-8', Buffer.concat([Buffer.from('Señor Muñoz, café '), Buffer.from([0xe9])])),
    'Señor Muñoz, café \ufffd',
  ],
  ['a right label', typed('text/plain; charset=shift_jis', Buffer.from([0x82, 0xb1, 0x82, 0xf1])), 'こん'],
  ['Russian without a label', typed('text/plain', Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2])), 'Привет'],
])('%s is read as it was written', async (_, raw, text) => {
  expect((await readMail(raw)).content.text).toBe(text)
})

test.each([
  [
    'multipart/encrypted; protocol="application/pgp-encrypted"; boundary=b',
    '--b\r\nContent-Type: application/pgp-encrypted\r\n\r\nVersion: 1\r\n--b--',
    'encrypted',
  ],
  ['application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m', 'MIIF', 'encrypted'],
  ['text/plain', '-----BEGIN PGP MESSAGE-----\r\n\r\nabc', 'encrypted'],
  ['text/plain', ' ', 'empty'],
])('a mail of the type %j that shows no text says why', async (type, body, why) => {
  const { content } = await readMail(typed(type, body, '7bit'))
  expect(content).toMatchObject({ textless: why, note: expect.any(String), readable: true })
})

test.each([
  ['Lee, Ann <ann@example.org>', 'Lee, Ann'],
  ['Coach: Ann Lee <ann@example.org>', 'Coach: Ann Lee'],
  ['10:00 class <ann@example.org>', '10:00 class'],
  ['"Coach: Ann" <ann@example.org>', 'Coach: Ann'],
  ['Parents: Ann Lee <ann@example.org>;', 'Ann Lee'],
  ['ann@example.org (Ann Lee)', 'Ann Lee'],
])('a mail from %s is from %s', async (from, name) => {
  const { content } = await readMail(Buffer.from(`From: ${from}\r\nSubject: New\r\n\r\nHi`))
  expect(content.from).toEqual({ name, address: 'ann@example.org' })
})

test('where an answer is to go is stored, and a calendar is named so', async () => {
  const raw = 'From: form@site.example\r\nReply-To: Ana <ana@example.org>, form@site.example\r\nSubject: New\r\n\r\nHi'
  expect((await readMail(Buffer.from(raw))).content.reply_to).toEqual([{ name: 'Ana', address: 'ana@example.org' }])
  expect((await read('calendar-only')).attachments).toMatchObject([{ name: expect.stringMatching(/\.ics$/) }])
  expect((await read('reaction')).attachments).toEqual([])
})

test.each([
  [
    'a text behind base64, as mailing lists add it',
    'text/plain; charset=utf-8',
    `${Buffer.from('Héllo there').toString('base64')}\r\n_____\r\nClub list\r\n`,
    { text: expect.stringMatching(/^Héllo there\n_____\nClub list/), note: null },
  ],
  [
    'letters that were encoded twice',
    'text/plain; charset=utf-8',
    'SeÃ±or, cafÃ©',
    { text: 'Señor, café', note: expect.stringContaining('encoded twice') },
  ],
  [
    'parts without a boundary',
    'multipart/mixed',
    '--b\r\nContent-Type: text/plain\r\n\r\nHello\r\n--b--',
    { text: expect.stringContaining('Hello'), note: expect.stringContaining('cannot be told apart') },
  ],
  [
    'parts with another boundary',
    'multipart/mixed; boundary="c"',
    '--b\r\n\r\nHello\r\n--b--',
    { text: expect.stringContaining('Hello'), note: expect.stringContaining('cannot be told apart') },
  ],
  ['parts that are empty', 'multipart/mixed; boundary=b', '--b\r\n\r\n\r\n--b--', { text: '', textless: 'empty' }],
  ['enriched text', 'text/enriched', '<bold>Hello</bold> there', { text: 'Hello there', note: null }],
  ['Markdown', 'text/markdown', '# Hello', { text: '# Hello', note: null }],
  [
    'a text that says that there is another one',
    'multipart/alternative; boundary=b',
    '--b\r\n\r\nYour client does not support HTML messages.\r\n--b\r\nContent-Type: text/html\r\n\r\n<p>Can we move the lesson to ten?</p>\r\n--b--',
    { text: 'Can we move the lesson to ten?', note: expect.stringContaining('does not support HTML') },
  ],
  [
    'two texts that say the same',
    'multipart/alternative; boundary=b',
    '--b\r\n\r\nSee *you* at ten\r\n--b\r\nContent-Type: text/html\r\n\r\n<p>See <b>you</b> at ten</p>\r\n--b--',
    { text: 'See *you* at ten', note: null },
  ],
])('%s is shown', async (what, type, body, content) => {
  expect((await readMail(typed(type, body, what.includes('base64') ? 'base64' : '8bit'))).content).toMatchObject(
    content,
  )
})
