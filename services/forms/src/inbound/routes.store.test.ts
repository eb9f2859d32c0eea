import type { InboundPage } from '@app/contracts/messages'
import { type Document, ObjectId } from 'mongodb'
import { expect, test } from 'vitest'
import { formsDatabase } from '../app.fixture'
import type { InboundMail } from './inbound-mail'

const { appWith, collection, storeInquiry } = formsDatabase()

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
  const request = new Request('http://localhost/api/forms/inbound?state=unmatched', {
    headers: { cookie: `session=${who}` },
  })
  const response = await appWith().handle(request)
  expect(response.status).toBe(200)
  const { data } = (await response.json()) as InboundPage
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
