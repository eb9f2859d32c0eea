import { maxResponseBytes } from '@app/contracts/call'
import { receivedPageSize } from '@app/contracts/received'
import { ObjectId } from 'mongodb'
import { expect, test } from 'vitest'
import { toReceived } from './hook-presenter'
import { newRow, type StoredReceived, type StoredRow } from './received-store'

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value))

function deliveryOf(rows: StoredRow[]): StoredReceived {
  const _id = new ObjectId()
  const [hook, job] = [String(new ObjectId()), String(new ObjectId())]
  return { _id, hook, job, at: new Date(0), state: 'waiting', rows, jobs: [job] }
}
const shownOf = (rows: StoredRow[]) => toReceived(deliveryOf(rows), new Map()).rows

const short = (n: number) => newRow(`b-${n}`, null, { id: `b-${n}`, name: `Guest ${n}`, note: 'x'.repeat(500) })
const long = newRow(
  'long',
  null,
  Object.fromEntries([['id', 'long'], ...Array.from({ length: 99 }, (_, n) => [`n${n}`, 'y'.repeat(5_000)])]),
)

test('one booking with many long values takes no room of the others, before or after it', () => {
  const others = Array.from({ length: 20 }, (_, n) => short(n))
  for (const rows of [
    [long, ...others],
    [...others, long],
  ]) {
    const shown = shownOf(rows)
    const given = new Map(rows.map(({ key, cells }) => [key, cells]))
    for (const { externalId, cells } of shown) if (externalId !== 'long') expect(cells).toEqual(given.get(externalId))
    const { cells } = shown.find(({ externalId }) => externalId === 'long')!
    // What the others leave is its own.
    expect(bytesOf(cells)).toBeGreaterThan(20_000)
    expect(cells).toMatchObject({ id: 'long', '(left out)': expect.stringMatching(/^\d+ more values are not shown$/) })
  }
})

test('of bookings that are all long each has the same room, and a short value stays behind a long one', () => {
  const shown = shownOf(
    Array.from({ length: 100 }, (_, n) => newRow(`b-${n}`, null, { note: 'z'.repeat(5_000), name: 'Ann' })),
  )
  expect(new Set(shown.map(({ cells }) => JSON.stringify(cells)))).toEqual(
    new Set([JSON.stringify({ name: 'Ann', '(left out)': '1 more values are not shown' })]),
  )
})

test('a page of the worst deliveries has less than a response may have, and says which bookings they are', () => {
  const id = (n: number) => `${n}`.padStart(3, '0')
  const worst = (sign: string) =>
    Array.from({ length: 100 }, (_, n) => ({
      ...newRow(`${id(n)}${sign.repeat(497)}`, null, { a: sign.repeat(5_000), [sign.repeat(200)]: sign }),
      reason: sign.repeat(500),
      candidates: Array.from({ length: 5 }, () => ({ id: String(new ObjectId()), label: sign.repeat(200) })),
    }))
  for (const sign of ['a', '王', '"', '\u0001']) {
    const delivery = toReceived(deliveryOf(worst(sign)), new Map())
    const { rows } = delivery
    expect([sign, bytesOf(delivery) < maxResponseBytes / (receivedPageSize + 1)]).toEqual([sign, true])
    expect(rows.map(({ externalId }) => externalId.slice(0, 3))).toEqual(rows.map((_, n) => id(n)))
    expect(rows[99]!.candidates).toHaveLength(5)
  }
})

test('an ordinary delivery is shown as it is', () => {
  const row = { ...short(1), state: 'waiting' as const, reason: 'A record has this name already' }
  const { key, former: _former, ...rest } = row
  expect(shownOf([row])).toEqual([{ externalId: key, ...rest }])
})
