import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { encrypted, signedInParts, signedWhole } from './cms.fixture'
import { isSeen } from './conversation-text'
import { readMail } from './read-mail'

type MailPart = { type?: string; name?: string; body: string; encoding?: string; disposition?: string }
const lines = ({ type, name, body, encoding, disposition = 'attachment' }: MailPart) => [
  ...(type ? [`Content-Type: ${type}`] : []),
  ...(name === undefined ? [] : [`Content-Disposition: ${disposition}; filename="${name}"`]),
  ...(encoding ? [`Content-Transfer-Encoding: ${encoding}`] : []),
  '',
  body,
]
const head = ['From: z@example.com', 'Subject: Lesson']
const mixed = (parts: readonly MailPart[], type = 'multipart/mixed') =>
  Buffer.from(
    [
      ...head,
      `Content-Type: ${type}; boundary=b`,
      '',
      ...parts.flatMap((part) => ['--b', ...lines(part)]),
      '--b--',
    ].join('\r\n'),
  )
const alone = (part: MailPart) => Buffer.from([...head, ...lines(part)].join('\r\n'))
const base64 = (text: string) => Buffer.from(text).toString('base64')

const mail =
  'From: Ann <ann@example.com>\r\nSubject: Bows\r\nDate: Sat, 28 Nov 2026 10:00:00 +0000\r\n\r\nMay I bring my own bow?'
const calendar = [
  ...['BEGIN:VCALENDAR', 'METHOD:REQUEST', 'BEGIN:VEVENT', 'SUMMARY:Team day', 'DTSTART:20261205T180000Z'],
  ...['DTEND:20261205T190000Z', 'LOCATION:Range', 'END:VEVENT', 'END:VCALENDAR'],
].join('\r\n')
const pgp = '-----BEGIN PGP MESSAGE-----\r\n\r\nhQEMA\r\n-----END PGP MESSAGE-----'
const any = 'application/octet-stream'

test.each([
  ['smime.p7m', { type: any, name: 'smime.p7m', body: encrypted, encoding: 'base64' }, 'encrypted'],
  ['smime.p7m that is damaged', { type: any, name: 'smime.p7m', body: 'MIIF' }, 'encrypted'],
  ['a p7m of no type', { name: 'SMIME.P7M', body: encrypted, encoding: 'base64' }, 'encrypted'],
  [
    'x-pkcs7-mime',
    { type: 'application/x-pkcs7-mime', name: 'mail', body: encrypted, encoding: 'base64' },
    'encrypted',
  ],
  ['an attached .asc', { type: any, name: 'mail.asc', body: pgp }, 'encrypted'],
  ['.asc as text', { type: 'text/plain', name: 'mail.asc', body: pgp }, 'encrypted'],
  ['.pgp', { type: any, name: 'mail.pgp', body: '\u0085\u0001'.repeat(9), encoding: '8bit' }, 'encrypted'],
  ['a PGP message of any name', { type: any, name: 'noname', body: base64(pgp), encoding: 'base64' }, 'encrypted'],
  ['.eml', { type: any, name: 'Fwd.eml', body: mail }, 'forwarded-only'],
  ['.eml in base64', { type: any, name: 'Fwd.eml', body: base64(mail), encoding: 'base64' }, 'forwarded-only'],
  ['.eml as text', { type: 'text/plain', name: 'Fwd.eml', body: mail }, 'forwarded-only'],
  ['a mail of any name', { type: any, name: 'message', body: mail }, 'forwarded-only'],
  [
    'a mail with a line of an mbox',
    { type: any, name: 'x.eml', body: `From a@b Sat Nov 28\r\n${mail}` },
    'forwarded-only',
  ],
  ['message/global', { type: 'message/global', name: 'x', body: mail }, 'forwarded-only'],
  ['application/ics', { type: 'application/ics', name: 'invite.ics', body: calendar }, 'calendar'],
  [
    'a calendar as any bytes',
    { type: any, name: 'invite.ics', body: base64(calendar), encoding: 'base64' },
    'calendar',
  ],
  ['a calendar of no name', { type: any, name: 'invite', body: calendar }, 'calendar'],
  ['a calendar as text', { type: 'text/plain', name: 'a.txt', body: `\ufeff${calendar}` }, 'calendar'],
  ['a calendar of Macs', { type: 'text/calendar', name: 'a', body: calendar.replaceAll('\r\n', '\r') }, 'calendar'],
  ['a picture', { type: 'image/png', name: 'a.png', body: 'iVBORw0KGgo', encoding: 'base64' }, 'empty'],
  ['a public key', { type: any, name: 'key.asc', body: '-----BEGIN PGP PUBLIC KEY BLOCK-----\r\n\r\nx' }, 'empty'],
  [
    'a file of text',
    { type: 'text/plain', name: 'a.txt', body: 'Dear all: see you.\r\nSubject: none\r\n\r\nx' },
    'empty',
  ],
  [
    'a signature',
    { type: 'application/pkcs7-signature', name: 'smime.p7s', body: 'MIIF', encoding: 'base64' },
    'empty',
  ],
] as [string, MailPart, string][])('a mail that is only %s says why it has no text', async (_, part, why) => {
  for (const raw of [mixed([part]), mixed([{ type: 'text/plain', body: ' ' }, part]), alone(part)]) {
    const { content } = await readMail(raw)
    expect(content).toMatchObject({ textless: why, note: expect.any(String), readable: true })
    if (why === 'forwarded-only') expect(content.text).toContain('From: Ann <ann@example.com>\nSubject: Bows\n\nMay I')
    if (why === 'calendar') expect(content.text).toBe('Team day\n2026-12-05 18:00 UTC to 2026-12-05 19:00 UTC\nRange')
  }
})

