import { expect, test } from 'vitest'
import { encodedText } from './encoded-text.fixture'
import { readMail } from './read-mail'

const typed = (type: string, body: Buffer, head = '') =>
  Buffer.concat([Buffer.from(`From: z@example.com\r\n${head}Content-Type: ${type}\r\n\r\n`), body])
const mailIn = (body: Buffer, label: string) => typed(`text/plain${label && `; charset=${label}`}`, body)

const russian = 'Здравствуйте, можно ли прийти в субботу? Моему сыну девять лет.'
const texts = {
  'windows-1251': [russian, 'Привет всем, спасибо', 'Hello, this is Ivan. До свидания, see you on Saturday.'],
  'koi8-r': [russian, 'Привет всем, спасибо', 'Hello, this is Ivan. До свидания, see you on Saturday.'],
  'koi8-u': ['Добрий день, чи можна прийти у суботу? Їжак і Єва'],
  'iso-8859-5': [russian],
  ibm866: [russian],
  'euc-kr': ['안녕하세요, 토요일에 양궁 수업을 예약하고 싶습니다.', '감사합니다', 'Hi, 김민수 here. See you Saturday.'],
  gb18030: ['您好，我想报名参加射箭课程。请问星期六上午有空吗？', '谢谢，王小明', '你好'],
  big5: ['您好，我想報名參加射箭課程。請問星期六上午有空嗎？', '謝謝，王小明'],
  shift_jis: [
    'こんにちは、土曜日にレッスンを予約したいです。',
    'よろしくお願いします。山田太郎',
    'Hi, 土曜日 is fine.',
  ],
  'euc-jp': ['こんにちは、土曜日にレッスンを予約したいです。'],
  'iso-8859-7': ['Καλημέρα, μπορούμε να έρθουμε το Σάββατο;'],
  'windows-1256': ['مرحبا، هل يمكننا القدوم يوم السبت؟ شكرا جزيلا'],
  'windows-874': ['สวัสดีครับ ผมอยากจองบทเรียนยิงธนูวันเสาร์'],
  'windows-1250': [
    'Dzień dobry, czy możemy przyjść później? Łukasz i Małgorzata są zajęci. Dziękuję.',
    'Dobrý den, chtěl bych přihlásit syna na kurz lukostřelby. Děkuji, Jiří Dvořák',
    'Děkuji moc, přijdeme příští týden.',
    'Ďakujem, chcel by som prihlásiť dcéru na lukostreľbu, prídeme o desiatej. Ľubomír',
    'Jó napot! Szeretném beíratni a fiamat a szombati íjászórára. Köszönöm, Kovács Jenő',
    'Vă mulţumesc foarte mult, ne vedem sâmbătă.',
    'Dobar dan, želio bih upisati kćer na tečaj streličarstva. Hvala, Đorđe Šarić',
  ],
  'iso-8859-2': ['Omlouvám se, dnes nemůžeme přijít, ještě jedna otázka'],
  'windows-1254': [
    'Merhaba, oğlumu okçuluk dersine yazdırmak istiyorum. Teşekkürler, Işıl Çağlar',
    'Teşekkür ederim, yarın görüşürüz.',
    'Kızım dokuz yaşında, katılabilir mi?',
  ],
  'windows-1257': ['Laba diena, norėčiau užrašyti sūnų į šaudymo iš lanko pamoką. Ačiū!'],
  'windows-1255': ['שלום, אני רוצה לרשום את הבן שלי לשיעור קשתות. תודה רבה'],
  'x-mac-cyrillic': [russian, 'Можно прийти в субботу?', 'Спасибо, до встречи'],
  ibm850: [
    'Bonjour, à quelle heure commence le cours d’été ?'.replace('’', "'"),
    'Können wir kommen? Grüße, Jörg Müller',
  ],
  ibm852: ['Děkuji moc, přijdeme příští týden.'],
  ibm857: ['Teşekkür ederim, yarın görüşürüz.'],
  'x-mac-ce': ['Dzień dobry, chciałbym zapisać córkę na zajęcia.'],
  macintosh: ['Bonjour, à quelle heure commence le cours d’été ? Peut-être en août.'],
}
const cases = Object.entries(texts).flatMap(([charset, all]) => all.map((text) => [charset, text] as const))

