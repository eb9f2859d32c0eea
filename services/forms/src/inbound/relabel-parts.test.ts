import { expect, test } from 'vitest'
import { encodedText } from './encoded-text.fixture'
import { readMail } from './read-mail'

const base64Word = (bytes: Buffer, label: string) => `=?${label}?B?${bytes.toString('base64')}?=`
const quotedWord = (bytes: Buffer, label: string) =>
  `=?${label}?Q?${[...bytes].map((byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('')}?=`
const percent = (bytes: Buffer) => [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')

const utf8 = (text: string) => Buffer.from(text)
const right: [label: string, text: string, bytes: Buffer][] = [
  ['latin1', 'Frühstück für Zoë', utf8('Frühstück für Zoë')],
  ['iso-8859-1', 'Señor', utf8('Señor')],
  ['us-ascii', 'Café 10 €', utf8('Café 10 €')],
  ['Windows-1252', '“Sí” – mañana', utf8('“Sí” – mañana')],
  ['iso-8859-15', 'Привет', utf8('Привет')],
  ['koi8-r', 'Привет', utf8('Привет')],
  ['euc-kr', '토요일 수업', utf8('토요일 수업')],
  ['gb2312', '您好，课程', utf8('您好，课程')],
  ['x-unknown', 'Grüße', utf8('Grüße')],
  ['utf-8', 'Grüße aus Köln', encodedText('Grüße aus Köln', 'windows-1252')],
  ['us-ascii', 'Grüße aus Köln', encodedText('Grüße aus Köln', 'windows-1252')],
  ['utf-8', 'Привет, Иван', encodedText('Привет, Иван', 'windows-1251')],
  ['iso-8859-1', 'Урок в субботу', encodedText('Урок в субботу', 'koi8-r')],
  ['us-ascii', '토요일 수업 감사합니다', encodedText('토요일 수업 감사합니다', 'euc-kr')],
  ['utf-8', '您好，王小明', encodedText('您好，王小明', 'gb18030')],
  ['iso-8859-1', 'レッスンの予約', encodedText('レッスンの予約', 'shift_jis')],
  ['utf-7', 'Grüße', Buffer.from('Gr+APwA3w-e')],
]

test.each(right)(
  'words labeled %s are read as they were written, in subjects, names and names of files: %s',
  async (label, text, bytes) => {
    for (const word of [base64Word(bytes, label), quotedWord(bytes, label)]) {
      const raw = [
        ...[`From: ${word} <zoe@example.com>`, `Reply-To: ${word} <ann@example.com>`, `Subject: Re: ${word}`],
        ...['Content-Type: multipart/mixed; boundary=b', '', '--b', '', 'Hi', '--b'],
        ...[`Content-Disposition: attachment; filename="${word}"`, '', 'x', '--b--'],
      ]
      const { content, attachments } = await readMail(Buffer.from(raw.join('\r\n')))
      expect(content).toMatchObject({ subject: `Re: ${text}`, from: { name: text, address: 'zoe@example.com' } })
      expect(content.reply_to).toEqual([{ name: text, address: 'ann@example.com' }])
      expect(attachments).toMatchObject([{ name: text.replaceAll(/[“”]/g, (sign) => sign) }])
    }
  },
)

test.each(right.filter(([label]) => label !== 'utf-7'))(
  'names of files labeled %s in the way of RFC 2231: %s',
  async (label, text, bytes) => {
    const [one, two] = [percent(bytes.subarray(0, 3)), percent(bytes.subarray(3))]
    for (const name of [
      `filename*=${label}''${one}${two}.pdf`,
      `filename*=${label}'en'${one}${two}.pdf`,
      `filename*0*=${label}''${one};\r\n filename*1*=${two};\r\n filename*2=".pdf"`,
    ]) {
      const raw = [
        ...['From: zoe@example.com', 'Content-Type: multipart/mixed; boundary=b', '', '--b', '', 'Hi', '--b'],
        ...[`Content-Disposition: attachment;\r\n ${name}`, '', 'x', '--b--'],
      ]
      expect((await readMail(Buffer.from(raw.join('\r\n')))).attachments).toMatchObject([{ name: `${text}.pdf` }])
    }
  },
)

test.each([
  ['utf-8', 'Frühstück für 王小明 und Привет'],
  ['gb18030', '您好，我想报名参加射箭课程'],
  ['euc-kr', '안녕하세요 토요일 수업'],
  ['shift_jis', 'レッスンの予約をお願いします'],
])('letters of %s that begin in one word and end in the next are whole', async (charset, text) => {
  const bytes = charset === 'utf-8' ? utf8(text) : encodedText(text, charset)
  for (const label of [charset, 'us-ascii'])
    for (const size of [5, 7]) {
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
        bytes.subarray(n * size, (n + 1) * size),
      )
      for (const word of [base64Word, quotedWord]) {
        const subject = pieces.map((piece) => word(piece, label)).join('\r\n ')
        const raw = `From: z@example.com\r\nSubject: ${subject}\r\n\r\nHi`
        expect((await readMail(Buffer.from(raw))).content.subject).toBe(text)
      }
    }
})

