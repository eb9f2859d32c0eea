import { expect, test } from 'vitest'
import { withoutLargeParts } from './large-parts'
import { contentKey, hasUnknownParts, headersOf, senderOf } from './raw-mail'
import { readMail } from './read-mail'
import { namedNetwork } from './source-network'

const mail = (...lines: string[]) => Buffer.from(lines.join('\r\n'), 'latin1')

/** The same mail with nothing, or with what the older syntax allows, before its colons. */
const gaps = ['', ' ', '\t ', '\r\n ', '\r\n \r\n\t']

test.each(gaps)('a header is found with %j before its colon', (gap) => {
  const raw = mail(
    `Received${gap}: from a.example ([203.0.113.9]) by mx.example`,
    `Authentication-Results${gap}: mx.example;`,
    ' dmarc=pass',
    `From${gap}: Ann <ann@example.org>`,
    `Message-ID${gap}: <1@example.org>`,
    `Content-Type${gap}: multipart/mixed; boundary=b`,
    '',
    'Hello',
  )
  expect(headersOf(raw, 'authentication-results')).toEqual(['mx.example; dmarc=pass'])
  expect(senderOf(raw)).toBe('ann@example.org')
  expect(namedNetwork(raw, undefined)).toBe('203.0.113.0/24')
  expect(hasUnknownParts(raw)).toBe(true)
  // The steps of its way are no part of what recognizes it.
  expect(contentKey(Buffer.concat([mail('Received: by b.example', ''), raw]))).toBe(contentKey(raw))
})

test.each(gaps)('a delivery report is read with %j before its colons', async (gap) => {
  const read = await readMail(
    mail(
      'From: mailer-daemon@mx.example',
      'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
      ...['', '--b', 'Content-Type: message/delivery-status', '', 'Reporting-MTA: dns; mx.example', ''],
      ...[`Final-Recipient${gap}: rfc822; ann@example.org`, `Action${gap}: failed`, `Status${gap}: 5.1.1`, ''],
      ...['--b', 'Content-Type: text/rfc822-headers', '', `Message-ID${gap}: <1@school.example>`, '', '--b--', ''],
    ),
  )
  expect(read.bounce).toMatchObject({ ids: ['<1@school.example>'], recipients: ['ann@example.org'], status: '5.1.1' })
})

test.each(gaps)(
  'the character set of a subject is told, and the type of a text is, with %j before its colon',
  async (gap) => {
    const head = [
      'From: ann@example.org',
      `Subject${gap}: Gr\xfc\xdfe aus K\xf6ln`,
      `Content-Type${gap}: text/enriched`,
    ]
    const { content } = await readMail(mail(...head, '', '<bold>Hello</bold>'))
    expect(content).toMatchObject({ subject: 'Grüße aus Köln', text: 'Hello' })
    expect(content.note).toContain('character set')
  },
)

test.each(gaps)('a large file is taken out and completed with %j before its colons', (gap) => {
  const bytes = Buffer.alloc(300_000, 'abc')
  const encoded = bytes.toString('base64').replace(/.{76}/g, '$&\r\n')
  const file = [`Content-Type${gap}: application/pdf`, `Content-Transfer-Encoding${gap}: base64`, '', encoded]
  const { small, complete } = withoutLargeParts(mail('From: ann@example.org', ...file, ''))
  expect(small.length).toBeLessThan(1_000)
  const kept = Buffer.from(small.toString().split('\r\n').at(-2)!, 'base64')
  expect(Buffer.from(complete(kept, false)).equals(bytes)).toBe(true)
})

test.each(gaps)('an attached mail is recognized with %j before its colons', async (gap) => {
  const inner = [`From${gap}: Zoe <zoe@example.org>`, `Subject${gap}: Party`, '', 'On Friday']
  const { content } = await readMail(
    mail(
      ...['From: ann@example.org', 'Content-Type: multipart/mixed; boundary=b', '', '--b'],
      ...['Content-Type: application/octet-stream; name=mail.bin', '', ...inner, '--b--', ''],
    ),
  )
  expect(content.text).toContain('On Friday')
})

test('what only looks like a header to some programs is none', () => {
  expect(headersOf(mail('Subject: x\rFrom: eve@evil.example', ' From: zoe@evil.example', '', ''), 'from')).toEqual([])
})