test.each([
  ['CANCEL', 'canceled', 'Team day'],
  ['REPLY', 'answer to an invitation', 'Declined\nTeam day'],
  ['REQUEST', 'An invitation', 'Team day'],
])('a calendar with the method %s is not called otherwise', async (method, note, text) => {
  const body = calendar
    .replace('REQUEST', method)
    .replace('SUMMARY', 'ATTENDEE;PARTSTAT=DECLINED:mailto:z@example.com\r\nSUMMARY')
  const { content } = await readMail(alone({ type: `text/calendar; method=${method}`, body }))
  expect(content.note).toContain(note)
  expect(content.text.startsWith(text)).toBe(true)
})

const der = (tag: number, ...inside: Buffer[]) => {
  const content = Buffer.concat(inside)
  const length = content.length < 128 ? [content.length] : [0x82, content.length >> 8, content.length & 255]
  return Buffer.concat([Buffer.from([tag, ...length]), content])
}
const data = der(6, Buffer.from('2a864886f70d010701', 'hex'))
const packed = (text: string) =>
  der(
    0x30,
    der(6, Buffer.from('2a864886f70d0109100109', 'hex')),
    der(0xa0, der(0x30, der(2, Buffer.from([0])), der(0x30), der(0x30, data, der(0xa0, der(4, deflateSync(text)))))),
  ).toString('base64')
const inside = 'Is Saturday at ten free? Grüße'

test.each([
  ['in one piece', 'application/pkcs7-mime; smime-type=signed-data', signedWhole],
  ['in many', 'application/x-pkcs7-mime; smime-type=signed-data', signedInParts],
  ['without saying so', 'application/pkcs7-mime', signedWhole],
  ['under another type', any, signedInParts],
  ['packed', 'application/pkcs7-mime; smime-type=compressed-data', packed(`\r\n${inside}`)],
])('a text inside of a signature is shown: %s', async (_, type, body) => {
  const part = { type, name: 'smime.p7m', body, encoding: 'base64' }
  for (const raw of [alone(part), mixed([part]), mixed([{ type: 'text/html', body: '<p>&nbsp;</p>' }, part])])
    expect((await readMail(raw)).content).toMatchObject({
      ...{ text: inside, textless: 'signed-opaque', note: expect.stringContaining('not checked') },
    })
})

test('a text next to what is signed or encrypted is shown with it, and said so', async () => {
  const footer = { type: 'text/plain', body: 'Sent to you by the list.' }
  const signed = { type: 'application/pkcs7-mime', name: 'smime.p7m', body: signedWhole, encoding: 'base64' }
  expect((await readMail(mixed([signed, footer]))).content).toMatchObject({
    ...{ text: `${inside}\n\nSent to you by the list.`, note: expect.stringContaining('signature') },
  })
  expect((await readMail(mixed([{ ...signed, body: encrypted }, footer]))).content).toMatchObject({
    ...{ text: 'Sent to you by the list.', note: expect.stringContaining('A part of the mail is encrypted') },
  })
})

