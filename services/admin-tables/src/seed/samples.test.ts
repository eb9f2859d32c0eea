import { expect, test } from 'vitest'
import { sampleRecords } from './samples'

const lessons = sampleRecords(Date.parse('2026-05-01T10:00:00Z')).find(({ table }) => table.name === 'lessons')!
const samples = lessons.records as { kind: string; minutes: number; price: number | null }[]

test('sample birthday parties are as long and cost as much as their service card says; no other price is made up', () => {
  const parties = samples.filter(({ kind }) => kind === 'party')
  expect(parties.length).toBeGreaterThan(0)
  for (const { minutes, price } of parties) expect({ minutes, price }).toEqual({ minutes: 60, price: 350 })
  expect(samples.filter(({ kind, price }) => kind !== 'party' && price !== null)).toEqual([])
})
