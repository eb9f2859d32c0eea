import { days } from '@app/contracts/durations'
import { testDatabase } from '@app/mongo/test-database.fixture'
import { beforeEach, expect, test } from 'vitest'
import { retentionStore } from './retention'

const database = testDatabase()
const at = new Date('2027-03-01T09:00:00Z')
const ago = (ms: number) => new Date(at.getTime() - ms)
const retention = retentionStore(database.mongo.connection, () => at)
beforeEach(database.clear)

const open = { status: 'new', spam: false, closed_at: null }
test.each([
  ['spam of 30 days', { ...open, spam: true, created_at: ago(days(30)) }, true],
  ['spam that is older', { ...open, spam: true, created_at: ago(days(30) + 1) }, false],
  [
    'an inquiry closed for two years',
    { ...open, status: 'closed', created_at: ago(0), closed_at: ago(days(730)) },
    true,
  ],
  ['one closed for longer', { ...open, status: 'closed', created_at: ago(0), closed_at: ago(days(730) + 1) }, false],
  [
    'one that came three years ago and was closed today',
    { ...open, status: 'closed', created_at: ago(days(1_095)), closed_at: at },
    true,
  ],
  ['one that was opened again after two years', { ...open, created_at: ago(0), closed_at: ago(days(731)) }, true],
  ['an open one of two years', { ...open, created_at: ago(days(730)) }, true],
  ['an open one that is older', { ...open, created_at: ago(days(730) + 1) }, false],
])('%s: kept or not', async (_, inquiry, isKept) => {
  await database.mongo.db().collection('contact_submissions').insertOne(inquiry)
  expect(await retention.purge()).toBe(isKept ? 0 : 1)
  expect(await database.mongo.db().collection('contact_submissions').countDocuments()).toBe(isKept ? 1 : 0)
})
