import { expect, test } from 'vitest'
import { splitQuote } from './quote-intro'
import { contentKey, hasTooManyParts, senderOf } from './raw-mail'
import { readMail } from './read-mail'

const mail = (...lines: string[]) => Buffer.from(lines.join('\r\n'))
const headers = [
  'From: "Zoë" <Zoe@Example.com>',
  'To: school@archery.example',
  'Subject: Re: Party',
  'MIME-Version: 1.0',
]

test('text, quotation, people and what it answers are read', async () => {
  const read = await readMail(
    mail(
      ...headers,
      'In-Reply-To: <b@x>',
      'References: <a@x> <b@x>',
      'Message-ID: <c@x>',
      '',
      'Yes, the 12th.',
      '',
      'On Mon, Nov 23, 2026 at 9:02 AM School <no-reply@archery.example> wrote:',
      '> Which day?',
    ),
  )
  expect(read).toMatchObject({
    content: {
      message_id: '<c@x>',
      from: { name: 'Zoë', address: 'zoe@example.com' },
      to: [{ address: 'school@archery.example' }],
      text: 'Yes, the 12th.',
      quoted: expect.stringContaining('Which day?'),
      automated: false,
      readable: true,
      note: null,
    },
    kind: 'person',
    answers: ['<b@x>', '<a@x>'],
  })
})

test('a mail with HTML only has its text; scripts and the quotation go from the markup, and pictures load nothing', async () => {
  const html =
    '<div>Hi <b>all</b></div><script>alert(1)</script><img src="https://t.example/x.gif"><blockquote type="cite">old</blockquote>'
  const { content } = await readMail(mail(...headers, 'Content-Type: text/html; charset=utf-8', '', html))
  expect(content.text).toContain('Hi all')
  expect(content.html).toBe('<p>Hi <b>all</b></p><img data-src="https://t.example/x.gif" alt="" />')
})

test('an unknown charset and a broken encoding are shown as far as they can be', async () => {
  const { content } = await readMail(
    mail(
      ...headers,
      'Content-Type: text/plain; charset=klingon',
      'Content-Transfer-Encoding: base64',
      '',
      'SGVsbG8%%',
      '',
    ),
  )
  expect(content.readable).toBe(true)
  expect(content.text).toContain('Hello')
})

