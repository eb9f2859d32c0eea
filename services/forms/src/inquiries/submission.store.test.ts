import { hours } from '@app/contracts/durations'
import { testDatabase } from '@app/mongo/test-database.fixture'
import { MongoBulkWriteError } from 'mongodb'
import { Types } from 'mongoose'
import { beforeEach, expect, test } from 'vitest'
import { dedupeKeys, type NewSubmission, submissionStore } from './submission'
import { type Submission, submissionModel } from './submission-document'

const database = testDatabase((mongo) => submissionStore(mongo.connection, 'archery.example').prepare())
const stored = () => database.mongo.db().collection<Submission>('contact_submissions')

const given: NewSubmission = {
  form_id: 'contact_form',
  fields: { name: 'Zoë', email: 'zoe@example.com', interest: 'Lessons', message: 'A lesson, please.' },
  request_id: 'request-1',
  keys: { own: 'key' },
  idempotency_key: undefined,
  mails: [{ kind: 'notification', to: 'school@archery.example' }],
  spam_reason: null,
}

const start = Date.parse('2026-03-01T12:00:00Z')

function setup() {
  const clock = { at: start }
  const errors: Error[] = []
  const { insert } = submissionStore(database.mongo.connection, 'archery.example', {
    now: () => new Date(clock.at),
    onError: (error) => errors.push(error),
  })
  const outcome = async (change: Partial<NewSubmission> = {}) => (await insert({ ...given, ...change })).outcome
  return { clock, errors, outcome }
}

// Dropped, not emptied: on one compatible server a key that was ever in a unique index is not free again.
beforeEach(async () => {
  await stored()
    .drop()
    .catch(() => {})
  await submissionModel(database.mongo.connection).createIndexes()
})

test('of fifty equal inquiries at once one is stored, and a repeated request is no duplicate', async () => {
  const { outcome, errors } = setup()
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, (_, at) => outcome({ idempotency_key: `request-${at}` })),
  )
  expect(outcomes.toSorted()).toEqual([...Array.from({ length: 49 }, () => 'duplicate'), 'stored'])
  const [kept] = await stored().find().toArray()
  expect(await outcome({ idempotency_key: kept!.idempotency_key! })).toBe('repeated')
  expect([await stored().countDocuments(), errors]).toEqual([1, []])
})

test('an equal inquiry is stored again after a day, once, also when fifty arrive at once', async () => {
  const { clock, outcome } = setup()
  await outcome()
  clock.at += hours(24) - 1
  expect(await outcome()).toBe('duplicate')
  clock.at += 1
  const outcomes = await Promise.all(Array.from({ length: 50 }, () => outcome()))
  expect(outcomes).toContain('stored')
  expect(await outcome()).toBe('duplicate')
  expect(await stored().countDocuments({ dedupe_key: 'key' })).toBe(1)
})

test('the same message of another person is another inquiry, however often both repeat it', async () => {
  const { clock, outcome } = setup()
  const of = (name: string) => {
    const fields = { ...given.fields, name }
    return outcome({ fields, keys: dedupeKeys('contact_form', fields) })
  }
  const [ada, kim] = ['Ada Brook', 'Kim Brook']
  expect((await Promise.all([of(ada), of(kim)])).toSorted()).toEqual(['stored', 'stored'])
  expect(await Promise.all([of(ada), of(kim), of(' KIM  Brook\u200b')])).toEqual([
    'duplicate',
    'duplicate',
    'duplicate',
  ])
  // Either of them may have said it first.
  clock.at += hours(24)
  expect(await Promise.all([of(ada), of(kim)])).toEqual(['stored', 'stored'])
  expect(await Promise.all([of(ada), of(kim)])).toEqual(['duplicate', 'duplicate'])
  expect(await stored().countDocuments()).toBe(4)
})

