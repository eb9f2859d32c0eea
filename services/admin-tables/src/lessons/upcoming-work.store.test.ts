import { testDatabase } from '@app/mongo/test-database.fixture'
import type { TableSchema } from '@app/table-schema'
import { beforeEach, expect, test } from 'vitest'
import { seeds } from '../seed/module'
import { upcomingWork } from './upcoming-work'

const database = testDatabase()
const collection = (name: string) => database.mongo.db().collection(name)
beforeEach(database.clear)

const today = '2026-11-28'
const silent = { warn: () => {} }

async function expiring(may: (table: string) => boolean = () => true) {
  const found = await upcomingWork(collection, { known: async () => [...seeds] }, silent).expiring(may, today)
  return found.expiring.map(({ table, label, kind, date }) => [table, label, kind, date])
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

test('a table that cannot be read is logged and named, and the others are shown', async () => {
  const soon = { name: 'Soon', certified_until: '2026-12-01', active: true }
  await collection('instructors').insertOne(soon)
  await collection('equipment').insertOne({ name: 'Old', inspected_on: '2020-01-01', condition: 'good' })
  const lost = new Error('operation exceeded time limit')
  const failing = (name: string) =>
    new Proxy(collection(name), {
      get: (target, key) =>
        name === 'equipment' && key === 'find'
          ? () => ({ toArray: () => Promise.reject(lost) })
          : Reflect.get(target, key),
    })
  const logged: unknown[] = []
  const log = { warn: (about: object, event: string) => void logged.push([event, about]) }
  const { expiring } = upcomingWork(failing, { known: async () => [...seeds] }, log)
  expect(await expiring(() => true, today)).toMatchObject({
    expiring: [{ table: 'instructors', label: 'Soon' }],
    unread: ['Equipment'],
  })
  expect(logged).toEqual([['watched day not read', { err: lost, table: 'equipment', field: 'inspected_on' }]])
  // Nothing is said of a table that the reader may not see.
  expect((await expiring((table) => table === 'instructors', today)).unread).toEqual([])
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
    const { expiring } = upcomingWork(collection, { known: async () => [targets] }, silent)
    return (await expiring(() => true, today)).expiring.length
  }
  expect([await of(90), await of(91)]).toEqual([1, 0])
})
