import type { StoredVisits } from '@app/contracts/visits'
import { directHost, hostKeys, otherHosts } from '@app/contracts/visits'
import { testDatabase } from '@app/mongo/test-database.fixture'
import { beforeEach, expect, test } from 'vitest'
import { type Counted, visitStore } from './visit-store'

const database = testDatabase()
const collection = () => database.mongo.db().collection<StoredVisits>('visits')
const at = Date.parse('2027-03-01T20:00:00Z')
const visits = visitStore(collection, () => at)
beforeEach(database.clear)

const visit = (host: string, count = 1): Counted => ({ kind: 'views', page: '/', host, count })
const stored = async () => (await collection().findOne({ _id: '2027-03-01' })) as unknown as Record<string, never>
/** Every count of the day, by where it stands. */
const counts = async () => {
  const { _id, hosts, ...kinds } = await stored()
  const found: Record<string, number> = {}
  for (const kind of Object.values(kinds) as Record<string, Record<string, number>>[])
    for (const page of Object.values(kind))
      for (const [host, count] of Object.entries(page)) found[host] = (found[host] ?? 0) + count
  return found
}

test('visits are added by host, those without one together', async () => {
  await visits.add('2027-03-01', [visit('a.example', 2), visit(directHost), visit('a.example')])
  await visits.add('2027-03-01', [visit('b.example'), visit('a.example')])
  expect((await stored()).hosts).toEqual(['a.example', 'b.example'])
  expect(await counts()).toEqual({ [hostKeys.named(0)]: 4, [hostKeys.named(1)]: 1, [hostKeys.direct]: 1 })
})

test('replicas that count at the same moment lose nothing and name a host once', async () => {
  await Promise.all(
    Array.from({ length: 10 }, (_, n) => visits.add('2027-03-01', [visit('a.example'), visit(`b${n % 2}.example`)])),
  )
  expect(((await stored()).hosts as unknown as string[]).toSorted()).toEqual(['a.example', 'b0.example', 'b1.example'])
  expect(Object.values(await counts()).toSorted()).toEqual([10, 5, 5])
})

test('a day names a hundred hosts; the others are counted together', async () => {
  await visits.add(
    '2027-03-01',
    Array.from({ length: 99 }, (_, n) => visit(`h${n}.example`)),
  )
  await visits.add('2027-03-01', [visit('x.example'), visit('y.example'), visit('z.example', 3), visit(otherHosts)])
  expect((await stored()).hosts).toHaveLength(100)
  const found = await counts()
  expect(found[hostKeys.named(99)]).toBe(1)
  expect(found[hostKeys.others]).toBe(5)
})

test('days older than 400 days are removed', async () => {
  for (const day of ['2026-01-24', '2026-01-25', '2026-01-26', '2027-03-01']) await visits.add(day, [visit(directHost)])
  expect(await visits.purge()).toBe(1)
  expect(await visits.purge()).toBe(0)
  expect((await collection().find().sort({ _id: 1 }).toArray()).map(({ _id }) => _id)[0]).toBe('2026-01-25')
})
