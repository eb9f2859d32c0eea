import { cleanMailMarkup } from '@app/rich-text/clean-rich-text'
import fc from 'fast-check'
import { senderOf } from '../../../services/forms/src/inbound/raw-mail'
import { readMail } from '../../../services/forms/src/inbound/read-mail'
import { createCorrespondents } from '../../faults/inbound/correspondents'
import { incomingMails, mailKinds } from '../../faults/inbound/mail-kinds'
import { seeded } from '../../faults/seeded-random'
import { hostileText, mutatedText, prototypesAreClean } from '../hostile-text'
import { hold, target } from '../target'

const pieces = [
  '\r\n',
  '\n',
  '\r\n\r\n',
  '--b\r\n',
  '--b--\r\n',
  'From: Zoe <zoe@example.com>\r\n',
  'From: =?utf-8?B?WmVv?= <a@b.example>, <c@d.example>\r\n',
  'To: group: a@b.example, c@d.example;\r\n',
  'Subject: =?klingon?Q?=FF=00?=\r\n',
  'In-Reply-To: <a@b> <',
  'References: <a@b>\r\n\t<c@d>\r\n',
  'Content-Type: multipart/mixed; boundary=b\r\n\r\n',
  'Content-Type: multipart/report; report-type=delivery-status; boundary="b"\r\n\r\n',
  'Content-Type: message/delivery-status\r\n\r\nAction: failed\r\nStatus: 5.1.1\r\n',
  'Content-Type: message/rfc822\r\n\r\nMessage-ID: <x@y>\r\n',
  'Content-Type: text/html; charset=utf-7\r\n\r\n',
  'Content-Type: application/ms-tnef; name*0="../a"; name*1=b\r\n',
  'Content-Disposition: attachment; filename="..\\..\\x.html"\r\n',
  'Content-Transfer-Encoding: base64\r\n\r\n',
  'Content-Transfer-Encoding: quoted-printable\r\n\r\n=3Cscript=3E=',
  'Auto-Submitted: auto-replied\r\n',
  '<div onclick=alert(1)><img src=x onerror=alert(1)><blockquote>',
  '<a href="javascript:alert(1)">',
  '> quoted\n',
  'On Mon, School <a@b.example> wrote:\n',
  'Op schreef ',
  '-- \n',
  '\u0000',
]
const letter =
  'From: Zoe <zoe@example.com>\r\nSubject: Re: Party\r\nMIME-Version: 1.0\r\nContent-Type: multipart/alternative; boundary=b\r\n\r\n' +
  '--b\r\nContent-Type: text/plain\r\n\r\nYes.\r\n\r\nOn Mon, School <a@b.example> wrote:\r\n> Which day?\r\n' +
  '--b\r\nContent-Type: text/html\r\n\r\n<div>Yes.</div><script>alert(1)</script>\r\n--b--\r\n'

const random = seeded(1)
const { people } = createCorrespondents(random, new Date(0))
/** One mail of each kind that is small enough to be mutated a million times. */
const kinds = [...incomingMails(Object.keys(mailKinds).length, { seeded: random, people, mark: 'fuzz' })]
  .filter(({ raw }) => raw.length < 4_000)
  .map(({ raw }) => raw.toString('latin1'))

/** One piece over and over, in each place of a mail: what takes more than its length would take too long. */
const places = [
  '',
  'From: ',
  'To: ',
  'References: ',
  'Subject: ',
  'Content-Type: multipart/mixed; boundary=b; x=',
  'Content-Type: application/pdf\r\nContent-Disposition: attachment; filename=',
  'Content-Type: text/plain\r\n\r\nYes.\n',
  'Content-Type: text/html\r\n\r\n',
  'Content-Transfer-Encoding: quoted-printable\r\n\r\n',
  'Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\n',
  'Content-Type: multipart/report; report-type=delivery-status; boundary=q\r\n\r\n--q\r\nContent-Type: message/delivery-status\r\n\r\n',
]
const signs = [
  '<',
  '&',
  ':',
  '(',
  '"',
  '@',
  '\n',
  '\r\n ',
  '> ',
  '<b>',
  '<div>',
  '<svg>',
  '</p>',
  'a:b;',
  'a@b.example, ',
  '=?utf-8?B?WmVv?= ',
]
const flood = fc
  .tuple(fc.constantFrom(...places), fc.constantFrom(...pieces, ...signs), fc.integer({ min: 1_000, max: 64_000 }))
  .map(([place, piece, length]) => `${place}${piece.repeat(Math.ceil(length / piece.length))}`)

/** Markup of which a browser would run something. */
const executable =
  /<(?:script|iframe|object|embed|svg|math|style|link|meta|form|base)\b|\son\w+\s*=|\ssrc\s*=|javascript:|data:text/i

/** What is read from a mail of any kind: it is always read or has an explanation, and nothing in it runs. */
export const mail = target({
  name: 'mail',
  maxGrowth: 64,
  input: fc.tuple(
    fc.oneof(
      { weight: 200, arbitrary: hostileText(pieces, 16) },
      { weight: 200, arbitrary: mutatedText([letter, ...kinds]) },
      { weight: 1, arbitrary: flood },
    ),
    fc.constantFrom('utf8', 'latin1', 'utf16le'),
  ),
  async check([text, encoding]) {
    const raw = Buffer.from(text, encoding)
    senderOf(raw)
    const { content, attachments, answers } = await readMail(raw)
    hold(prototypesAreClean(), 'something reached what all objects share')
    hold(content.readable || content.note !== null, 'an unreadable mail has no explanation')
    hold(content.html === null || cleanMailMarkup(content.html) === content.html, `markup is left in ${content.html}`)
    const tags = content.html?.match(/<[^>]*>/g)?.join('') ?? ''
    hold(!executable.test(tags), `something would run in ${content.html}`)
    hold(
      !/[\r\n]/.test(content.subject) && content.to.every(({ name }) => !/[\r\n]/.test(name)),
      'a header has two lines',
    )
    hold(
      attachments.every(({ name }) => name !== '' && !/[/\\]|^\./.test(name)),
      'the name of a file is a path',
    )
    hold(
      answers.every((id) => /^<[^<>\s]+>$/.test(id)),
      'an id of a mail is none',
    )
    return content.readable && content.text !== ''
  },
})
