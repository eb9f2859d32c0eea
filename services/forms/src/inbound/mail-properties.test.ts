import { isUtf8 } from 'node:buffer'
import fc from 'fast-check'
import { createTransport } from 'nodemailer'
import { expect, test } from 'vitest'
import { encodedText } from './encoded-text.fixture'
import { readMail } from './read-mail'

const fixed = { seed: 44, numRuns: 25 }
const transport = createTransport({ streamTransport: true, buffer: true })

const seen = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }).filter((text) => /[\p{L}\p{N}]/u.test(text))
const one = seen.map((text) => text.replace(/[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]+/gu, ' ').trim())
const answers = fc.constantFrom(
  '> Which day?',
  'On Mon, Nov 23, 2026 at 9:02 AM School <a@x.example> wrote:',
  '-- ',
  'From: me',
  '.',
)
const lines = fc.array(fc.oneof({ weight: 4, arbitrary: one }, answers, fc.constant('')), { maxLength: 8 })
const names = fc.tuple(one, fc.constantFrom('pdf', 'txt', 'jpg')).map((both) => both.join('.'))

/** The words, in any order: a quotation is folded, stands apart, and gets marks. */
const shown = (text: string) =>
  text
    .normalize('NFC')
    .split(/[\s>]+/)
    .filter(Boolean)
    .sort()

test('what another program writes is shown, or the mail has a note', async () => {
  const mail = fc.record({
    lines,
    kind: fc.constantFrom('text', 'html', 'both'),
    textEncoding: fc.constantFrom('quoted-printable', 'base64'),
    subject: one,
    name: one,
    files: fc.array(names, { maxLength: 3 }),
  })
  const property = fc.asyncProperty(mail, async (given) => {
    const text = given.lines.join('\n')
    const markup = given.lines.map((line) => `<p>${line.replace(/&/g, '&amp;').replace(/</g, '&lt;')}</p>`).join('')
    const { message } = await transport.sendMail({
      from: { name: given.name, address: 'ann@example.org' },
      subject: given.subject,
      textEncoding: given.textEncoding as 'base64',
      ...(given.kind !== 'html' && { text }),
      ...(given.kind !== 'text' && { html: `<html><body>${markup}</body></html>` }),
      attachments: given.files.map((filename) => ({ filename, content: 'content' })),
    })
    const { content, attachments } = await readMail(Buffer.from(message as Buffer))
    expect(content).toMatchObject({ readable: true, from: { address: 'ann@example.org' } })
    expect(shown(`${content.text}\n${content.quoted}`)).toEqual(shown(text))
    if (shown(text).length === 0) expect(content.note).toBeTruthy()
    expect(attachments).toHaveLength(given.files.length)
  })
  await fc.assert(property, fixed)
})

/** Letters of a language, and the character sets that programs write it in. */
const alphabets: readonly [letters: string, ...charsets: string[]][] = [
  ['áéíñóúü¿¡', 'windows-1252', 'iso-8859-1', 'iso-8859-15', 'macintosh', 'ibm850'],
  ['ěščřžýáíé', 'windows-1250', 'iso-8859-2', 'ibm852', 'x-mac-ce'],
  ['çğıöşü', 'windows-1254', 'iso-8859-9'],
  ['абвгдеж', 'windows-1251', 'koi8-r', 'iso-8859-5', 'x-mac-cyrillic', 'ibm866'],
  ['αβγδάέή', 'windows-1253', 'iso-8859-7'],
  ['אבגדהום', 'windows-1255', 'iso-8859-8'],
  ['กขคงจฉช', 'windows-874'],
  ['您好王小明星期六', 'gb18030', 'big5'],
  ['土曜日にこんち', 'shift_jis', 'euc-jp'],
  ['안녕하세요토', 'euc-kr'],
]
const written = fc.constantFrom(...alphabets).chain(([letters, ...charsets]) => {
  const word = fc.string({ unit: fc.constantFrom(...letters, 'a', 'e'), minLength: 1, maxLength: 9 })
  const text = fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join(' '))
  return fc.record({ text, charset: fc.constantFrom(...charsets) })
})
const labels = fc.constantFrom('', 'us-ascii', 'iso-8859-1', 'windows-1252', 'utf-8', 'x-unknown')
const mailIn = (body: Buffer, label: string) =>
  Buffer.concat([
    Buffer.from(`From: a@b.example\r\nSubject: x\r\nContent-Type: text/plain${label && `; charset=${label}`}\r\n\r\n`),
    body,
  ])

test('a text in the character set of its label is read by it, without a note', async () => {
  const property = fc.asyncProperty(written, async ({ text, charset }) => {
    const { content } = await readMail(mailIn(encodedText(text, charset), charset))
    if (!['windows-1252', 'iso-8859-1'].includes(charset)) expect([content.text, content.note]).toEqual([text, null])
    else if (content.text !== text) expect(content.note).toContain('character set')
  })
  await fc.assert(property, fixed)
})

test('a text with a wrong label, or without one, is read or has a note', async () => {
  const property = fc.asyncProperty(written, labels, async ({ text, charset }, label) => {
    const bytes = encodedText(text, charset)
    // Few letters may be UTF-8 by chance.
    fc.pre(!isUtf8(bytes))
    const { content } = await readMail(mailIn(bytes, label))
    if (content.text !== text && !/windows-1252|iso-8859-1/.test(label)) expect(content.note).toContain('character set')
  })
  await fc.assert(property, fixed)
})
