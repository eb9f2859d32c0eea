import { testDatabase } from '@app/mongo/test-database.fixture'
import { scopes } from '@app/record-query'
import type { TableSchema } from '@app/table-schema'
import { expect, test } from 'vitest'
import { tablesModule } from './module'

const { mongo } = testDatabase()
const lessons: TableSchema = { name: 'lessons', properties: { title: { type: 'string' } } }

test('a description that cannot be used is an error in the log; first records of the others are stored once', async () => {
  const logged: unknown[][] = []
  const { tables, seed } = tablesModule({
    collection: (name) => mongo.db().collection(name),
    withoutTimeout: mongo.withoutTimeout,
    log: { error: (...entry: unknown[]) => void logged.push(entry), info: () => {} },
    scopeOf: scopes(() => mongo.db()),
    sealKey: Buffer.alloc(32),
  })
  await tables.seed([lessons])
  await mongo.db().collection('table_schemas').insertOne({ name: 'broken', position: 9, properties: 'none' })
  await tables.refresh()
  expect(await tables.find('broken')).toBeUndefined()
  expect(logged).toEqual([
    [{ table: 'broken', reason: expect.any(String) }, 'table description invalid, table disabled'],
  ])

  const first = [{ table: lessons, records: [{ title: 'First arrows' }, { title: 'Next arrows' }] }]
  await seed('first', first)
  const stored = () => mongo.db().collection('lessons')
  await stored().deleteOne({ title: 'Next arrows' })
  await seed('first', first)
  expect(await stored().distinct('title')).toEqual(['First arrows'])
})
