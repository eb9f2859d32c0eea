import { testDatabase } from '@app/mongo/test-database.fixture'
import type { TableSchema } from '@app/table-schema'
import { beforeEach, expect, test } from 'vitest'
import { seeds } from '../seed'
import { upcomingWork } from './upcoming-work'

const database = testDatabase()
const collection = (name: string) => database.mongo.db().collection(name)
beforeEach(database.clear)

const today = '2026-11-28'

async function expiring(may: (table: string) => boolean = () => true) {
  const found = await upcomingWork(collection, { known: async () => [...seeds] }).expiring(may, today)
  return found.map(({ table, label, kind, date }) => [table, label, kind, date])
}

test('Today warns of certificates that end within 60 days or have ended, of people who are active, the first to end first', async () => {
  await collection('instructors').insertMany([
    { name: 'In time', certified_until: '2027-01-27', active: true },
    { name: 'Later', certified_until: '2027-01-28', active: true },
    { name: 'Ended', certified_until: '2025-01-01' },
    { name: 'Gone', certified_until: '2026-12-01', active: false },
    { name: 'None', certified_until: null },
    { name: 'No day', certified_until: '1.1.2020' },
  ])
  expect(await expiring()).toEqual([
    ['instructors', 'Ended', 'certificate', '2025-01-01'],
    ['instructors', 'In time', 'certificate', '2027-01-27'],
  ])
})

test('Today warns of equipment in use whose last inspection is more than a year ago', async () => {
  await collection('equipment').insertMany([
    { name: 'A year', inspected_on: '2025-11-28', condition: 'good' },
    { name: 'Longer', inspected_on: '2025-11-27', condition: 'good' },
    { name: 'Retired', inspected_on: '2020-01-01', condition: 'retired' },
    { name: 'Never', condition: 'good' },
  ])
  expect(await expiring()).toEqual([['equipment', 'Longer', 'inspection', '2025-11-27']])
  expect(await expiring((table) => table === 'instructors')).toEqual([])
})

test('any table may have such a day', async () => {
  await collection('targets').insertOne({ name: 'Oak', checked_on: '2026-08-29' })
  const of = async (overdueAfterDays: number) => {
    const unless = { field: 'in_use', equals: false }
    const targets: TableSchema = {
      name: 'targets',
      properties: { name: { type: 'string' }, checked_on: { type: 'string', format: 'date' } },
      due: [{ field: 'checked_on', label: 'last checked', unless, overdueAfterDays }],
    }
    return (await upcomingWork(collection, { known: async () => [targets] }).expiring(() => true, today)).length
  }
  expect([await of(90), await of(91)]).toEqual([1, 0])
})
