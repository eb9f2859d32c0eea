import type { InquiryDetails } from '@app/contracts/inquiries'
import type { InboundPage, Message } from '@app/contracts/messages'
import { type Document, ObjectId } from 'mongodb'
import { expect, test } from 'vitest'
import { formsDatabase, inquiryId } from '../app.fixture'
import type { InboundMail } from './inbound-mail'

const { appWith, collection, storeInquiry } = formsDatabase()

async function read<Answer>(path: string, who = 'admin'): Promise<Answer> {
  const headers = { cookie: `session=${who}` }
  const response = await appWith().handle(new Request(`http://localhost/api/forms/${path}`, { headers }))
  expect(response.status).toBe(200)
  return response.json() as Promise<Answer>
}

const guardian = (email: string) => ({ _id: new ObjectId(), name: 'Robin', email })

/** A mail of a father, and an inquiry of the mother of his child. */
async function storeFamily() {
  const [father, mother, stranger] = ['father', 'mother', 'stranger'].map((name) => guardian(`${name}@example.com`))
  await collection('guardians').insertMany([father!, mother!, stranger!])
  const child = new ObjectId()
  const guardians = [father!._id.toHexString(), mother!._id.toHexString()]
  await collection<Document>('students').insertOne({ _id: child, name: 'Ada', email: '', guardians })
  await storeInquiry({ name: 'Marian', email: 'mother@example.com' })
  const _id = new ObjectId()
  await collection<Partial<InboundMail>>('inbound_mails').insertOne({
    ...{ _id, keys: [_id.toHexString()], raw: new ObjectId(), size: 10, received_at: new Date(), attempts: 1 },
    ...{ state: 'unmatched', due_at: null, sender: 'father@example.com', subject: 'Lesson', text: 'Hello' },
    from: { name: 'Robin', address: 'father@example.com' },
  })
  return { child: child.toHexString() }
}

async function suggested(who: string) {
  const { data } = await read<InboundPage>('inbound?state=unmatched', who)
  return data.map(({ suggestions }) => suggestions.map(({ email, isFamily }) => [email, isFamily]))
}

test('who belongs to a family is told to those alone who may see its records', async () => {
  const { child } = await storeFamily()
  const family = [[['mother@example.com', true]]]
  expect(await suggested('admin')).toEqual(family)
  expect(await suggested('desk')).toEqual(family)
  expect(await suggested('viewer')).toEqual([[]])
  // Without guardians, and of their own lessons those with this child alone.
  expect(await suggested('reception')).toEqual([[]])
  expect(await suggested('tutor')).toEqual([[]])
  await collection<Document>('instructors').insertOne({ name: 'Little John', person: 'tutor' })
  const { _id } = (await collection('instructors').findOne({ person: 'tutor' }))!
  await collection<Document>('lessons').insertOne({ instructor: String(_id), students: [child] })
  expect(await suggested('tutor')).toEqual(family)
})

test('of a long mail a conversation and a list show the beginning, say so, and name where all of it is', async () => {
  await storeInquiry()
  const [text, quoted, html] = ['t', 'q', 'h'].map((sign) => sign.repeat(50_000))
  const mail = (state: InboundMail['state'], more: Partial<InboundMail> = {}): InboundMail => ({
    ...{ _id: new ObjectId(), keys: [state], raw: new ObjectId(), size: 10, received_at: new Date(), attempts: 1 },
    ...{ state, due_at: null, sender: 'zoe@example.com', readable: true, text, quoted, html, attachments: [], ...more },
  })
  const [threaded, loose] = [mail('threaded', { inquiry: new ObjectId(inquiryId) }), mail('unmatched')]
  await collection<InboundMail>('inbound_mails').insertMany([threaded, loose])
  const { messages = [] } = await read<InquiryDetails>(`submissions/${inquiryId}`)
  const shown = messages[1]!
  expect(shown).toMatchObject({ html: null, hasHtml: true, isCut: true })
  expect([shown.text.length, shown.quoted.length]).toEqual([10_000, 2_000])
  const whole = { text, quoted, html }
  expect(await read<Message>(`submissions/${inquiryId}/messages/${threaded._id}/html`)).toMatchObject(whole)
  const { data } = await read<InboundPage>('inbound')
  expect(data).toMatchObject([{ excerpt: text?.slice(0, 200), quoted: '', html: null, isCut: true }])
  expect(await read<Message>(`inbound/${loose._id}/html`)).toMatchObject(whole)
})

test('each part of a long mail is read alone: of the others comes as much as a conversation shows, and what is cut', async () => {
  await storeInquiry()
  const _id = new ObjectId()
  const long = { text: 't'.repeat(50_000), quoted: 'q'.repeat(50_000), html: 'h'.repeat(50_000) }
  await collection<Partial<InboundMail>>('inbound_mails').insertOne({
    ...{ _id, keys: ['one'], raw: new ObjectId(), size: 10, received_at: new Date(), attempts: 1, readable: true },
    ...{ state: 'threaded', due_at: null, sender: 'zoe@example.com', inquiry: new ObjectId(inquiryId), ...long },
    to: Array.from({ length: 30 }, (_, n) => ({ name: 'n'.repeat(200), address: `${n}@example.com` })),
  })
  const begun = { text: long.text.slice(0, 10_000), quoted: long.quoted.slice(0, 2_000), html: null }
  for (const path of [`submissions/${inquiryId}/messages/${_id}/html`, `inbound/${_id}/html`])
    for (const [part, cut] of [
      ['text', ['quoted']],
      ['quoted', ['text']],
      ['html', ['text', 'quoted']],
    ] as const) {
      const message = await read<Message>(`${path}?part=${part}`)
      expect(message).toMatchObject({ ...begun, [part]: long[part], hasHtml: true, isCut: true, cut })
      expect(message.to).toHaveLength(30)
      expect(message.to[0]?.name).toHaveLength(200)
    }
})
