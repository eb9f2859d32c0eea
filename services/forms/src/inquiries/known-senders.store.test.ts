import { testDatabase } from '@app/mongo/test-database.fixture'
import { expect, test } from 'vitest'
import { submissionStore } from './submission'

const database = testDatabase()

const now = new Date()
const yesterday = new Date(now.getTime() - 25 * 3_600_000)
const [notification, thankYou] = [{ kind: 'notification' }, { kind: 'thank_you' }]

/** By sender: what is stored of them, and what follows from it. */
const senders = {
  'marked@example.com': {
    stored: [{ spam: true, spam_reason: 'marked', created_at: yesterday, mails: [] }],
    known: { marked: true, thanked: false },
  },
  'held@example.com': {
    stored: [{ spam: true, spam_reason: 'sender', created_at: now, mails: [] }],
    known: { marked: false, thanked: false },
  },
  'thanked@example.com': {
    stored: [
      { spam: false, spam_reason: null, created_at: now, mails: [notification, thankYou] },
      { spam: false, spam_reason: null, created_at: yesterday, mails: [] },
    ],
    known: { marked: false, thanked: true },
  },
  'thanked-yesterday@example.com': {
    stored: [
      { spam: false, spam_reason: null, created_at: yesterday, mails: [thankYou] },
      { spam: false, spam_reason: null, created_at: now, mails: [notification] },
    ],
    known: { marked: false, thanked: false },
  },
  'both@example.com': {
    stored: [
      { spam: true, spam_reason: 'marked', created_at: yesterday, mails: [] },
      { created_at: now, mails: [thankYou] },
    ],
    known: { marked: true, thanked: true },
  },
  'new@example.com': { stored: [], known: { marked: false, thanked: false } },
}

test('what is known of several senders is read together, for each their own', async () => {
  const stored = Object.entries(senders).flatMap(([email, { stored }]) => stored.map((one) => ({ email, ...one })))
  await database.mongo.db().collection('contact_submissions').insertMany(stored)
  const { sender } = submissionStore(database.mongo.connection, 'localhost')
  const found = await Promise.all(Object.keys(senders).map(sender))
  expect(found).toEqual(Object.values(senders).map(({ known }) => known))
})
