import { type Document, ObjectId } from 'mongodb'
import { beforeEach, expect, test } from 'vitest'
import { mailAddresses } from '../addresses/mail-addresses'
import { formsDatabase } from '../app.fixture'
import { renderMailingMail } from '../delivery/render-mail'
import type { Form } from '../inquiries/form'
import { selectedRecords, tableSchemas } from '../inquiries/selected-records'
import { findRecipients } from '../mailings/find-recipients'
import type { StoredMailing } from '../mailings/mailing'
import { newMailing } from '../mailings/new-mailing'
import { studentsOf } from './lesson-reminders'

const id = 'a'.repeat(24)
const actor = { id: 'b'.repeat(24), email: 'ivy@archery.example', requestId: 'r' }
const [parent, adult] = [
  { name: 'R. Brook', email: 'brook@example.com' },
  { name: 'Ada Quinn', email: 'ada@example.com' },
]
const { collection, mongo } = formsDatabase()
const schemas = tableSchemas(() => collection<{ _id: string }>('table_schemas'))
const recipients = findRecipients(selectedRecords(mongo.db, schemas), mailAddresses(mongo.db))
/** A child of the parent, and an adult. */
const [kim, ada] = [id, 'e'.repeat(24)]
beforeEach(async () => {
  const guardian = { _id: new ObjectId(), ...parent }
  await collection('guardians').insertOne(guardian)
  await collection<Document>('students').insertMany([
    { _id: new ObjectId(kim), name: 'Kim {phone} Brook', birth_date: '2020-05-01', guardians: [String(guardian._id)] },
    { _id: new ObjectId(ada), birth_date: '1990-05-01', ...adult },
  ])
})
const draft = (text: string, ids: string[] = [kim, ada]) => ({
  ...{ about: { table: 'students' as const, ids }, to: ['students' as const] },
  ...{ subject: 'A seat is free', text },
})

async function sent(text: string, ids: string[], { name, email }: typeof parent) {
  const mailing = newMailing(id, draft(text, ids), { recipients: [parent, adult] }, actor)
  expect(JSON.stringify(mailing)).not.toContain('Kim')
  const mail = { message_id: '<1.mailing-0.x@y>', to: email, name }
  const owner = { ...mailing, _id: { toHexString: () => id } }
  const claim = { owner: owner as unknown as StoredMailing, mail } as Parameters<typeof renderMailingMail>[1]
  const reminder = async () => Promise.reject(new Error('this is no reminder'))
  const values = { students: '500+', school: 'Oak Hill', booking_url: '', phone: '(555) 010-0199' }
  const contents = { reminder, letter: reminder, students: studentsOf(recipients) }
  return renderMailingMail({ reply_to: 'x@y.example' } as Form, claim, 'https://archery.example', values, contents)
}

test('a guardian reads which child a seat is offered to; an adult reads their own name', async () => {
  const text = 'Hi {first_name}, a seat is free for {student_names}.'
  expect((await sent(text, [kim, ada], parent)).text).toContain('Hi R., a seat is free for Kim {phone} Brook.')
  expect((await sent(text, [kim, ada], adult)).text).toContain('Hi Ada, a seat is free for Ada Quinn.')
})

test('a student who was removed meanwhile leaves a sentence that can be read', async () => {
  expect((await sent('A seat is free for {student_names}.', ['c'.repeat(24)], parent)).text).toContain('free for you.')
})

test('how many students the school has taught is another placeholder', async () => {
  expect((await sent('We have taught {students} people.', [kim, ada], parent)).text).toContain('taught 500+ people')
})

test('a mailing that names no students keeps no list of them', () => {
  expect(newMailing(id, draft('We have taught {students} people'), { recipients: [parent] }, actor)).not.toHaveProperty(
    'about_ids',
  )
  expect(newMailing(id, draft('For {student_names}'), { recipients: [parent] }, actor)).toMatchObject({
    about_ids: [kim, ada],
  })
})