test.each(cases)(
  'a text in %s without a label, or with a wrong one, is read, and said so: %s',
  async (charset, text) => {
    for (const label of ['', 'us-ascii', 'iso-8859-1', 'Windows-1252', 'utf-8', 'x-unknown']) {
      const { content } = await readMail(mailIn(encodedText(text, charset), label))
      expect([label, content.text]).toEqual([label, text])
      expect(content.note).toContain(label ? 'a character set that it does not use' : 'does not name its character set')
    }
  },
)

const western = [
  ...['Zoë', 'ÜBER', 'ÄÖÜ', '½ price', '35° C', 'À bientôt', '«Oui»', '¡Hola!', '£5', 'SEÑOR MUÑOZ', 'é', 'œuvre'],
  ...['Góðan daginn, við viljum skrá son minn. Þakka þér fyrir', 'Tere, kas me võime laupäeval tulla? Jõgi'],
  ...['È possibile? Perché così è più facile', 'Zoë, José, Søren, François, Müller', 'ÉCOLE À DÉCOUVRIR, ÇA'],
  ...['Informações e ações não são opções', 'Þórður Ólafsson', 'ØYSTEIN', 'çok güzel', 'ÀÉÈÙ', '5 × 6', 'It costs 5 €'],
  ...[
    'Hyvää päivää, tämä on käännös',
    'fiancée’s “idea” – maybe…',
    'ÁÉÍÓÚ',
    'äöü',
    'élève',
    'Göteborg, Fußgängerübergänge',
  ],
]
test.each(western)('a Western text stays one, with a label and without: %s', async (text) => {
  const bytes = encodedText(text, 'windows-1252')
  for (const label of ['iso-8859-1', 'windows-1252'])
    expect((await readMail(mailIn(bytes, label))).content).toMatchObject({ text, note: null })
  expect((await readMail(mailIn(bytes, ''))).content).toMatchObject({
    text,
    note: expect.stringContaining('windows-1252'),
  })
})

test.each([
  ...[
    ['windows-1251', 'Да'],
    ['koi8-r', 'да'],
    ['iso-8859-2', 'Żółć'],
    ['windows-1250', 'Łódź'],
    ['windows-1255', 'כן'],
  ],
  ...[
    ['iso-8859-15', '5 €'],
    ['windows-1254', 'Işıl'],
    ['gb2312', '你好'],
    ['gb18030', '龘龘'],
    ['big5', '課程'],
  ],
  ...[
    ['euc-kr', '수업'],
    ['shift_jis', 'ｱﾘｶﾞﾄｳ'],
    ['euc-jp', '了解'],
    ['windows-1257', 'Šiauliai'],
    ['macintosh', 'José'],
  ],
  ...[
    ['ibm850', 'José'],
    ['cp437', 'José'],
    ['cp852', 'Łódź'],
    ['x-mac-ce', 'Łódź'],
  ],
] as [string, string][])('a label that fits is believed, though the text is short: %s, %s', async (charset, text) => {
  expect((await readMail(mailIn(encodedText(text, charset), charset))).content).toMatchObject({ text, note: null })
})

test.each([
  ['utf-7', 'H+AOk-llo, +BB8EQAQ4BDIENQRC-', 'Héllo, Привет'],
  ['utf-7', '2 +- 2, +T2BZfQ-', '2 + 2, 你好'],
  ['hz-gb-2312', 'Hi ~{<:Ky2;~} ok ~~', 'Hi 己所不 ok ~'],
  ['iso-2022-kr', '\u001b$)C\u000e>H3gGO<<?d\u000f, Kim', '안녕하세요, Kim'],
])('a text of seven bits in %s is read with its label: %j', async (charset, body, text) => {
  expect((await readMail(mailIn(Buffer.from(body), charset))).content).toMatchObject({ text, note: null })
})

test.each([
  ['Hi +AOkA6QDpAOk-, +BB8EQAQ4BDIENQRC-', 'Hi éééé, Привет'],
  ['+xUixVdVYwTjGlA, +0aDGlMd8xdA', '안녕하세요, 토요일에'],
  ['Hi ~{<:Ky2;~} ok ~~', 'Hi 己所不 ok ~'],
  ['\u001b$)C\u000e>H3gGO<<?d\u000f, Kim', '안녕하세요, Kim'],
])(
  'a text of seven bits without its label is read where all of it makes words, and said so: %j',
  async (body, text) => {
    for (const label of ['', 'us-ascii', 'iso-8859-1'])
      expect((await readMail(mailIn(Buffer.from(body), label))).content).toMatchObject({
        text,
        note: expect.stringContaining('it was read as'),
      })
  },
)

