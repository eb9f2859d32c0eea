import { everything } from '@app/record-query'
import type { TableSchema } from '@app/table-schema'
import { type Db, MongoServerError } from 'mongodb'
import { expect, test } from 'vitest'
import { selectedRecords } from './selected-records'

const id = 'a'.repeat(24)
const students: TableSchema = { name: 'students', title: 'Students', properties: { name: { type: 'string' } } }
const clubs: TableSchema = {
  name: 'clubs',
  title: 'Clubs',
  properties: { members: { type: 'array', items: { type: 'string', format: 'reference', table: 'students' } } },
}

test('a filter through a table that forms may not read says what to do instead', async () => {
  const refused = () => Promise.reject(new MongoServerError({ message: 'not authorized', code: 13 }))
  const db = () => ({ collection: () => ({ distinct: refused }) }) as unknown as Db
  const find = async (name: string) => [students, clubs].find((schema) => schema.name === name)
  const read = selectedRecords(db, { find } as unknown as Parameters<typeof selectedRecords>[1])
  await expect(read('students', { query: `clubs.members=${id}` }, ['name'], 10, everything)).rejects.toMatchObject({
    code: 'invalid_request',
    message: expect.stringContaining('Select them in the list'),
  })
})
