import { crlf, type Kind, multipart, part, text } from './mail-text'

const unmatched = { state: 'unmatched', inquiry: null } as const
const odd =
  (body: string | Buffer): Kind =>
  () => ({ ...unmatched, body })

/** Parts inside parts. */
function nested(depth: number): string {
  const opened = Array.from(
    { length: depth },
    (_, at) => `Content-Type: multipart/mixed; boundary="n${at}"\r\n\r\n--n${at}\r\n`,
  )
  return `${opened.join('')}Content-Type: text/plain\r\n\r\ndeep\r\n`
}

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/.{76}/g, '$&\r\n')

/** Mail that is broken, or made to harm. It is stored, whatever it is. */
export const kindsOfBombs: Record<string, Kind> = {
  'nesting of 100': odd(nested(101)),
  'nesting of 3,000': odd(nested(3_000)),
  '10,000 parts': odd(multipart('mixed', ...Array.from({ length: 10_001 }, () => '\r\nx'))),
  'an answer with 10,000 parts': ({ seeded, people }) => {
    const { id, messageId, email } = seeded.pick(people.talking)
    const body = multipart('mixed', ...Array.from({ length: 10_001 }, () => '\r\nx'))
    return { state: 'threaded', inquiry: id, from: email, headers: [`In-Reply-To: ${messageId}`], body }
  },
  'a header of 300 KB': ({ seeded }) => ({
    ...unmatched,
    headers: Array.from({ length: 4_000 }, (_, at) => `X-${seeded.pick(['A', 'B', 'C'])}-${at}: ${'x'.repeat(60)}`),
  }),
  'unknown charset': odd(part('Content-Type: text/plain; charset=klingon', 'nuqneH')),
  'UTF-7': odd(part('Content-Type: text/html; charset=utf-7', '+ADw-script+AD4-alert(1)+ADw-/script+AD4-')),
  'bytes of no charset': odd(
    Buffer.concat([
      Buffer.from('Content-Type: text/plain; charset=utf-8\r\n\r\n'),
      Buffer.from([0xc3, 0x28, 0xff, 0xfe, 13, 10]),
    ]),
  ),
  'broken words in the subject': () => ({
    ...unmatched,
    ...{ subject: '=?klingon?Q?=FF=00?= =?utf-8?B?%%%?= =?utf-8?Q?=C3?=' },
  }),
  'damaged base64': odd(part('Content-Type: text/plain\r\nContent-Transfer-Encoding: base64', 'SGVsbG8*=)(&=\r\n===')),
  'winmail.dat': odd(
    multipart(
      'mixed',
      text('See the file.'),
      part(
        'Content-Type: application/ms-tnef; name=winmail.dat\r\nContent-Transfer-Encoding: base64',
        base64(Buffer.from('789f3e22', 'hex')),
      ),
    ),
  ),
  'scripts and remote pictures': odd(
    part(
      'Content-Type: text/html',
      '<script>alert(1)</script><img src="https://track.example/x.png" onerror=alert(1)><a href="javascript:alert(1)">x</a><svg onload=alert(1)>',
    ),
  ),
  'a file of 2 MB': odd(
    multipart(
      'mixed',
      text('Here it is.'),
      part('Content-Type: image/jpeg\r\nContent-Transfer-Encoding: base64', base64(Buffer.alloc(1_500_000, 7))),
    ),
  ),
  'a mail in a mail': odd(
    part(
      'Content-Type: message/rfc822',
      crlf('From: x@y.example', 'Subject: inner', 'Auto-Submitted: auto-replied', '', 'inner'),
    ),
  ),
  'no sender': () => ({ ...unmatched, from: null }),
  'a sender that is none': () => ({ ...unmatched, from: '"undisclosed' }),
  'no Message-ID': ({ n }) => ({ ...unmatched, messageId: null, body: text(`Without an id, ${n}.`) }),
}

/** More than 20 MB. */
export const tooLargeMail: Kind = () => ({
  ...unmatched,
  body: part('Content-Type: text/plain', `${'x'.repeat(75)}\r\n`.repeat(285_000)),
})