test.each([
  ...['C+foo-bar', 'Call +1-916-555-0142', 'a+b-c', 'ann+kids@example.org, bob+team-@example.org', '1+1=2, 2+2-'],
  ...['base64: +abcd-+efgh-', '~{ and ~} and ~~', 'x ~{y~} z', '+ and +-', 'https://x.example/?q=a+lesson-b+range-'],
])('what only looks like an old character set stays: %s', async (text) => {
  expect((await readMail(mailIn(Buffer.from(text), ''))).content).toMatchObject({ text, note: null })
})

test.each([
  ['big5_tw', 'big5', '您好'],
  ['cp932', 'shift_jis', '土曜日'],
  ['euc_kr', 'euc-kr', '토요일'],
  ['cp949', 'euc-kr', '토요일'],
  ['GB2312_CN', 'gb18030', '您好'],
  ['latin_1', 'windows-1252', 'café'],
  ['iso8859_2', 'iso-8859-2', 'Łódź'],
  ['windows1251', 'windows-1251', 'Да'],
  ['win-1250', 'windows-1250', 'Łódź'],
  ['utf 8', 'utf-8', 'café'],
  ['TIS620', 'windows-874', 'ครับ'],
])('the name %s is understood: %s', async (label, charset, text) => {
  const bytes = charset === 'utf-8' ? Buffer.from(text) : encodedText(text, charset)
  expect((await readMail(mailIn(bytes, `"${label}"`))).content).toMatchObject({ text, note: null })
})

test('a text that only says that it is UTF-16 is read as what it is, and said so', async () => {
  for (const label of ['utf-16', 'unicode', 'utf-16le'])
    for (const text of ['Hello there', 'Grüße aus Köln'])
      expect((await readMail(mailIn(Buffer.from(text), label))).content).toMatchObject({
        text,
        note: expect.stringContaining('utf-8'),
      })
})

const raw8 = (subject: string, charset: string, head: string) =>
  Buffer.concat([Buffer.from('From: a@b.example\r\nSubject: '), encodedText(subject, charset), Buffer.from(head)])
test.each([
  ['koi8-r', 'Да', 'Content-Type: text/plain; charset=koi8-r\r\n\r\nHi'],
  ['big5', '您好', 'Content-Type: text/plain; charset="big5"\r\n\r\nHi'],
  [
    'iso-8859-2',
    'Łódź',
    'Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain; charset=iso-8859-2\r\n\r\nHi\r\n--b--\r\n',
  ],
])('a raw subject in %s is read as the text of its mail: %s', async (charset, subject, rest) => {
  expect((await readMail(raw8(subject, charset, `\r\n${rest}`))).content).toMatchObject({
    subject,
    text: 'Hi',
    note: null,
  })
})

test('a raw subject or file name in UTF-8 is one, whatever the text says', async () => {
  const head = 'Subject: wäiver\r\nContent-Disposition: attachment; filename="wäiver.pdf"\r\n'
  const { content, attachments } = await readMail(typed('text/plain; charset=euc-kr', Buffer.from('Hi'), head))
  expect([content.subject, attachments[0]?.name]).toEqual(['wäiver', 'wäiver.pdf'])
})

test('a Japanese subject in several words is whole', async () => {
  const word = (hex: string) => `=?ISO-2022-JP?B?${Buffer.from(hex.replaceAll(' ', ''), 'hex').toString('base64')}?=`
  const subject = `Subject: ${word('1b2442 3b33 1b2842')}\r\n ${word('1b2442 4544 1b2842')}\r\n`
  expect((await readMail(typed('text/plain', Buffer.from('Hi'), subject))).content.subject).toBe('山田')
})

test.each([
  ['with a mark', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('Grüße', 'utf16le')]), 'utf-16'],
  ['high byte first', Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from('Grüße', 'utf16le').swap16()]), 'utf-16'],
  ['as labeled', Buffer.from('Grüße', 'utf16le'), 'utf-16le'],
  ['UTF-8 with a mark', Buffer.from('\ufeffGrüße'), 'windows-1252'],
])('UTF-16 and marks: %s', async (_, bytes, label) => {
  const encoding = 'Content-Transfer-Encoding: base64\r\n'
  const raw = typed(`text/plain; charset=${label}`, Buffer.from(bytes.toString('base64')), encoding)
  expect((await readMail(raw)).content.text).toBe('Grüße')
})

