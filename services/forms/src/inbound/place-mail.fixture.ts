import { inquiryTable } from '@app/contracts/inquiries'
import { testDatabase } from '@app/mongo/test-database.fixture'
import { ObjectId } from 'mongodb'
import { beforeEach } from 'vitest'
import { subjectToken } from '../inquiries/outgoing-mail'
import type { InquiryMail } from '../inquiries/submission-document'
import { conversations } from './conversations'
import { placeMail, type ReadMail } from './place-mail'

export const _id = new ObjectId('0123456789abcdef01234567')
export const ours = `<${_id}.reply-1@archery.example>`
export const copy = `<${_id}.reply-1-0@archery.example>`
export const conversation = { _id, email: 'zoe@example.com', name: 'Zoë', spam: false }
export const stored = {
  ...conversation,
  ...{ created_at: new Date(), thread_key: 'key', status: 'answered' },
  mails: [
    { message_id: `<${_id}.thank_you@archery.example>`, to: 'nils@example.com', kind: 'thank_you' },
    { message_id: ours, to: 'zoe@example.com', kind: 'reply' },
    { message_id: copy, to: 'sam@example.com', kind: 'copy' },
  ] as InquiryMail[],
}
export const token = subjectToken('key', _id.toHexString())
export const ofMailing = '<mailing@archery.example>'

export type State = { more?: object[]; answered?: string[]; trustedHost?: string; change?: object }

/** Places mails upon one answered inquiry of Zoe, and others, each in an empty database. Call it at the top of the file. */
export function testPlaces() {
  const { mongo, clear } = testDatabase()
  beforeEach(clear)
  return ({ more = [], answered = [], trustedHost = 'mx.school.example', change = {} }: State = {}) => {
    const collection = (name: string) => mongo.db().collection<object>(name)
    const place = placeMail({
      conversations: conversations(mongo.db, 'archery.example'),
      mailingMail: async (id) => (id === ofMailing ? { to: 'ada@example.com', threadKey: 'key' } : undefined),
      trustedHost,
    })
    return async (mail: ReadMail) => {
      await clear()
      await collection(inquiryTable).insertMany([{ ...stored, ...change }, ...more])
      const answers = answered.map((id) => ({ inquiry: _id, answers: id, state: 'threaded' }))
      if (answers.length > 0) await collection('inbound_mails').insertMany(answers)
      return place(mail)
    }
  }
}