test.each([
  [
    'multipart/signed',
    'multipart/signed; protocol="application/pkcs7-signature"; micalg=sha-256',
    'application/pkcs7-signature',
  ],
  [
    'multipart/signed of old',
    'multipart/signed; protocol="application/x-pkcs7-signature"',
    'application/x-pkcs7-signature',
  ],
  ['multipart/mixed', 'multipart/mixed', 'application/pkcs7-signature'],
  ['a signature under the type of encryption', 'multipart/signed', 'application/pkcs7-mime; smime-type=signed-data'],
])('the text of a signed mail is shown, without a note: %s', async (_, type, signature) => {
  const sign = { type: `${signature}; name=smime.p7s`, name: 'smime.p7s', body: 'MIIF', encoding: 'base64' }
  const { content } = await readMail(mixed([{ type: 'text/plain', body: 'See you on Saturday.' }, sign], type))
  expect(content).toMatchObject({ text: 'See you on Saturday.', note: null })
  expect(content).not.toHaveProperty('textless')
})

test('where only the type says that a text is signed, it is not called encrypted', async () => {
  const part = {
    type: 'application/pkcs7-mime; smime-type=signed-data; name=smime.p7m',
    body: 'MIIF',
    encoding: 'base64',
  }
  for (const raw of [alone(part), mixed([part]), mixed([part], 'multipart/alternative')])
    expect((await readMail(raw)).content).toMatchObject({
      ...{ textless: 'signed-opaque', note: expect.stringContaining('S/MIME') },
    })
})

test.each([
  ...['\u200b', '\u00a0 \u00a0', '\ufeff', '\u00ad\u00ad', '\u2800\u2800', '\u{e0041}\u{e0042}', '\u3164', '\uffa0'],
  ...['\u115f\u1160', '\u2060\u2063', '\u202e\u202c', '\u2066\u2069', '\u180e', '\u034f', '\u200d\u200c', '\ufe0f'],
  ...['\u2003\u2009\u3000', '\u2028\u2029', '\ufffc', '\r\n\t \r\n', '\u0000\u0001', '\u17b4', '\u{1d173}', '\ue000'],
])('a body of nothing but %j is empty, and says so', async (body) => {
  for (const type of ['text/plain; charset=utf-8', 'text/html; charset=utf-8'])
    expect((await readMail(alone({ type, body }))).content).toMatchObject({
      ...{ text: '', textless: 'empty', note: 'The mail has no text.' },
    })
  const parts = [
    { type: 'text/plain; charset=utf-8', body },
    { type: 'text/html; charset=utf-8', body: '<p>See you.</p>' },
  ]
  expect((await readMail(mixed(parts, 'multipart/alternative'))).content).toMatchObject({
    text: 'See you.',
    note: null,
  })
})

test.each([
  '<p>&nbsp;&#8203;</p>',
  '<img src="https://x.example/a.png">',
  '<br><br>',
  '<style>p{}</style>',
  '<div>&shy;</div>',
  '<!-- x -->',
])('markup that shows no text is empty: %s', async (body) => {
  expect((await readMail(alone({ type: 'text/html', body }))).content).toMatchObject({ textless: 'empty' })
})

test.each(['.', '👍', '好', '-', '1', '?', '👨‍👩‍👧', 'é'])('%j is a text', async (body) => {
  expect(isSeen(body)).toBe(true)
  expect((await readMail(alone({ type: 'text/plain; charset=utf-8', body }))).content).toMatchObject({
    text: body,
    note: null,
  })
})

test('an answer of invisible characters alone is shown with its quotation', async () => {
  const body = '\u200b\r\n\r\nOn Mon, Nov 23, 2026 at 9:02 AM School <a@x.example> wrote:\r\n> Does ten suit you?'
  const { content } = await readMail(alone({ type: 'text/plain; charset=utf-8', body }))
  expect(content.text).toContain('Does ten suit you?')
})

test.each([
  ['text/calendar', 'invite', 'invite.ics'],
  ['text/calendar', 'invite.txt', 'invite.ics'],
  ['text/calendar', 'invite.dat', 'invite.ics'],
  ['text/calendar', 'Meeting 5.12', 'Meeting 5.12.ics'],
  ['text/calendar', 'a.b.html', 'a.b.ics'],
  ['text/calendar', 'invite.ICS', 'invite.ICS'],
  ['text/calendar', 'old.vcs', 'old.vcs'],
  ['text/calendar', '', 'attachment-1.ics'],
  ['text/calendar', '\u200b.exe', '_.ics'],
  ['application/ics', 'invite', 'invite.ics'],
  [any, 'invite', 'invite.ics'],
  [any, 'invite.bin', 'invite.ics'],
  ['application/x-ical', 'x', 'x.ics'],
])('a calendar of the type %s with the name %j is called %j', async (type, name, called) => {
  const { attachments } = await readMail(
    mixed([
      { type: 'text/plain', body: 'Hi' },
      { type, name, body: calendar },
    ]),
  )
  expect(attachments.map((one) => one.name)).toEqual([called])
})
