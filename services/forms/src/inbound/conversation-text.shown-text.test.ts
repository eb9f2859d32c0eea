import { expect, test } from 'vitest'
import { shownLine } from './conversation-text'
import { readMail } from './read-mail'

test.each([
  ['pay\u200bpal', 'paypal'],
  ['\u202eevil\u202c', 'evil'],
  ['a\u2066b\u2069', 'ab'],
  ['les\u00adson', 'lesson'],
  ['\ufeffRobin\u2060', 'Robin'],
  ['Ro\u200dbin', 'Robin'],
  ['Ro\u200cbin', 'Robin'],
  ['a\u{e0041}b', 'ab'],
  ['a\u3164b', 'ab'],
  ['a\u2800b', 'a b'],
  ['a\u2028b\tc', 'a b c'],
  ['\u200f\u00a0Ann\u00a0\u200e', 'Ann'],
  ['a\ufe0fb', 'ab'],
  ['\u200b', ''],
  // Joiners and marks that are a part of what is seen.
  ['👨‍👩‍👧 and ❤️ and 1️⃣', '👨‍👩‍👧 and ❤️ and 1️⃣'],
  [
    '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
    '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
  ],
  ['می\u200cخواهم', 'می\u200cخواهم'],
  ['क्\u200dष', 'क्\u200dष'],
  ['Zoë Müller', 'Zoë Müller'],
])('one line, %j, is shown as %j', async (given, shown) => {
  expect(shownLine(given)).toBe(shown)
  const word = `=?utf-8?B?${Buffer.from(given).toString('base64')}?=`
  const { content } = await readMail(
    Buffer.from(`From: ${word} <a@example.com>\r\nReply-To: ${word} <b@example.com>\r\nSubject: ${word}\r\n\r\nHi`),
  )
  expect([content.subject, content.from.name, content.reply_to?.[0]?.name]).toEqual([shown, shown, shown])
})

test('a text of several lines stays as it is written', async () => {
  const text = 'les\u00adson\u200b \u202eabc\u202c\u2066x\u2069'
  const raw = `From: a@example.com\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${text}`
  expect((await readMail(Buffer.from(raw))).content.text).toBe(text)
})
