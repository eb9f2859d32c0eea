import { testDatabase } from '@app/mongo/test-database.fixture'
import { ObjectId } from 'mongodb'
import { beforeEach, expect, test } from 'vitest'
import { shownOfEach } from './conversation-page'
import { shownMails } from './shown-mails'

const { text: shownText, quoted: shownQuoted } = shownOfEach
const start = new Date('2027-03-03T09:00:00Z')
const database = testDatabase()
const mails = () => database.mongo.db().collection('inbound_mails')
const shown = shownMails(() => database.mongo.db())
beforeEach(() => database.clear())

async function stored(change: object) {
  const _id = new ObjectId()
  await mails().insertOne({ _id, keys: [String(_id)], state: 'unmatched', received_at: start, ...change })
  return _id
}
const ago = (ms: number) => new Date(start.getTime() - ms)

test('mails are listed newest first, with an excerpt also of those from before excerpts', async () => {
  await stored({ text: 'x'.repeat(500), received_at: ago(2) })
  await stored({ text: 'long', excerpt: 'short', html: '<p>long</p>', received_at: ago(1) })
  await stored({ received_at: ago(3) })
  await stored({ state: 'spam' })
  const { found, total } = await shown.list('unmatched', 1)
  expect(total).toBe(3)
  expect(found.map(({ excerpt }) => excerpt?.length)).toEqual([5, 200, 0])
  for (const name of ['text', 'quoted', 'html', 'keys']) expect(found[0]).not.toHaveProperty(name)
  expect((await shown.list('unmatched', 2)).found).toEqual([])
})

test('a page of a conversation reads as much of long mails as it shows, and that there is more', async () => {
  const sign = '\u{1f3f9}'
  const long = await stored({ text: sign.repeat(shownText * 2), quoted: 'q'.repeat(shownQuoted * 2), html: '<p>x</p>' })
  const short = await stored({ text: sign.repeat(shownText), quoted: '', html: null })
  const none = await stored({})
  const found = new Map((await shown.beginnings([long, short, none])).map((mail) => [String(mail._id), mail]))
  expect(found.get(String(long))).toMatchObject({ text: sign.repeat(shownText + 1), hasHtml: true })
  expect(found.get(String(long))?.quoted).toHaveLength(shownQuoted + 1)
  expect(found.get(String(long))).not.toHaveProperty('html')
  expect(found.get(String(short))).toMatchObject({ text: sign.repeat(shownText), quoted: '', hasHtml: false })
  expect(found.get(String(none))).toMatchObject({ text: '', quoted: '', hasHtml: false })
  expect((await shown.withTexts([long]))[0]).toMatchObject({ text: sign.repeat(shownText * 2), hasHtml: true })
})

test('of one mail the database sends the part that is read, and of the others as much as is shown', async () => {
  const mail = { text: 't'.repeat(30_000), quoted: 'q'.repeat(30_000), html: '<p>x</p>' }
  const id = String(await stored(mail))
  const text = mail.text.slice(0, shownText + 1)
  const quoted = mail.quoted.slice(0, shownQuoted + 1)
  expect(await shown.one(id, 'text')).toMatchObject({ text: mail.text, quoted, hasHtml: true })
  expect(await shown.one(id, 'text')).not.toHaveProperty('html')
  expect(await shown.one(id, 'quoted')).toMatchObject({ text, quoted: mail.quoted, hasHtml: true })
  expect(await shown.one(id, 'html')).toMatchObject({ text, quoted, html: mail.html })
  expect(await shown.one(id)).toMatchObject(mail)
  expect(await shown.one(String(new ObjectId()), 'text')).toBeUndefined()
  expect(await shown.one('mail')).toBeUndefined()
})
