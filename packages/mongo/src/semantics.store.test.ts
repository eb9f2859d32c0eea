import { type Collection, type Document, MongoServerError } from 'mongodb'
import { expect, test } from 'vitest'
import { testDatabase } from './test-database.fixture'

const database = testDatabase()
const unique = { unique: true, partialFilterExpression: { key: { $exists: true } } } as const

/** What a change makes of a document, or of the collection; for an error of the server its code. */
type Row = {
  about: string
  stored?: Document
  update?: Document | Document[]
  act?: (documents: Collection) => Promise<unknown>
  /** As the manual of MongoDB says. */
  manual: unknown
  /** What a compatible server does instead. The product gets along with both. */
  instead?: unknown
}

const changed = (stored: Document, update: Document | Document[], manual: unknown, about: string): Row => ({
  ...{ about, stored, update, manual },
})

/** What the product relies on: each server agrees with the manual. */
const same: Row[] = [
  changed(
    { a: { b: 1 } },
    [{ $set: { a: { $mergeObjects: [{ c: { $literal: 2 } }] } } }],
    { a: { c: 2 } },
    'an expression in $set of a pipeline replaces an object',
  ),
  changed({ a: { b: 1 } }, [{ $set: { a: { $literal: { c: 2 } } } }], { a: { c: 2 } }, 'and so does $literal'),
  changed({ a: { b: 1 } }, { $set: { a: { c: 2 } } }, { a: { c: 2 } }, 'an object in $set without a pipeline replaces'),
  changed({ a: { b: 1 } }, { $set: { 'a.c': 2 } }, { a: { b: 1, c: 2 } }, 'a dotted path is added'),
  changed({ a: [1, 2] }, [{ $set: { a: [] } }], { a: [] }, 'a list in $set of a pipeline replaces'),
  changed({ a: 1, b: 2 }, [{ $set: { a: '$$REMOVE' } }], { b: 2 }, '$$REMOVE removes a field'),
  changed({ a: 1 }, [{ $set: { a: '$b', b: '$a' } }], { b: 1 }, 'a stage reads what was there before it'),
  changed({ a: 1 }, [{ $set: { b: { $literal: '$a' } } }], { a: 1, b: '$a' }, '$literal is no path'),
  changed(
    { mails: [{ to: 'a' }, {}] },
    [{ $set: { mails: { $filter: { input: '$mails', as: 'one', cond: { $ne: ['$$one.to', 'a'] } } } } }],
    { mails: [{}] },
    'a missing field differs from a text',
  ),
  changed(
    { a: 1 },
    [{ $set: { list: { $concatArrays: [{ $ifNull: ['$list', []] }, { $literal: [{ b: 1 }] }] } } }],
    { a: 1, list: [{ b: 1 }] },
    'a list that is missing begins empty',
  ),
  changed({ at: 5 }, { $min: { at: 7, first: 7 } }, { at: 5, first: 7 }, '$min sets what is missing'),
  changed(
    { list: [1, 2, 3] },
    { $push: { list: { $each: [0], $position: 0, $slice: 3 } } },
    { list: [0, 1, 2] },
    '$push adds in front, and cuts',
  ),
  changed(
    { mails: [{ id: 1 }, { id: 2 }] },
    { $set: { 'mails.$[].seen': true } },
    {
      mails: [
        { id: 1, seen: true },
        { id: 2, seen: true },
      ],
    } as Document,
    '$[] changes each part',
  ),
  {
    about: 'what is set to its own value is matched and not modified',
    stored: { a: 1 },
    act: async (documents) => {
      const { matchedCount, modifiedCount } = await documents.updateOne({ a: 1 }, { $set: { a: 1 } })
      return { matchedCount, modifiedCount }
    },
    manual: { matchedCount: 1, modifiedCount: 0 },
  },
  {
    about: 'a text is no smaller than a time, nor is null',
    stored: { at: null },
    act: (documents) => documents.countDocuments({ at: { $lte: new Date() } }),
    manual: 0,
  },
  {
    about: 'null finds what is missing',
    stored: { a: 1 },
    act: (documents) => documents.countDocuments({ b: null }),
    manual: 1,
  },
  {
    about: 'an upsert whose filter does not match its document is a duplicate',
    stored: { _id: 'one', count: 5 },
    act: (documents) =>
      documents.updateOne({ _id: 'one' as never, count: { $lt: 5 } }, { $inc: { count: 1 } }, { upsert: true }),
    manual: 11_000,
  },
  {
    about: 'an upsert stores what its filter says',
    act: async (documents) => {
      await documents.updateOne(
        { _id: 'one' as never, 'sent.4': { $exists: false }, paused: { $not: { $gt: 5 } } },
        { $push: { sent: { $each: [1], $slice: 5 } } as never, $max: { purge: 3 } },
        { upsert: true },
      )
      return documents.findOne({})
    },
    manual: { _id: 'one', sent: [1], purge: 3 },
  },
  {
    about: 'two documents without the key of a partial index are no duplicates',
    act: async (documents) => {
      await documents.createIndex({ key: 1 }, unique)
      return (await documents.insertMany([{}, {}])).insertedCount
    },
    manual: 2,
  },
]