const nested = (depth: number) => {
  const open = Array.from(
    { length: depth },
    (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n`,
  )
  return mail(...headers, open.join(''))
}
const parts = (count: number) =>
  mail(...headers, 'Content-Type: multipart/mixed; boundary=p', '', '--p\r\n\r\n'.repeat(count), '--p--')

test.each([
  ['larger than 20 MB', () => Buffer.concat([mail(...headers, '', ''), Buffer.alloc(21 * 1024 * 1024, 97)])],
  ['more than 10,000 parts', () => parts(10_001)],
  ['nested too deeply', () => nested(150)],
])('a mail that is %s is kept with an explanation, and still answers what it answers', async (_, make) => {
  const raw = Buffer.concat([Buffer.from('In-Reply-To: <a@x>\r\n'), make()])
  expect(await readMail(raw)).toMatchObject({
    content: { readable: false, note: expect.stringContaining('not read'), from: { address: 'zoe@example.com' } },
    answers: ['<a@x>'],
    kind: 'person',
  })
})

test.each([
  ['headers', Buffer.from(`${headers.join('\r\n')}\r\n${'X: y\n'.repeat(6_000)}\n\nHi`)],
  ['text', Buffer.from(`${headers.join('\r\n')}\r\n\r\n${'\n'.repeat(300_000)}`)],
])('more lines of %s than people write are kept with an explanation', async (_, raw) => {
  expect((await readMail(raw)).content).toMatchObject({
    ...{ readable: false, subject: 'Re: Party', note: expect.stringContaining('too many lines') },
  })
})

test('parts up to the limit are read', async () => {
  expect(hasTooManyParts(parts(9_000))).toBe(false)
  expect((await readMail(nested(50))).content.readable).toBe(true)
})

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

test('the type of a file is what its bytes are, and its name is no path', async () => {
  const { attachments } = await readMail(
    mail(
      ...headers,
      'Content-Type: multipart/mixed; boundary=b',
      '',
      ...['--b', '', 'See the picture.'],
      ...['--b', 'Content-Type: text/html', 'Content-Disposition: attachment; filename="../../run.html"'],
      ...['Content-Transfer-Encoding: base64', '', png, '--b--'],
    ),
  )
  expect(attachments).toMatchObject([{ name: '_.._run.html', type: 'image/png' }])
})

test.each<[string, { id?: string; disposition?: string; bytes?: string }, files: number]>([
  ["the school's own logo that comes back in an answer is no file of it", {}, 0],
  ['a file of the name of the logo is one, whatever Content-ID a mail program gives it', { id: '<ii_l0go>' }, 1],
  ['a file with the Content-ID of the logo that is attached is one', { disposition: 'attachment' }, 1],
  ['a file with the Content-ID of the logo that is no such picture is one', { bytes: btoa('%PDF-1.7 A bill') }, 1],
  [
    'a picture with the Content-ID of the logo that is too large to be it is one',
    { bytes: Buffer.concat([Buffer.from(png, 'base64'), Buffer.alloc(48 * 1024)]).toString('base64') },
    1,
  ],
])('%s', async (_, { id = '<logo@school>', disposition = 'inline', bytes = png }, files) => {
  const { attachments } = await readMail(
    mail(
      ...[...headers, 'Content-Type: multipart/mixed; boundary=b', '', '--b', '', 'See you on Saturday.'],
      ...['--b', 'Content-Type: image/png', `Content-Disposition: ${disposition}; filename="school-logo.png"`],
      ...[`Content-ID: ${id}`, 'Content-Transfer-Encoding: base64', '', ...(bytes.match(/.{1,76}/g) ?? []), '--b--'],
    ),
  )
  expect(attachments.map(({ name }) => name)).toEqual(Array.from({ length: files }, () => 'school-logo.png'))
})

test.each([
  ['invoice.pdf.exe', 'invoice.pdf.exe'],
  ['invoice.pdf                         .exe', 'invoice.pdf.exe'],
  ['invoice.pdf\u3164\u2800\u00a0.exe', 'invoice.pdf.exe'],
  ['photo\u202egpj.exe', 'photo_gpj.exe'],
  [`${'a'.repeat(300)}.pdf.exe`, `${'a'.repeat(142)}.pdf.exe`],
])('the end of the name of a file is seen: %s', async (given, name) => {
  const word = `=?utf-8?B?${Buffer.from(given).toString('base64')}?=`
  const parts = [
    '--b',
    '',
    'See the file.',
    '--b',
    `Content-Disposition: attachment; filename="${word}"`,
    '',
    'MZ',
    '--b--',
  ]
  const { attachments } = await readMail(mail(...headers, 'Content-Type: multipart/mixed; boundary=b', '', ...parts))
  expect(attachments.map((one) => one.name)).toEqual([name])
})

const random = (length: number) => Buffer.from(Array.from({ length }, (_, n) => (n * 7919 + (n >> 8)) % 256))
const lines = (text: string) => text.match(/.{1,76}/g)!
const printable = (length: number) =>
  Array(Math.floor(length / 36))
    .fill('The quick brown fox = 100 % of it.')
    .join('\r\n')
const file = (name: string, encoding: string, body: string) => [
  ...['--b', `Content-Type: application/pdf; name=${name}`, `Content-Disposition: attachment; filename=${name}`],
  ...[`Content-Transfer-Encoding: ${encoding}`, '', body],
]

test('a picture says nothing about where it was taken', async () => {
  const jpeg = Buffer.from(
    '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA//9k=',
    'base64',
  )
  const place = Buffer.from('Exif\0\0N 38.75 W 121.28')
  const marker = Buffer.from([0xff, 0xe1, 0, place.length + 2])
  const taken = Buffer.concat([jpeg.subarray(0, 2), marker, place, jpeg.subarray(2)])
  const { attachments } = await readMail(
    mail(
      ...[...headers, 'Content-Type: multipart/mixed; boundary=b', '', '--b', '', 'See the photo.'],
      ...[...file('photo.jpg', 'base64', lines(taken.toString('base64')).join('\r\n')), '--b--'],
    ),
  )
  const [{ type, bytes } = { type: '', bytes: null }] = attachments
  expect(type).toBe('image/jpeg')
  expect(Buffer.from(bytes!).equals(jpeg)).toBe(true)
})

test('large files in any encoding are whole, next to small ones and in a mail that is attached', async () => {
  const [small, large] = [random(1_000), random(300_000)]
  const text = printable(200_000)
  const quoted = text.replaceAll('=', '=3D')
  const inner = [
    ...['From: a@x.example', 'Subject: Inner', 'Content-Type: multipart/mixed; boundary="in ner"', ''],
    ...['--in ner', 'Content-Type: image/png', 'Content-Transfer-Encoding: base64', ''],
    ...[...lines(large.toString('base64')), '--in ner', '', text, '--in ner--'],
  ].join('\r\n')
  const { content, attachments } = await readMail(
    mail(
      ...[...headers, 'Content-Type: multipart/mixed; boundary=b', '', '--b', '', 'See the files.'],
      ...file('small.pdf', 'base64', small.toString('base64')),
      ...file('large.pdf', 'base64', lines(large.toString('base64')).join('\r\n')),
      ...file(
        'odd.pdf',
        'base64',
        large
          .toString('base64')
          .match(/.{1,75}/g)!
          .join('\r\n'),
      ),
      ...file('quoted.pdf', 'quoted-printable', quoted),
      ...file('plain.pdf', '7bit', text),
      ...['--b', 'Content-Type: message/rfc822', '', inner, '--b--', ''],
    ),
  )
  expect(content).toMatchObject({ text: 'See the files.', note: null, readable: true })
  const [one, two, odd, three, four, mailed] = attachments.map(({ bytes }) => Buffer.from(bytes!))
  expect(one!.equals(small)).toBe(true)
  expect(two!.equals(large)).toBe(true)
  expect(odd!.equals(large)).toBe(true)
  expect(three!.toString().trimEnd()).toBe(text)
  expect(four!.toString().trimEnd()).toBe(text)
  // The parser writes the line breaks of a mail in its own way.
  expect(mailed!.toString().replaceAll('\r', '').trimEnd()).toBe(inner.replaceAll('\r', ''))
})

test('of a text of several megabytes the beginning is shown, and its note says so', async () => {
  for (const encoding of ['7bit', 'quoted-printable', 'base64']) {
    const written =
      encoding === 'base64'
        ? lines(Buffer.from(printable(3_000_000)).toString('base64')).join('\r\n')
        : printable(3_000_000)
    const { content } = await readMail(mail(...headers, `Content-Transfer-Encoding: ${encoding}`, '', written))
    expect(content.text.length).toBeGreaterThan(90_000)
    expect(content.text).toMatch(/^The quick brown fox/)
    expect(content.text).not.toMatch(/[\da-f]{32}/)
    expect(content.note).toContain('was cut')
  }
})

test('a mail of too many long texts is not read', async () => {
  const part = ['--b', '', printable(1_000_000)]
  const many = [
    ...headers,
    'Content-Type: multipart/mixed; boundary=b',
    '',
    ...part,
    ...part,
    ...part,
    ...part,
    ...part,
  ]
  expect((await readMail(mail(...many, '--b--'))).content).toMatchObject({ readable: false, note: expect.any(String) })
})

test('markup with pictures in it keeps its formatting; of markup that is too long the text is shown, and the note says so', async () => {
  const html = (markup: string) => mail(...headers, 'Content-Type: text/html', '', markup)
  const picture = `<img src="data:image/png;base64,${'A'.repeat(900_000)}">`
  const pictured = await readMail(html(`<p>Hi <b>all</b></p>${picture}`))
  expect(pictured.content).toMatchObject({ text: 'Hi all', html: '<p>Hi <b>all</b></p>', note: null })
  for (const long of [
    `<p>Hi <b>all</b></p>${'<i>x</i>\n'.repeat(20_000)}`,
    `<p>Hi all</p>${'word '.repeat(300_000)}`,
  ]) {
    const { content } = await readMail(html(long))
    expect(content).toMatchObject({ html: null, readable: true, note: expect.stringContaining('was cut') })
    expect(content.text).toMatch(/^Hi all/)
  }
})

test('with a text of its own only the formatting of a long mail is left out', async () => {
  const parts = ['--b', '', 'Hi all', '--b', 'Content-Type: text/html', '', '<i>x</i>\n'.repeat(20_000), '--b--']
  const { content } = await readMail(mail(...headers, 'Content-Type: multipart/alternative; boundary=b', '', ...parts))
  expect(content).toMatchObject({ text: 'Hi all', html: null, note: expect.stringContaining('formatting') })
})

test('of long headers what is shown and what the mail answers are read', async () => {
  const people = Array.from({ length: 2_000 }, (_, n) => `"Person, ${n}" <p${n}@example.com>`).join(',\r\n ')
  const ids = Array.from({ length: 2_000 }, (_, n) => `<${n}@x>`).join('\r\n ')
  const read = await readMail(
    mail(`To: ${people}`, `References: ${ids}`, `X-Long: ${'x'.repeat(50_000)}`, ...headers, '', 'Hi'),
  )
  expect(read.content).toMatchObject({ text: 'Hi', from: { address: 'zoe@example.com' } })
  expect(read.content.to).toHaveLength(100)
  expect(read.content.to[99]).toEqual({ name: 'Person, 99', address: 'p99@example.com' })
  expect(read.answers.slice(0, 2)).toEqual(['<1999@x>', '<1998@x>'])
})

test('winmail.dat has an explanation', async () => {
  const { content } = await readMail(
    mail(
      ...headers,
      'Content-Type: multipart/mixed; boundary=b',
      ...['', '--b', 'Content-Type: application/ms-tnef; name=winmail.dat', '', 'x', '--b--'],
    ),
  )
  expect(content.note).toContain('winmail.dat')
})

test('a delivery report names the mail, and a refusal by a policy is not about the address', async () => {
  const report = (status: string) =>
    mail(
      'From: MAILER-DAEMON@x.example',
      'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
      ...['', '--b', 'Content-Type: message/delivery-status', '', 'Reporting-MTA: dns; x', ''],
      ...['Action: failed', `Status: ${status}`, '--b', 'Content-Type: message/rfc822', ''],
      ...['Message-ID: <m@archery.example>', 'Subject: Hi', '', 'text', '--b--'],
    )
  expect((await readMail(report('5.1.1'))).bounce).toEqual({
    ids: ['<m@archery.example>'],
    keys: [],
    recipients: [],
    status: '5.1.1',
    permanent: true,
  })
  expect((await readMail(report('5.7.1'))).bounce).toMatchObject({ permanent: false })
})

test('one mail is recognized on another way, and another with its Message-ID is not the same', () => {
  const body = ['From: z@example.com', 'Message-ID: <one@x>', '', 'Hello']
  expect(contentKey(mail('Received: by a', ...body))).toBe(contentKey(mail('Received: by b', ...body)))
  expect(contentKey(mail(...body, 'more'))).not.toBe(contentKey(mail(...body)))
})

test.each([
  ['From: Zoe <ZOE@example.com>', 'zoe@example.com'],
  ['From: "a <b@c.example>" <zoe@example.com>', 'zoe@example.com'],
  ['From: zoe@example.com', 'zoe@example.com'],
  ['From: nobody', ''],
  ['Subject: x\r\n\r\nFrom: body@example.com', ''],
])('the sender of %j is %j', (header, sender) => {
  expect(senderOf(mail(header, '', 'x'))).toBe(sender)
})

test('a text that is made to be slow is shown whole; a long quotation is still split off', () => {
  const long = 'On '.repeat(16_000).trim()
  expect(splitQuote(long)).toEqual({ text: long, quoted: '' })
  const quotation = `On Mon, Nov 23, 2026 at 9:02 AM School <no-reply@archery.example> wrote:\n${'> old\n'.repeat(3_000)}`
  expect(splitQuote(`Yes.\n\n${quotation}`)).toEqual({ text: 'Yes.', quoted: expect.stringContaining('> old') })
})