const letter = 'Grüße,\nist zehn Uhr – recht?\n王小明 🏹\n'
/** As Python writes it: what it takes for line breaks are single bytes. */
const brokenLines = (bytes: Buffer) => Buffer.from(bytes.toString('latin1').replaceAll('\n', '\r\n'), 'latin1')
const four = (text: string, isLittle: boolean) =>
  Buffer.concat(
    Array.from(text, (sign) => {
      const bytes = Buffer.alloc(4)
      if (isLittle) bytes.writeUInt32LE(sign.codePointAt(0)!)
      else bytes.writeUInt32BE(sign.codePointAt(0)!)
      return bytes
    }),
  )
const little = Buffer.from(letter, 'utf16le')
const big = Buffer.from(little).swap16()
test.each([
  ['utf-16', Buffer.concat([Buffer.from([0xff, 0xfe]), little])],
  ['utf-16', Buffer.concat([Buffer.from([0xfe, 0xff]), big])],
  ['utf-16', little],
  ['utf-16', big],
  ['utf-16le', little],
  ['utf-16-le', little],
  ['utf-16be', big],
  ['utf-16-be', big],
  ['utf_16_be', big],
  ['ucs-2', little],
  ['iso-10646-ucs-2', big],
  ['utf-32', four(`\ufeff${letter}`, true)],
  ['utf-32', four(letter, false)],
  ['utf-32le', four(letter, true)],
  ['utf-32-be', four(letter, false)],
  ['ucs-4', four(letter, true)],
])('a text in %s is read, also where line breaks were put within its letters, which is said', async (label, bytes) => {
  const encoding = 'Content-Transfer-Encoding: base64\r\n'
  const mail = (body: Buffer) => typed(`text/plain; charset="${label}"`, Buffer.from(body.toString('base64')), encoding)
  const text = letter.trim()
  expect((await readMail(mail(bytes))).content).toMatchObject({ text, note: null })
  const note = expect.stringContaining('were mended')
  expect((await readMail(mail(brokenLines(bytes)))).content).toMatchObject({ text, note })
})

test('letters that are damaged are said', async () => {
  const note = expect.stringContaining('Some letters of the mail are damaged')
  for (const body of [Buffer.from('Zo\ufffd'), Buffer.concat([Buffer.from('Señor Muñoz '), Buffer.from([0xe9])])])
    expect((await readMail(typed('text/plain; charset=utf-8', body))).content).toMatchObject({ note })
  const cut = typed('text/plain; charset=utf-16le', Buffer.concat([Buffer.from('Grüße', 'utf16le'), Buffer.from('a')]))
  expect((await readMail(cut)).content).toMatchObject({ text: 'Grüße\ufffd', note })
})

test('each part has its own character set, and one without a head of its own is not mixed with its neighbor', async () => {
  const parts = [
    ...[Buffer.from('--b\r\n\r\n'), encodedText(russian, 'koi8-r'), Buffer.from('\r\n--b\r\nX-A: b\r\n\r\n')],
    ...[encodedText('감사합니다', 'euc-kr'), Buffer.from('\r\n--b\r\nContent-Type: text/plain; charset=utf-7\r\n\r\n')],
    Buffer.from('+T2BZfQ-\r\n--b--\r\n'),
  ]
  const { content } = await readMail(typed('multipart/mixed; boundary=b', Buffer.concat(parts)))
  expect(content.text.split('\n').filter(Boolean)).toEqual([russian, '감사합니다', '你好'])
})

test('a broken letter does not make a labeled text another one', async () => {
  const bytes = Buffer.concat([encodedText('您好，我想报名参加射箭课程。请问', 'gb18030'), Buffer.from([0xff])])
  expect((await readMail(mailIn(bytes, 'gb2312'))).content.text).toMatch(/^您好，我想报名参加射箭课程。请问/)
})

test('a mail of a thousand parts in nameless character sets is read in a moment of work', async () => {
  const part = Buffer.concat([Buffer.from('--b\r\n\r\n'), encodedText(russian, 'koi8-r'), Buffer.from('\r\n')])
  const many = Buffer.concat([...Array(1_000).fill(part), Buffer.from('--b--\r\n')])
  const { content } = await readMail(typed('multipart/mixed; boundary=b', many))
  expect(content.text.startsWith(russian)).toBe(true)
  expect(content.text).not.toContain('\ufffd')
})