test.each([
  ['=?utf-8?Q?a?= =?utf-8?Q?b?=', 'ab'],
  ['=?utf-8?Q?a?= b =?iso-8859-1?Q?=E9?=', 'a b é'],
  ['=?utf-8?Q?a=5F_b?=', 'a_ b'],
  ['=?utf-8*en?Q?caf=C3=A9?=', 'café'],
  ['=?utf-8?Q?100 %, sure?=', '100 %, sure'],
  ['=?iso-2022-jp?B?GyRCJDMkcxsoQg==?=', 'こん'],
  ['=?utf-8?X?a?=', '=?utf-8?X?a?='],
  ['plain =? text', 'plain =? text'],
  ['=?utf-8?B?R3LDvMOfZQ?=', 'Grüße'],
])('the subject %s is %s', async (subject, text) => {
  expect((await readMail(Buffer.from(`From: z@example.com\r\nSubject: ${subject}\r\n\r\nHi`))).content.subject).toBe(
    text,
  )
})

test('what is inside of a word never becomes an address, a header or a second parameter', async () => {
  const evil = base64Word(utf8('Robin <robin@example.org>, "x'), 'latin1')
  const lines = base64Word(utf8('a\r\nReply-To: eve@evil.example'), 'us-ascii')
  const file = base64Word(utf8('a.pdf"; filename="b.exe'), 'latin1')
  const raw = [
    ...[`From: ${evil} <eve@evil.example>`, `Subject: ${lines}`, 'Content-Type: multipart/mixed; boundary=b', ''],
    ...['--b', '', 'Hi', '--b', `Content-Disposition: attachment; filename="${file}"`, '', 'x', '--b--'],
  ]
  const { content, attachments } = await readMail(Buffer.from(raw.join('\r\n')))
  expect(content.from.address).toBe('eve@evil.example')
  expect(content).not.toHaveProperty('reply_to')
  expect(attachments.map(({ name }) => name)).toEqual(['a.pdf_; filename=_b.exe'])
})

test.each([
  ['koi8-r', 'Урок в субботу для Миши'],
  ['windows-1251', 'Урок в субботу для Миши'],
  ['euc-kr', '토요일 수업 감사합니다'],
  ['gb18030', '您好，王小明'],
  ['shift_jis', 'レッスンの予約'],
  ['windows-1252', 'Frühstück für Zoë'],
])('a subject and a name of a file in raw %s are read, and said so', async (charset, text) => {
  const bytes = encodedText(text, charset)
  const raw = Buffer.concat([
    ...[Buffer.from('From: z@example.com\r\nSubject: '), bytes],
    ...[Buffer.from('\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nHi\r\n--b\r\n')],
    ...[Buffer.from('Content-Disposition: attachment; filename="'), bytes, Buffer.from('.pdf"\r\n\r\nx\r\n--b--')],
  ])
  const { content, attachments } = await readMail(raw)
  const note = `The mail does not name its character set; it was read as ${charset}.`
  expect(content).toMatchObject({ subject: text, note })
  expect(attachments).toMatchObject([{ name: `${text}.pdf` }])
})
