import { MongoBulkWriteError, MongoNetworkError, MongoServerError } from 'mongodb'
import { expect, test } from 'vitest'
import { translateMongoError } from './errors'
import { insertErrors } from './insert-errors'

const code = 11_000
const refused = { index: 1, code, errmsg: 'E11000' }
const steppedDown = new MongoServerError({ message: 'not primary', code: 10_107 })
const documents = [{ _id: 1 }, { _id: 2 }, { _id: 3 }]

/** Inserts three documents: the command has this outcome, and what may follow it that one. */
async function insert(first: object, second?: Error) {
  const sent: unknown[] = []
  const outcomeOf = async (outcome: object = {}) => {
    if (outcome instanceof Error) throw outcome
    return outcome
  }
  const db = {
    command: (command: unknown) => {
      sent.push(command)
      return outcomeOf(first)
    },
    collection: (name: string) => ({
      insertMany: (...given: unknown[]) => {
        sent.push({ name, given })
        return outcomeOf(second)
      },
    }),
  }
  const errors = await insertErrors(db as never, 'inquiries', documents).catch((error: Error) => error)
  const outcome = Array.isArray(errors) ? errors.map((error) => error?.code) : (translateMongoError(errors) ?? errors)
  return { sent, outcome }
}

const bulkError = (insertedCount: number, unsure?: object) =>
  new MongoBulkWriteError({ message: 'duplicate key', code, writeErrors: [refused] as never }, {
    insertedCount,
    getWriteConcernError: () => unsure,
  } as never)

test('one command stores all documents, durably before it succeeds', async () => {
  const { sent, outcome } = await insert({ n: 3 })
  const writeConcern = { w: 'majority', j: true, wtimeout: 5_000 }
  expect(sent).toEqual([{ insert: 'inquiries', documents, ordered: false, writeConcern }])
  expect(outcome).toEqual([undefined, undefined, undefined])
})

test('a duplicate fails by itself', async () => {
  expect((await insert({ n: 2, writeErrors: [refused] })).outcome).toEqual([undefined, code, undefined])
})

test.each([
  ['a change of the primary', steppedDown],
  ['a change of the primary during the write', { n: 3, writeConcernError: { code: 91, errmsg: 'shutting down' } }],
])('after %s the driver inserts them again; what is stored already is a duplicate of itself', async (_, first) => {
  const { sent, outcome } = await insert(first, bulkError(2))
  expect(sent[1]).toEqual({ name: 'inquiries', given: [documents, { ordered: false }] })
  expect(outcome).toEqual([undefined, code, undefined])
})

test.each([
  [
    'a lost connection after a change of the primary',
    steppedDown,
    new MongoBulkWriteError(new MongoNetworkError('closed') as never, { insertedCount: 0 } as never),
  ],
  ['a part of the documents', { n: 1, writeErrors: [refused] }],
  ['a part of the documents at the second attempt', steppedDown, bulkError(1)],
  ['a write that no majority has', { n: 3, writeConcernError: { code: 64, errmsg: 'waiting timed out' } }],
  ['such a write at the second attempt', steppedDown, bulkError(2, {})],
])('what is not acknowledged as durable is not said to be stored: %s', async (_, first, second?: Error) => {
  expect((await insert(first, second)).outcome).toMatchObject({ code: 'unavailable' })
})

test.each([
  ['a lost connection, which leaves open what was stored,', new MongoNetworkError('closed'), 'unavailable'],
  ['a right that is missing', new MongoServerError({ message: 'not allowed', code: 13 }), 13],
])('after %s nothing is tried again', async (_, error, expected) => {
  const { sent, outcome } = await insert(error)
  expect([sent.length, outcome]).toMatchObject([1, { code: expected }])
})
