import { inquiryTable } from '@app/contracts/inquiries'
import { ObjectId } from 'mongodb'
import { Types } from 'mongoose'
import { beforeEach, expect, test, vi } from 'vitest'
import { formsDatabase, inquiryId } from '../app.fixture'
import type { Submission } from '../inquiries/submission-document'
import { conversationWords } from '../search/conversation-words'
import { wordsForm } from '../search/words'
import { arrivedMails } from './arrived-mails'
import type { InboundMail } from './inbound-mail'
import { indexConversations } from './index-conversations'

const { collection, inquiries, mongo, storeInquiry } = formsDatabase()
const inquiry = new Types.ObjectId(inquiryId)
const at = new Date('2026-07-04T19:05:00Z')
const arrived = arrivedMails(mongo.db)
const run = (change: Partial<Parameters<typeof indexConversations>[0]> = {}, abandoned = new AbortController()) =>
  indexConversations({
    words: conversationWords(mongo.db),
    arrived,
    onError: (error) => expect(error).toBeUndefined(),
    ...change,
  })(abandoned.signal)
const wordsOf = async (id = inquiryId) => (await inquiries()).find(({ _id }) => String(_id) === id)?.search_words ?? []
const isRead = { search_of: at, search_form: wordsForm }

beforeEach(() =>
  storeInquiry({
    ...{ name: 'Zoë', email: 'zoe@a.example', interest: 'Leagues', message: 'Is Saturday free?', updated_at: at },
    replies: [{ message_id: '<1@x>', subject: 'Your league', text: 'Sunday', by: 'ana@b.example', at }],
    team_notes: [{ id: '1', text: 'Ask Sam', by: 'ana@b.example', at, mentions: [] }],
  }),
)

test('the words of both directions, of notes, names and subjects are collected, once', async () => {
  await collection<Partial<InboundMail>>('inbound_mails').insertOne({
    ...{ _id: new ObjectId(), keys: ['1'], inquiry: new ObjectId(inquiryId), state: 'threaded', received_at: at },
    ...{ subject: 'Re: Your league', text: 'Perfect' },
  })
  await run()
  const expected = ['zoe', 'leagues', 'saturday', 'league', 'sunday', 'ana', 'ask', 'sam', 'perfect', 're']
  expect(await wordsOf()).toEqual(expect.arrayContaining(expected))
  expect((await inquiries())[0]).toMatchObject(isRead)
  const texts = vi.fn()
  await run({ words: { ...conversationWords(mongo.db), texts } })
  expect(texts).not.toHaveBeenCalled()
})

test('one that is gone meanwhile is left out', async () => {
  const words = conversationWords(mongo.db)
  const stale = async () => {
    const found = await words.stale()
    return { ...found, ids: [new ObjectId(), ...found.ids] }
  }
  await run({ words: { ...words, stale } })
  expect(await wordsOf()).toContain('saturday')
  expect(await inquiries()).toHaveLength(1)
})

const unavailable = async () => {
  throw new Error('the database is unavailable')
}

test.each([
  ['fails', false],
  ['is abandoned', true],
])('a round that %s is not done: the next one finds what is left', async (_, isAbandoned) => {
  const other = new ObjectId()
  await collection<Submission>(inquiryTable).insertOne({
    ...(await inquiries())[0]!,
    ...{ _id: new Types.ObjectId(other.toHexString()), message: 'Targets' },
  })
  const words = conversationWords(mongo.db)
  const abandoned = new AbortController()
  const texts = async () => {
    if (!isAbandoned) return unavailable()
    abandoned.abort()
    return null
  }
  const failing = { ...words, texts, renew: unavailable }
  await run({ words: failing, onError: () => {} }, abandoned).catch(() => {})
  expect([...(await wordsOf()), ...(await wordsOf(other.toHexString()))]).toEqual([])
  await run({ words })
  expect(await wordsOf()).toContain('saturday')
  expect(await wordsOf(other.toHexString())).toContain('targets')
})

test('an inquiry that cannot be read is marked to be tried again, and holds up none of the others', async () => {
  const other = new ObjectId()
  await collection<Submission>(inquiryTable).insertOne({
    ...(await inquiries())[0]!,
    ...{ _id: new Types.ObjectId(other.toHexString()), message: 'Targets' },
  })
  const words = conversationWords(mongo.db)
  const texts = async (id: ObjectId) => (inquiry.equals(id) ? unavailable() : words.texts(id))
  const onError = vi.fn()
  await run({ words: { ...words, texts }, onError })
  expect(onError).toHaveBeenCalledOnce()
  expect(await wordsOf(other.toHexString())).toContain('targets')
  expect((await inquiries()).find(({ _id }) => inquiry.equals(_id))).toMatchObject({ search_due: expect.any(Date) })
  await run()
  expect(await wordsOf()).toContain('saturday')
})