/** Where a compatible server differs. */
const different: Row[] = [
  {
    ...changed(
      { a: { b: 1 } },
      [{ $set: { a: { c: 2 } } }],
      { a: { b: 1, c: 2 } },
      'an object in $set of a pipeline is merged, as dotted paths are',
    ),
    instead: { a: { c: 2 } },
  },
  {
    about: 'a unique key is free once it was unset',
    stored: { _id: 1, key: 'a' },
    act: async (documents) => {
      await documents.createIndex({ key: 1 }, unique)
      await documents.updateOne({ _id: 1 as never }, { $unset: { key: 1 } })
      await documents.insertOne({ _id: 2 as never, key: 'a' })
      return 'free'
    },
    manual: 'free',
    instead: 11_000,
  },
  {
    about: 'of an unordered insert a duplicate fails alone',
    stored: { _id: 1 },
    act: async (documents) => {
      const command = { insert: documents.collectionName, documents: [{ _id: 1 }, { _id: 2 }], ordered: false }
      const { n, writeErrors } = await documents.db.command(command)
      return { n, codes: writeErrors.map(({ code }: { code: number }) => code) }
    },
    manual: { n: 1, codes: [11_000] },
    instead: 11_000,
  },
  {
    about: 'a collision of findOneAndUpdate has the code of a duplicate',
    stored: { _id: 1, count: 5 },
    act: (documents) =>
      documents.findOneAndUpdate({ _id: 1 as never, count: 4 }, { $inc: { count: 1 } }, { upsert: true }),
    manual: 11_000,
    instead: 1,
  },
  {
    about: 'a collection whose name has a dot can be renamed; a restore needs that',
    act: async (documents) => {
      await documents.db.createCollection('one.two')
      await documents.db.renameCollection('one.two', 'two.three')
      return 'renamed'
    },
    manual: 'renamed',
    instead: 73,
  },
]

async function outcome({ stored, update, act }: Row): Promise<unknown> {
  const documents = database.mongo.db().collection(`row_${crypto.randomUUID().slice(0, 8)}`)
  if (stored) await documents.insertOne({ ...stored })
  try {
    if (act) return await act(documents)
    await documents.updateOne({}, update!)
    const { _id, ...rest } = (await documents.findOne({}))!
    return rest
  } catch (error) {
    if (error instanceof MongoServerError) return error.code
    throw error
  }
}

test.each(same)('$about', async (row) => {
  expect(await outcome(row)).toEqual(row.manual)
})

test.each(different)('$about, or the product knows what happens instead', async (row) => {
  expect([row.manual, row.instead]).toContainEqual(await outcome(row))
})