test('a replica of the release before and one of this recognize the inquiries of each other', async () => {
  const { outcome } = setup()
  const keys = dedupeKeys('contact_form', given.fields)
  const send = (name = 'Zoë') => {
    const fields = { ...given.fields, name }
    return outcome({ fields, keys: dedupeKeys('contact_form', fields) })
  }
  // As the release before stores it: one key, without the name.
  const before = { _id: new Types.ObjectId(), ...given.fields, dedupe_key: keys.former, created_at: new Date(start) }
  await stored().insertOne(before as unknown as Submission)
  expect(await send()).toBe('duplicate')
  expect(await send('Kim')).toBe('stored')
  await stored().deleteMany({})
  expect(await send()).toBe('stored')
  const again = { ...before, _id: new Types.ObjectId() }
  await expect(stored().insertOne(again as unknown as Submission)).rejects.toMatchObject({ code: 11_000 })
  expect(await stored().findOne({ dedupe_key: keys.former })).toMatchObject({ name: 'Zoë' })
})

test('an inquiry that was stored by an insert without an answer is stored, and no duplicate of itself', async () => {
  const answers: unknown[] = []
  const collection = () => ({
    async insertMany(documents: Submission[]) {
      answers.push(await stored().insertMany(documents))
      const refused = { index: 0, code: 11_000, errmsg: 'E11000' }
      const result = { insertedCount: 0, getWriteConcernError: () => undefined }
      throw new MongoBulkWriteError(
        { message: 'E11000', code: 11_000, writeErrors: [refused] as never },
        result as never,
      )
    },
  })
  const submissions = submissionModel(database.mongo.connection)
  const store = submissionStore({ db: { collection } } as never, 'archery.example', { submissions })
  const { outcome, submission } = await store.insert(given)
  expect([outcome, answers.length]).toEqual(['stored', 1])
  expect((await stored().find().toArray()).map(({ _id }) => String(_id))).toEqual([String(submission._id)])
})

test('an inquiry whose key is refused although none has it is stored without the key, and that is reported', async () => {
  const { outcome, errors } = setup()
  // Another unique index, which concerns documents with a key alone.
  await stored().createIndex(
    { form_id: 1 },
    { name: 'other', unique: true, partialFilterExpression: { dedupe_key: { $exists: true } } },
  )
  await outcome({ keys: { own: 'first' } })
  const message = 'Refused five times.'
  expect(await outcome({ fields: { ...given.fields, message } })).toBe('stored')
  const found = await stored().findOne({ message })
  expect(found).toMatchObject({ email: 'zoe@example.com', mail_state: 'pending' })
  expect(found).not.toHaveProperty('dedupe_key')
  expect(errors[0]?.message).toContain('refuses the key of an inquiry')
})

test('what another unique index refuses is a clear error, not a wait', async () => {
  const { outcome, errors } = setup()
  await stored().createIndex({ email: 1 }, { name: 'other', unique: true })
  await outcome({ keys: { own: 'first' } })
  await expect(outcome()).rejects.toMatchObject({ code: 'unavailable' })
  expect([await stored().countDocuments(), errors.length]).toEqual([1, 1])
})

test('a key that was refused is taken as soon as the database allows it', async () => {
  const { clock, outcome, errors } = setup()
  const _id = new Types.ObjectId()
  const refusing = { name: 'other', unique: true, partialFilterExpression: { dedupe_key: { $exists: true } } } as const
  await stored().createIndex({ form_id: 1 }, refusing)
  await stored().insertOne({ _id, form_id: given.form_id, dedupe_key: 'first' } as Submission)
  clock.at += 1
  const model = submissionModel(database.mongo.connection)
  const { updateOne } = model
  const store = submissionStore(database.mongo.connection, 'archery.example', {
    submissions: Object.assign(Object.create(model), {
      updateOne: async (...args: Parameters<typeof updateOne>) => {
        await stored().dropIndex('other')
        return updateOne.apply(model, args)
      },
    }),
    onError: (error) => errors.push(error),
  })
  expect((await store.insert(given)).outcome).toBe('stored')
  expect(await outcome()).toBe('duplicate')
})
